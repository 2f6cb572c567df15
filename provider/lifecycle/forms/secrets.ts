import { type Declared, type Stored, unknown } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { redact } from "../../client/redact.ts";

/*
 * Decides what a message may show. Pulumi prints messages, and stores those of failed writes in plain text, so a message gets a value
 * from `forMessage`, which has to be told whose it is. A test lists the other files that make a text with `JSON.stringify` or
 * `inspect`, but doesn't see template literals. Texts of others, such as the API's, are masked:
 *
 *     secret      what the kind or the program marks             "[secret]" for any six letters in a row
 *     possible    most others, if nobody knows what is marked    "[value]" for any sixteen letters in a row
 *     clear       all other values, and the hosts of secrets     stay readable, also where a secret has the same words
 */

/** The properties that a program marks as secret, or that contain a secret; `unknown` if the protocol doesn't tell. */
export type MarkedNames = ReadonlySet<string> | "unknown";

/** What is secret in a resource: what its kind says, and what its program marks. */
export interface Secrecy {
  readonly definition: Definition;
  readonly marked: MarkedNames;
}

/** Whether a property is certainly secret. */
export const isSecret = ({ definition, marked }: Secrecy, name: string): boolean =>
  definition.properties[name]?.secret === true || (marked !== "unknown" && marked.has(name));

/** Whether a message may show the value of a property: it is certain that it isn't secret. */
export const mayShow = (secrecy: Secrecy, name: string): boolean =>
  secrecy.marked !== "unknown" && !isSecret(secrecy, name);

/** Returns the value of a property as a message shows it; undefined if it doesn't. */
export function forMessage(secrecy: Secrecy, name: string, value: unknown): string | undefined {
  if (!mayShow(secrecy, name)) return undefined;
  const text = JSON.stringify(value, (_, item) => (item === unknown ? "(unknown)" : item)) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}...` : text;
}

type Values = Declared | Stored;

/** Masks secrets in a message. */
export type Mask = (message: string) => string;

/** Returns what masks the secrets among the values of a resource. */
export function maskOf(secrecy: Secrecy, ...values: readonly Values[]): Mask {
  const secrets = values.flatMap((each) => secretsIn(secrecy, each));
  const isClear = clearWordsOf(secrecy, values, secrets);
  return (message) => redact(message, secrets.flatMap(hiddenParts), { isClear });
}

/** Most values of a program are no secrets, so shorter parts of them stay readable. */
const leastOfValues = 16;

/** Returns what also masks what may be secret. */
export function maskOfAll(secrecy: Secrecy, ...values: readonly Values[]): Mask {
  const mask = maskOf(secrecy, ...values);
  const possible = values.flatMap((each) => possibleSecretsIn(secrecy, each));
  return (message) => redact(mask(message), possible, { mask: "[value]", least: leastOfValues });
}

/** A text that messages must not contain, whoever quotes it. */
interface Secret {
  readonly text: string;
  /** Messages are sent there. */
  readonly isAddress: boolean;
}

function secretsIn(secrecy: Secrecy, values: Values): Secret[] {
  const { identity = [] } = secrecy.definition;
  return [...secretNamesIn(secrecy)].flatMap((name) =>
    textsIn(values[name]).map((text) => ({ text, isAddress: identity.includes(name) })),
  );
}

/** Returns the names of all values that are certainly secret: properties, outputs, and the hub if the program marks it. */
function secretNamesIn(secrecy: Secrecy): ReadonlySet<string> {
  const { properties, outputs } = secrecy.definition;
  const ofProperties = Object.keys(properties).filter((name) => isSecret(secrecy, name));
  const ofOutputs = Object.keys(outputs).filter((name) => outputs[name]?.secret === true);
  // The provider's own keys begin with `__`. If their values are secret, so are the properties that they are from.
  const marked = secrecy.marked === "unknown" ? [] : [...secrecy.marked].filter((name) => !name.startsWith("__"));
  return new Set([...ofProperties, ...ofOutputs, ...marked]);
}

/** A URL or an email address: `scheme://`, `user@`, the host up to the next `/`, `?`, `#`, `@` or `:`, and the rest. Each may be missing. */
const withHost = /^([a-z][a-z0-9+.-]*:\/\/)?([^\s/?#@]*@)?([^\s/?#@:]+)(.*)$/is;

/** A host is no secret, because many share it, unless all of an address is quoted. */
function partsOf(text: string) {
  const [, scheme, user, host = "", rest = ""] = withHost.exec(text) ?? [];
  const isHostOnly = user === undefined && wordsIn(rest).length === 0;
  const hasHost = (scheme !== undefined || user !== undefined) && !isHostOnly;
  return hasHost ? { scheme, user, host, rest } : undefined;
}

/** Returns the parts of a secret to mask: of a URL its user and what follows its host. An address to which messages are sent is masked whole. */
function hiddenParts({ text, isAddress }: Secret): string[] {
  const { scheme, user = "", rest = "" } = partsOf(text) ?? {};
  const isUrl = scheme !== undefined && !isAddress;
  return isUrl ? [user, rest].filter((part) => wordsIn(part).length > 0) : [text];
}

/**
 * Returns what recognizes words that anybody may see: those in which StatusHub speaks of the resource, its values that aren't
 * secret, its hub, and the hosts of its secrets.
 */
function clearWordsOf(secrecy: Secrecy, values: readonly Values[], secrets: readonly Secret[]) {
  const texts = secrets.map(({ text }) => text);
  // A label may contain the address.
  const withoutSecrets = (clear: string) => texts.reduce((rest, secret) => rest.replaceAll(secret, " "), clear);
  const hosts = texts.map(partsOf).flatMap((parts) => (parts ? [parts.scheme ?? "", parts.host] : []));
  const shown = values.flatMap((each) => clearTextsIn(secrecy, each)).map(withoutSecrets);
  const clear = new Set([...hosts, ...shown].flatMap(wordsIn));
  return (quotation: string) => !texts.includes(quotation) && wordsIn(quotation).every((word) => clear.has(word));
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

function clearTextsIn(secrecy: Secrecy, values: Values): string[] {
  const { kind, properties, outputs } = secrecy.definition;
  const secretNames = secretNamesIn(secrecy);
  const possible = possibleSecretNamesIn(secrecy);
  const isClear = (name: string) => !secretNames.has(name) && !possible.includes(name);
  const clear = Object.keys({ ...properties, ...outputs, hub: {} }).filter(isClear);
  const names = Object.entries(properties).flatMap(([name, { key, type }]) => [name, key, type.references?.kind ?? ""]);
  return ["StatusHub", kind, ...names, ...clear.flatMap((name) => textsIn(values[name]))];
}

/** Shorter texts are more likely to be ordinary words of a message than secrets. */
const shortest = 8;

const possibleSecretsIn = (secrecy: Secrecy, values: Values): string[] =>
  possibleSecretNamesIn(secrecy)
    .flatMap((name) => textsIn(values[name]))
    .filter((text) => text.length >= shortest);

/** Returns the names of the properties that may be secret, except the label, by which the user recognizes the resource. */
function possibleSecretNamesIn({ definition: { properties, label }, marked }: Secrecy): string[] {
  if (marked !== "unknown") return [];
  const isPossible = (name: string) => properties[name]?.secret === undefined && !label.includes(name);
  return Object.keys(properties).filter(isPossible);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return String(value).trim() === "" ? [] : [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
