import type { Declared, Stored } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { redact } from "../../client/redact.ts";
import { namesOfPossibleSecrets, namesOfSecrets, type Secrecy } from "./secrets.ts";

/*
 * Masks the values of a resource in texts that others have written, such as the API's messages:
 *
 *     secret      what the kind or the program marks             "[secret]" for any six letters in a row
 *     possible    most others, if nobody knows what is marked    "[value]" for any sixteen letters in a row
 *     clear       all other values, and the hosts of secrets     stay readable
 *
 * If a secret and a clear value have a word in common, it stays readable where it is a whole word. `redact.ts` has the comparison.
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
  const isClear = (quotation: string) => {
    // All of a secret is never clear, even if each of its words is.
    const isWholeSecret = texts.includes(quotation);
    return !isWholeSecret && wordsIn(quotation).every((word) => clearWords.has(word));
  };
  return (message) => redact(message, hidden, { isClear });
}

/** Most values of a program are no secrets, so shorter parts of them stay readable. */
const leastOfValues = 16;

/** Shorter values are more likely to be ordinary words of a message than secrets. */
const shortestValue = 8;

/** Returns what also masks the values that may be secret. */
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
  /** Whether it identifies the record: the address to which a subscription sends messages. */
  readonly isIdentity: boolean;
}

function secretsIn(secrecy: Secrecy, values: Values): Secret[] {
  const { identity = [] } = secrecy.definition;
  return [...namesOfSecrets(secrecy)].flatMap((name) =>
    textsIn(values[name]).map((text) => ({ text, isIdentity: identity.includes(name) })),
  );
}

/**
 * Returns the parts of a secret to mask: of a URL all but its scheme and its host, because many share that.
 *
 *     https://ann:pw@example.com/abc                             ann:pw@ and /abc
 *     https://example.com/abc, to which messages are sent        all of it
 *     any other text                                             all of it
 */
function hiddenParts({ text, isIdentity }: Secret): string[] {
  const { scheme, user = "", rest = "" } = addressIn(text) ?? {};
  const isUrl = scheme !== undefined;
  if (!isUrl || isIdentity) return [text];
  return [user, rest].filter((part) => wordsIn(part).length > 0);
}

/** Returns the words that anybody may see, although a secret contains them. */
function clearWordsOf(secrecy: Secrecy, values: readonly Values[], secrets: readonly string[]): ReadonlySet<string> {
  const hosts = secrets.map(addressIn).flatMap((address) => [address?.scheme ?? "", address?.host ?? ""]);
  const texts = [...termsOf(secrecy.definition), ...values.flatMap((each) => clearTextsIn(secrecy, each))];
  // A label may quote the address, whose words aren't clear because of that.
  const withoutSecrets = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, " "), text);
  return new Set([...hosts, ...texts.map(withoutSecrets)].flatMap(wordsIn));
}

/** The words in which StatusHub speaks of a resource. */
function termsOf({ kind, properties }: Definition): string[] {
  const ofProperties = Object.entries(properties).flatMap(([name, { key, type }]) => [
    name,
    key,
    type.references?.kind ?? "",
  ]);
  return ["StatusHub", kind, ...ofProperties];
}

/** Returns the texts in the values that are no secrets, the hub included. */
function clearTextsIn(secrecy: Secrecy, values: Values): string[] {
  const { properties, outputs } = secrecy.definition;
  const certain = namesOfSecrets(secrecy);
  const possible = namesOfPossibleSecrets(secrecy);
  const names = ["hub", ...Object.keys(properties), ...Object.keys(outputs)];
  const clear = names.filter((name) => !certain.has(name) && !possible.includes(name));
  return clear.flatMap((name) => textsIn(values[name]));
}

/** `scheme://`, `user@`, the host up to the next `/`, `?`, `#`, `@` or `:`, and the rest. Each but the host may be missing. */
const withHost = /^([a-z][a-z0-9+.-]*:\/\/)?([^\s/?#@]*@)?([^\s/?#@:]+)(.*)$/is;

/**
 * Returns the parts of a URL or an email address; undefined if a text is neither, or if its host is all of it and so may be the secret.
 *
 *     https://example.com/abc    scheme https://, host example.com, rest /abc
 *     ann@example.com            user ann@, host example.com
 *     https://abc.example.com/   undefined
 */
function addressIn(text: string) {
  const [, scheme, user, host = "", rest = ""] = withHost.exec(text) ?? [];
  const isAddress = scheme !== undefined || user !== undefined;
  const isHostOnly = user === undefined && wordsIn(rest).length === 0;
  return isAddress && !isHostOnly ? { scheme, user, host, rest } : undefined;
}

/** Returns the words of a text in lower case. Only letters and digits are part of a word. */
const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Returns the texts and numbers in a value, at any depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") {
    const text = String(value);
    return text.trim() === "" ? [] : [text];
  }
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
