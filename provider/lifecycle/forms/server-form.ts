import { createHash } from "node:crypto";
import type { Property } from "../../../model/kinds/property.ts";
import { canonicalText, sameMeaning } from "./compare.ts";

/*
 * Recognizes the form in which a server keeps a value. This isn't drift. Inferred (texts): it is trimmed, reordered,
 * encoded or in lower case.
 */

// A fingerprint instead of the value, which may be long or secret.
export const fingerprint = (property: Property, live: unknown) =>
  createHash("sha256").update(canonicalText(property, live)).digest("base64url").slice(0, 22);

/**
 * Whether a write was accepted and ignored: the response shows what was there before, and the two values differ in something that
 * the service keeps. Any other response is the server's form, unless the type has none.
 *
 * @param previous the wire value before; undefined if it isn't known
 * @param form the fingerprint of the form in which the server kept that
 */
export function isIgnored(
  property: Property,
  { wire, live, previous, form }: { wire: unknown; live: unknown; previous: unknown; form: string | undefined },
): boolean {
  // Inferred (masked-values): a mask would be the same for every secret.
  const isUnchanged = () =>
    sameMeaning(property, live, previous) || (property.secret !== true && fingerprint(property, live) === form);
  if (previous !== undefined && isUnchanged())
    return keptPart(property, live, wire) !== keptPart(property, live, previous);
  if (haveSameText(property, wire, live)) return false;
  if (isEmpty(live)) return !isEmpty(wire);
  const { canonical, mayBecome } = property.type;
  return !mayBecome(canonical(wire), canonical(live), previous === undefined ? undefined : canonical(previous));
}

/**
 * Returns the part of a value that the service keeps, as far as a response shows: without markup if that shows none, without case
 * if that has no capitals, and without quotes and white space.
 */
function keptPart(property: Property, shown: unknown, value: unknown): string {
  const [live, text] = [shown, value].map((each) => textOf(property.type.canonical(each)));
  const isMarkedUp = /<[^>]*>/.test(live ?? "");
  const kept = withoutSpaces(isMarkedUp ? (text ?? "") : withoutMarkup(text ?? ""));
  return live === live?.toLowerCase() ? kept.toLowerCase() : kept;
}

/** Whether two wire values are the same but for what servers change: encoding, markup, white space, quotes and case. */
export const haveSameText = (property: Property, one: unknown, other: unknown): boolean =>
  plainText(property, one) === plainText(property, other);

const plainText = ({ type }: Property, wire: unknown): string =>
  textOf(type.canonical(wire), (text) => withoutCase(withoutSpaces(withoutMarkup(text))));

const withoutMarkup = (text: string) => text.replace(/<[^>]*>/g, "");

/** Members of a set are JSON, which escapes quotes and line breaks with a backslash. */
const withoutSpaces = (text: string) =>
  text
    .replace(quotes, "")
    .normalize("NFKC")
    .replace(/\\[nrt]|[\s\\]+/g, "");

/** A server may have replaced straight ones by typographic ones. */
const quotes = /["'`´«»‹›\u2018-\u201f\u2032\u2033]/g;

/** In capitals first, because "ß" becomes "SS". */
const withoutCase = (text: string) => text.toUpperCase().toLowerCase();

/** Whether a list may have shown only the beginning of a text, perhaps followed by dots. */
export function mayBeShortened(property: Property, shown: unknown, whole: unknown): boolean {
  if (typeof shown !== "string" || typeof whole !== "string") return false;
  // It may end within a tag or an entity, or show nothing else.
  const kept = shown.replace(/\s*(?:\.{2,}|…)\s*$/u, "").replace(/(?:<[^>]*|&#?\w*)$/, "");
  return shown !== "" && plainText(property, whole).startsWith(plainText(property, kept));
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/** Returns a canonical value as text, without entities. Members of a set are sorted by what `simplify` leaves of them. */
function textOf(value: unknown, simplify = (text: string) => text): string {
  if (Array.isArray(value)) {
    const members = value.map((item) => textOf(item, simplify));
    return members.sort().join("\n");
  }
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const decoded = text.replace(/&(?:#x([0-9a-f]{1,5})|#(\d{1,6})|(\w+));/gi, (all, hex, decimal, name) =>
    hex || decimal ? String.fromCodePoint(Number(decimal ?? `0x${hex}`)) : (entities.get(name) ?? all),
  );
  return simplify(decoded);
}

const entities = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }));

/**
 * Whether two texts say the same to a reader. Unlike for what a service rewrites, upper and lower case count, and so do the
 * addresses of links and images.
 */
export const sayTheSame = ({ type }: Property, one: unknown, other: unknown): boolean =>
  textOf(type.canonical(one), readable) === textOf(type.canonical(other), readable);

const address = /<[^>]*?\b(?:href|src)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)[^>]*>/gi;

const readable = (text: string) =>
  text
    .replace(address, " $1 ")
    .replace(/<[^>]*>/g, "")
    .replace(/[\s"'`´\u2018-\u201f]+/g, "");
