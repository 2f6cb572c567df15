import { createHash } from "node:crypto";
import type { Property } from "../../../model/kinds/property.ts";
import { canonicalText, sameMeaning } from "./compare.ts";
import { textIn, withAddresses, withKeptMarkup, withoutCase, withoutMarkup, withoutSpaces } from "./text.ts";

/*
 * Recognizes the form in which a server keeps a value. This isn't drift. Inferred (texts): it is trimmed, reordered,
 * encoded or in lower case.
 */

// A fingerprint instead of the value, which may be long or secret.
export const fingerprint = (property: Property, live: unknown) =>
  createHash("sha256").update(canonicalText(property, live)).digest("base64url").slice(0, 22);

/** The value before a write, as far as that is known. */
export interface Before {
  /** The wire value. */
  readonly previous: unknown;
  /** The fingerprint of the form in which the server kept that. */
  readonly form: string | undefined;
}

/** Whether a response shows what was there before. Inferred (masked-values): a mask would be the same for every secret. */
export const isUnchanged = (property: Property, live: unknown, { previous, form }: Before): boolean =>
  previous !== undefined &&
  (sameMeaning(property, live, previous) || (property.secret !== true && fingerprint(property, live) === form));

/**
 * Whether a write was accepted and ignored:
 *
 *     the response shows       ignored
 *     what was there before    if the two values differ in something that the service keeps
 *     the text that was sent   no: it is the server's form of that
 *     nothing                  if something was sent
 *     anything else            unless it may be the server's form of a value of this type
 */
export function isIgnored(
  property: Property,
  { wire, live, ...before }: Before & { readonly wire: unknown; readonly live: unknown },
): boolean {
  const { previous } = before;
  if (isUnchanged(property, live, before)) return keptPart(property, live, wire) !== keptPart(property, live, previous);
  if (haveSameText(property, wire, live)) return false;
  if (isEmpty(live)) return !isEmpty(wire);
  const { canonical, mayBecome } = property.type;
  const earlier = previous === undefined ? undefined : canonical(previous);
  return !mayBecome(canonical(wire), canonical(live), earlier);
}

/**
 * Returns the part of a value that the service keeps, as far as a response shows: of its markup, the tags and attributes that the
 * response has anywhere; without case if that has no capitals; and without quotes and white space.
 */
function keptPart({ type }: Property, shown: unknown, value: unknown): string {
  const live = textIn(type.canonical(shown));
  const text = textIn(type.canonical(value));
  const kept = withoutSpaces(withKeptMarkup(text, live));
  return live === live.toLowerCase() ? kept.toLowerCase() : kept;
}

/** Whether two wire values are the same but for what servers change: encoding, markup, white space, quotes and case. */
export const haveSameText = (property: Property, one: unknown, other: unknown): boolean =>
  plainText(property, one) === plainText(property, other);

const plainText = ({ type }: Property, wire: unknown): string =>
  textIn(type.canonical(wire), (text) => withoutCase(withoutSpaces(withoutMarkup(text))));

/** Whether a list may have shown only the beginning of a text, perhaps followed by dots. */
export function mayBeShortened(property: Property, shown: unknown, whole: unknown): boolean {
  if (typeof shown !== "string" || typeof whole !== "string") return false;
  const withoutDots = shown.replace(/\s*(?:\.{2,}|…)\s*$/u, "");
  // It may end within a tag or an entity, or show nothing else.
  const beginning = withoutDots.replace(/(?:<[^>]*|&#?\w*)$/, "");
  return shown !== "" && plainText(property, whole).startsWith(plainText(property, beginning));
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Compares what a response shows with what would be sent, as a reader sees it: upper and lower case count, and so do the addresses
 * of links and images. A text without markup doesn't show these.
 */
export function showsSame(property: Property, shown: unknown, sent: unknown): "same" | "different" | "not shown" {
  if (shown === undefined) return "not shown";
  const shownValue = property.type.canonical(shown);
  const sentValue = property.type.canonical(sent);
  if (textIn(shownValue, asRead) === textIn(sentValue, asRead)) return "same";
  const isWithoutMarkup = textIn(shownValue) === textIn(shownValue, withoutMarkup);
  const isSameText = textIn(shownValue, asText) === textIn(sentValue, asText);
  return isWithoutMarkup && isSameText ? "not shown" : "different";
}

const asText = (text: string) => withoutSpaces(withoutMarkup(text));

const asRead = (text: string) => withoutSpaces(withAddresses(text));
