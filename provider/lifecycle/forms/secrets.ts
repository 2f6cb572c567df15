import { type Declared, type Stored, unknown } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { Property } from "../../../model/kinds/property.ts";
import { redact } from "../../client/redact.ts";

/*
 * Decides what a message may show. Pulumi prints messages, and stores those of failed writes in plain text, so a message gets a value
 * from `forMessage`, which has to be told whether the value is secret. A test lists the other files that make a text with
 * `JSON.stringify` or `inspect`, but doesn't see template literals.
 */

/** Whether a value is secret; `perhaps` if the protocol doesn't tell what the program marks. Both hide it. */
export type Secrecy = Property["secret"];

/** The properties that a program marks as secret, or that contain a secret; `unknown` if the protocol doesn't tell. */
export type MarkedNames = ReadonlySet<string> | "unknown";

/** Returns the value as a message shows it; undefined if it doesn't. */
export function forMessage(value: unknown, secrecy: Secrecy): string | undefined {
  if (secrecy !== undefined) return undefined;
  const text = JSON.stringify(value, (_, item) => (item === unknown ? "(unknown)" : item)) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}...` : text;
}

/** Returns the definition for an operation on a resource: what its program marks as secret is as secret as what the kind does. */
export function withSecrets(definition: Definition, marked: MarkedNames): Definition {
  const properties = Object.entries(definition.properties).map(([name, property]) => {
    const secret = secrecyOf(definition, marked, name);
    return [name, secret === undefined ? property : { ...property, secret }];
  });
  // The provider marks its own keys. If their values are secret, so are the properties that they are from.
  const isOther = (name: string) => !(name in definition.properties) && !name.startsWith("__");
  const secretNames = marked === "unknown" ? [] : [...marked].filter(isOther);
  return { ...definition, properties: Object.fromEntries(properties), secretNames };
}

export const secrecyOf = ({ properties }: Definition, marked: MarkedNames, name: string): Secrecy =>
  properties[name]?.secret ?? (marked === "unknown" ? "perhaps" : marked.has(name) || undefined);

type Values = Declared | Stored;

/** Returns what masks the secrets among the values of a resource in a message. */
export function maskOf(definition: Definition, ...values: readonly Values[]): (message: string) => string {
  const secrets = values.flatMap((each) => secretsIn(definition, each));
  const isClear = clearWordsOf(definition, values, secrets);
  return (message) => redact(message, secrets.flatMap(hiddenParts), { isClear });
}

/** Most values of a program are no secrets, so shorter parts of them stay readable. */
const leastOfValues = 16;

/** Returns what also masks what may be secret. */
export function maskOfAll(definition: Definition, ...values: readonly Values[]): (message: string) => string {
  const mask = maskOf(definition, ...values);
  const possible = values.flatMap((each) => possibleSecretsIn(definition, each));
  return (message) => redact(mask(message), possible, { mask: "[value]", least: leastOfValues });
}

/** A text that messages must not contain, whoever quotes it. */
interface Secret {
  readonly text: string;
  /** Messages are sent there. */
  readonly isAddress: boolean;
}

function secretsIn({ properties, outputs, identity = [], secretNames = [] }: Definition, values: Values): Secret[] {
  const secrets = Object.entries({ ...properties, ...outputs }).filter(([, { secret }]) => secret === true);
  const names = [...secrets.map(([name]) => name), ...secretNames];
  return names.flatMap((name) => textsIn(values[name]).map((text) => ({ text, isAddress: identity.includes(name) })));
}

/** A URL with a host, or an email address. */
const withHost = /^([a-z][a-z0-9+.-]*:\/\/)?([^\s/?#@]*@)?([^\s/?#@:]+)(.*)$/is;

/** A host is no secret, because many share it, unless all of an address is quoted. */
function partsOf(text: string) {
  const [, scheme, user, host = "", rest = ""] = withHost.exec(text) ?? [];
  const isHostOnly = user === undefined && wordsIn(rest).length === 0;
  const hasHost = (scheme !== undefined || user !== undefined) && !isHostOnly;
  return hasHost ? { scheme, user, host, rest } : undefined;
}

function hiddenParts({ text, isAddress }: Secret): string[] {
  const { scheme, user = "", rest = "" } = partsOf(text) ?? {};
  const isUrl = scheme !== undefined && !isAddress;
  return isUrl ? [user, rest].filter((part) => wordsIn(part).length > 0) : [text];
}

/**
 * Returns what recognizes words that anybody may see: those in which StatusHub speaks of the resource, its values that aren't
 * secret, its hub, and the hosts of its secrets.
 */
function clearWordsOf(definition: Definition, values: readonly Values[], secrets: readonly Secret[]) {
  const texts = secrets.map(({ text }) => text);
  // A label may contain the address.
  const withoutSecrets = (clear: string) => texts.reduce((rest, secret) => rest.replaceAll(secret, " "), clear);
  const hosts = texts.map(partsOf).flatMap((parts) => (parts ? [parts.scheme ?? "", parts.host] : []));
  const shown = values.flatMap((each) => clearTextsIn(definition, each)).map(withoutSecrets);
  const clear = new Set([...hosts, ...shown].flatMap(wordsIn));
  return (quotation: string) => !texts.includes(quotation) && wordsIn(quotation).every((word) => clear.has(word));
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function clearTextsIn(definition: Definition, values: Values): string[] {
  const { kind, label, properties, outputs, secretNames = [] } = definition;
  const isClear = ([name, { secret }]: [string, { readonly secret?: Secrecy }]) => {
    const isLabel = secret === "perhaps" && label.includes(name);
    return (secret === undefined || isLabel) && !secretNames.includes(name);
  };
  const clear = Object.entries({ ...properties, ...outputs, hub: {} }).filter(isClear);
  const names = Object.entries(properties).flatMap(([name, { key, type }]) => [name, key, type.references?.kind ?? ""]);
  return ["StatusHub", kind, ...names, ...clear.flatMap(([name]) => textsIn(values[name]))];
}

/** Shorter texts are more likely to be ordinary words of a message than secrets. */
const shortest = 8;

/** Returns the texts that may be secret, except the label, by which the user recognizes the resource. */
function possibleSecretsIn({ properties, label }: Definition, values: Values): string[] {
  const possible = Object.entries(properties).filter(
    ([name, { secret }]) => secret === "perhaps" && !label.includes(name),
  );
  return possible.flatMap(([name]) => textsIn(values[name])).filter((text) => text.length >= shortest);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return String(value).trim() === "" ? [] : [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
