import type { Declared, Stored } from "../../../model/api/form.ts";
import { redact } from "../../client/redact.ts";
import { namesOfPossibleSecrets, namesOfSecrets, type Secrecy } from "./secrets.ts";

/*
 * Masks the values of a resource in texts that others have written, such as the API's messages:
 *
 *     secret      what the kind or the program marks             "[secret]" for any six letters in a row
 *     possible    most others, if nobody knows what is marked    "[value]" for any sixteen letters in a row
 *     clear       all other values, and the hosts of secrets     stay readable, also where a secret has the same words
 */

/** Masks secrets in a message. */
export type Mask = (message: string) => string;

type Values = Declared | Stored;

/** Returns what masks the secrets among the values of a resource. */
export function maskOf(secrecy: Secrecy, ...values: readonly Values[]): Mask {
  const secrets = values.flatMap((each) => secretsIn(secrecy, each));
  const hidden = secrets.flatMap(hiddenParts);
  const texts = secrets.map(({ text }) => text);
  const clearWords = clearWordsOf(secrecy, values, texts);
  // All of a secret is never clear, even if each of its words is.
  const isClear = (quotation: string) =>
    !texts.includes(quotation) && wordsIn(quotation).every((word) => clearWords.has(word));
  return (message) => redact(message, hidden, { isClear });
}

/** Most values of a program are no secrets, so shorter parts of them stay readable. */
const leastOfValues = 16;

/** Shorter values are more likely to be ordinary words of a message than secrets. */
const shortestValue = 8;

/** Returns what also masks what may be secret. */
export function maskOfAll(secrecy: Secrecy, ...values: readonly Values[]): Mask {
  const mask = maskOf(secrecy, ...values);
  const names = namesOfPossibleSecrets(secrecy);
  const texts = values.flatMap((each) => names.flatMap((name) => textsIn(each[name])));
  const possible = texts.filter((text) => text.length >= shortestValue);
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
  return [...namesOfSecrets(secrecy)].flatMap((name) =>
    textsIn(values[name]).map((text) => ({ text, isAddress: identity.includes(name) })),
  );
}

/** Returns the parts of a secret to mask: of a URL its user and what follows its host. An address to which messages are sent is masked whole. */
function hiddenParts({ text, isAddress }: Secret): string[] {
  const { scheme, user = "", rest = "" } = addressIn(text) ?? {};
  const isUrl = scheme !== undefined && !isAddress;
  return isUrl ? [user, rest].filter((part) => wordsIn(part).length > 0) : [text];
}

/**
 * Returns the words that anybody may see: those in which StatusHub speaks of the resource, its values that aren't secret, its hub, and
 * the hosts of its secrets.
 */
function clearWordsOf(secrecy: Secrecy, values: readonly Values[], secrets: readonly string[]): ReadonlySet<string> {
  const addresses = secrets.map(addressIn).filter((address) => address !== undefined);
  const hosts = addresses.flatMap(({ scheme = "", host }) => [scheme, host]);
  // A label may contain the address.
  const withoutSecrets = (clear: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, " "), clear);
  const shown = values.flatMap((each) => clearTextsIn(secrecy, each)).map(withoutSecrets);
  return new Set([...hosts, ...shown].flatMap(wordsIn));
}

function clearTextsIn(secrecy: Secrecy, values: Values): string[] {
  const { kind, properties, outputs } = secrecy.definition;
  const secretNames = namesOfSecrets(secrecy);
  const possible = namesOfPossibleSecrets(secrecy);
  const isClear = (name: string) => !secretNames.has(name) && !possible.includes(name);
  const clear = Object.keys({ ...properties, ...outputs, hub: {} }).filter(isClear);
  const names = Object.entries(properties).flatMap(([name, { key, type }]) => [name, key, type.references?.kind ?? ""]);
  return ["StatusHub", kind, ...names, ...clear.flatMap((name) => textsIn(values[name]))];
}

/** A URL or an email address: `scheme://`, `user@`, the host up to the next `/`, `?`, `#`, `@` or `:`, and the rest. Each may be missing. */
const withHost = /^([a-z][a-z0-9+.-]*:\/\/)?([^\s/?#@]*@)?([^\s/?#@:]+)(.*)$/is;

/** Returns the parts of a URL or an email address. Its host is no secret, because many share it, unless it is all of the address. */
function addressIn(text: string) {
  const [, scheme, user, host = "", rest = ""] = withHost.exec(text) ?? [];
  const isAddress = scheme !== undefined || user !== undefined;
  const isHostOnly = user === undefined && wordsIn(rest).length === 0;
  return isAddress && !isHostOnly ? { scheme, user, host, rest } : undefined;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the texts and numbers in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") {
    const text = String(value);
    return text.trim() === "" ? [] : [text];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
