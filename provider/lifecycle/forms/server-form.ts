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
  if (textForm(property, wire, "similar") === textForm(property, live, "similar")) return false;
  if (isEmpty(live)) return !isEmpty(wire);
  const { canonical, mayBecome } = property.type;
  return !mayBecome(canonical(wire), canonical(live), previous === undefined ? undefined : canonical(previous));
}

/**
 * Returns the part of a value that the service keeps, as far as a response shows: without markup if that shows none, without case
 * if that has no capitals, and without quotes and white space.
 */
function keptPart(property: Property, shown: unknown, value: unknown): string {
  const [live, text] = [shown, value].map((each) => textForm(property, each, "encoded"));
  const isMarkedUp = /<[^>]*>/.test(live ?? "");
  const kept = isMarkedUp ? (text ?? "") : withoutMarkup(text ?? "");
  const spaceless = kept.replace(/\\[nrt]|[\s"\\]+/g, "");
  return live === live?.toLowerCase() ? spaceless.toLowerCase() : spaceless;
}

/**
 * Normalizes a wire value to text, without the changes that servers make.
 *
 * @param form `encoded`: without encoding and outer white space; `rewritten`: also without markup; `similar`: also without case,
 * quotes and any white space
 */
export const textForm = ({ type }: Property, wire: unknown, form: keyof typeof simplified): string =>
  textOf(type.canonical(wire), simplified[form]);

const withoutMarkup = (text: string) => text.replace(/<[^>]*>/g, "").normalize("NFKC");

const simplified = {
  encoded: (text: string) => text.trim(),
  rewritten: (text: string) => withoutMarkup(text).trim(),
  // Members of a set are JSON, which escapes quotes and line breaks with a backslash.
  similar: (text: string) =>
    withoutMarkup(text)
      .replace(/\\[nrt]|[\s"\\]+/g, "")
      .toLowerCase(),
} as const;

/** Whether a list may have shown only the beginning of a text, perhaps followed by dots. */
export function mayBeShortened(property: Property, shown: unknown, whole: unknown): boolean {
  if (typeof shown !== "string" || typeof whole !== "string") return false;
  // It may end within a tag or an entity, or show nothing else.
  const kept = shown.replace(/\s*(?:\.{2,}|…)\s*$/u, "").replace(/(?:<[^>]*|&#?\w*)$/, "");
  return shown !== "" && textForm(property, whole, "similar").startsWith(textForm(property, kept, "similar"));
}

export const isEmpty = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

function textOf(value: unknown, simplify: (text: string) => string): string {
  if (Array.isArray(value))
    return value
      .map((item) => textOf(item, simplify))
      .sort()
      .join("\n");
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
