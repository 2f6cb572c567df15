import { createHash } from "node:crypto";
import type { Property } from "../../../model/kinds/kind.ts";
import { canonicalText, sameMeaning } from "./compare.ts";

/*
 * Recognizes the form in which a server keeps a value. This isn't drift. Inferred (texts): it is trimmed, reordered,
 * encoded or in lower case.
 */

// A fingerprint instead of the value, which may be long or secret.
export const fingerprint = (property: Property, live: unknown) =>
  createHash("sha256").update(canonicalText(property, live)).digest("base64url").slice(0, 22);

/**
 * Tells the server's form of a sent value from a write that was accepted but ignored.
 *
 * @param before the previous wire value; undefined if it isn't known
 */
export function isServerForm(
  property: Property,
  { wire, live, before }: { wire: unknown; live: unknown; before: unknown },
): boolean {
  if (haveSimilarForm(property, wire, live)) return true;
  if (isEmpty(live)) return isEmpty(wire);
  if (before !== undefined && haveSimilarForm(property, live, before)) return false;
  const { canonical, mayBecome } = property.type;
  return mayBecome(canonical(wire), canonical(live), before === undefined ? undefined : canonical(before));
}

/**
 * Whether a response to a write still shows what the program declared before, in whatever form. Then the write was ignored, however
 * little it changes: only the target of a link, or case. White space around a text and its encoding don't count.
 */
export function showsPrevious(
  property: Property,
  { wire, live, previous, form }: { wire: unknown; live: unknown; previous: unknown; form: string | undefined },
): boolean {
  if (previous === undefined || sameMeaning(property, wire, previous)) return false;
  if (textForm(property, live, "encoded") === textForm(property, wire, "encoded")) return false;
  // Inferred (masked-values): a mask would be the same for every secret.
  return sameMeaning(property, live, previous) || (property.secret !== true && fingerprint(property, live) === form);
}

/** Whether two wire values differ only in case, white space, markup and encoding. */
const haveSimilarForm = (property: Property, one: unknown, other: unknown) =>
  textForm(property, one, "similar") === textForm(property, other, "similar");

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
