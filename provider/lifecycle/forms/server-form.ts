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
 * Whether a write was accepted and ignored: the response shows what was there before, and the two values differ in something that
 * the service keeps. Any other response is the server's form, unless the type has none.
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
  return !mayBecome(canonical(wire), canonical(live), previous === undefined ? undefined : canonical(previous));
}

/**
 * Returns the part of a value that the service keeps, as far as a response shows: of its markup, the tags and attributes that the
 * response has anywhere; without case if that has no capitals; and without quotes and white space.
 */
function keptPart({ type }: Property, shown: unknown, value: unknown): string {
  const live = textOf(type.canonical(shown));
  const text = textOf(type.canonical(value));
  const kept = withoutSpaces(withKeptMarkup(text, live));
  return live === live.toLowerCase() ? kept.toLowerCase() : kept;
}

/** Returns a text without the tags and attributes that a response has nowhere: the service drops them. */
function withKeptMarkup(text: string, live: string): string {
  const shown = tagsIn(live);
  return text.replace(tags, (tag) => {
    const [found] = tagsIn(tag);
    const alike = shown.filter(({ name }) => name === found?.name);
    // Text between angle brackets is no markup if the response shows it.
    if (found === undefined) return live.includes(tag) ? tag : "";
    if (alike.length === 0) return "";
    const isShown = ([attribute]: [string, string]) => alike.some(({ attributes }) => attributes.has(attribute));
    const attributes = [...found.attributes].filter(isShown).sort();
    return `<${found.slash}${found.name} ${JSON.stringify(attributes)}>`;
  });
}

const tags = /<[^>]*>/g;

interface Tag {
  readonly slash: string;
  readonly name: string;
  /** The values by the names of the attributes. */
  readonly attributes: ReadonlyMap<string, string>;
}

/** Returns the tags in a text. Angle brackets around anything else are no tag. */
function tagsIn(text: string): Tag[] {
  return (text.match(tags) ?? []).flatMap((tag) => {
    const [, slash = "", name, rest = ""] = /^<(\/?)([a-z][a-z0-9-]*)(.*)>$/is.exec(tag) ?? [];
    if (name === undefined) return [];
    const found = rest.matchAll(/([^\s"'=/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g);
    const attributes = Array.from(found, ([, attribute = "", double, single, bare]) => {
      return [attribute.toLowerCase(), double ?? single ?? bare ?? ""] as const;
    });
    return [{ slash, name: name.toLowerCase(), attributes: new Map(attributes) }];
  });
}

/** Whether two wire values are the same but for what servers change: encoding, markup, white space, quotes and case. */
export const haveSameText = (property: Property, one: unknown, other: unknown): boolean =>
  plainText(property, one) === plainText(property, other);

const plainText = ({ type }: Property, wire: unknown): string =>
  textOf(type.canonical(wire), (text) => withoutCase(withoutSpaces(withoutMarkup(text))));

const withoutMarkup = (text: string) => text.replace(tags, "");

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
 * Compares what a response shows with what would be sent, as a reader sees it: upper and lower case count, and so do the addresses
 * of links and images. A text without markup doesn't show these.
 */
export function showsSame(property: Property, shown: unknown, sent: unknown): "same" | "different" | "not shown" {
  if (shown === undefined) return "not shown";
  const read = (value: unknown, simplify?: (text: string) => string) =>
    textOf(property.type.canonical(value), simplify);
  if (read(shown, asRead) === read(sent, asRead)) return "same";
  const isPlain = read(shown) === read(shown, withoutMarkup);
  const isSameText = read(shown, asText) === read(sent, asText);
  return isPlain && isSameText ? "not shown" : "different";
}

const asText = (text: string) => withoutSpaces(withoutMarkup(text));

/** The tags of links and images. */
const linking = /<[^>]*?\b(?:href|src)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)[^>]*>/gi;

const asRead = (text: string) => asText(text.replace(linking, "$1"));
