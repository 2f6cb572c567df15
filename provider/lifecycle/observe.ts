import { createHash } from "node:crypto";
import type { Property, Wire } from "../resources/define.ts";

/** What a property is found to be, for the outputs. */
export interface Observation {
  /** As declared where the live value means the same, else the live value. */
  readonly value: unknown;
  readonly serverForm?: string;
  /** The API accepted a write of this property and kept something else. */
  readonly ignored?: true;
}

/**
 * The wire value of one in the state; `undefined` where that has no form of the property, as another version of this
 * package may have written it.
 */
export const findWire = ({ type }: Property, value: unknown): unknown =>
  value !== undefined && type.schema.safeParse(value).success ? type.toWire(value) : undefined;

/**
 * The live value on the wire, `undefined` where the response does not carry it.
 *
 * @param declared the wire value that it is compared with, where there is one: only that part of it counts
 */
export function liveValue(property: Property, record: Wire, declared: unknown): unknown {
  if (property.writeOnly) return undefined;
  const live = property.read ? property.read(record, declared) : record[property.wire];
  return live === undefined ? undefined : comparable(property, live, declared);
}

/** The part of a live wire value that a declared one is compared with. */
export const comparable = ({ type }: Property, live: unknown, declared: unknown): unknown =>
  declared === undefined || type.project === undefined ? live : type.project(live, declared);

const canonicalText = (property: Property, wire: unknown) => JSON.stringify(property.type.canonical(wire));

/** Two wire values mean the same. */
export const sameMeaning = (property: Property, one: unknown, other: unknown) =>
  canonicalText(property, one) === canonicalText(property, other);

/** Whether a program has to declare a live wire value to keep it: what is cleared it leaves out. */
export function isWorthDeclaring(property: Property, live: unknown): boolean {
  if (property.required) return true;
  // It can be chosen on create only, and says nothing of a record that is there.
  if (property.replaces) return false;
  return property.cleared === undefined || !sameMeaning(property, live, property.cleared);
}

// A fingerprint and not the value: it may be long, and it may be a secret.
const fingerprint = (property: Property, live: unknown) =>
  createHash("sha256").update(canonicalText(property, live)).digest("base64url").slice(0, 22);

/** What is expected of a property that a read shows. */
export interface Expected {
  /** What the program declares; `undefined` where it declares nothing. */
  readonly declared: unknown;
  readonly serverForm?: string | undefined;
  /** The value in the state. */
  readonly old?: unknown;
}

/** Compares a property with what a read shows. What nobody declares has the live value, whatever it was before. */
export function observe(property: Property, record: Wire, { declared, serverForm, old }: Expected): Observation {
  const wire = findWire(property, declared);
  const live = liveValue(property, record, wire);
  if (declared === undefined) return { value: live === undefined ? old : property.type.fromWire(live, undefined) };
  if (live === undefined) return serverForm === undefined ? { value: declared } : { value: declared, serverForm };
  if (wire === undefined) return { value: property.type.fromWire(live, undefined) };
  if (sameMeaning(property, wire, live)) return { value: declared };
  if (serverForm !== undefined && serverForm === fingerprint(property, live)) return { value: declared, serverForm };
  return { value: property.type.fromWire(live, declared) };
}

/** What was written of a property. */
export interface Written {
  /** What the program declares; `undefined` where the write cleared the property. */
  readonly declared: unknown;
  /** The wire value until then, where it is known. */
  readonly before: unknown;
  /** The wire value that the program declared until then, if any. */
  readonly managed?: unknown;
}

/** Compares a property with the response to the write that carried it. */
export function observeWrite(property: Property, record: Wire, { declared, before, managed }: Written): Observation {
  const { type } = property;
  const wire = declared === undefined ? property.cleared : type.toWire(declared);
  // Keys that were declared until now have to be gone.
  const expected = type.merge === undefined || managed === undefined ? wire : type.merge(managed, wire, undefined);
  const answered = liveValue(property, record, expected);
  const live = answered === undefined ? wire : answered;
  const value =
    declared === undefined ? type.fromWire(liveValue(property, record, undefined) ?? wire, undefined) : declared;
  if (sameMeaning(property, wire, live)) return { value };
  if (!isSpelling(property, { wire, live, before })) {
    return { value: property.type.fromWire(live, declared), ignored: true };
  }
  return declared === undefined ? { value } : { value, serverForm: fingerprint(property, live) };
}

/** Distinguishes a value that the server spells in its own way from a write that it accepted and ignored. */
function isSpelling(property: Property, { wire, live, before }: { wire: unknown; live: unknown; before: unknown }) {
  if (haveSimilarForm(property, wire, live)) return true;
  if (isEmpty(live)) return isEmpty(wire);
  if (before !== undefined && haveSimilarForm(property, live, before)) return false;
  const { canonical, mayBecome } = property.type;
  return mayBecome(canonical(wire), canonical(live), before === undefined ? undefined : canonical(before));
}

/** Two wire values differ at most by case, white space, markup and encoding. */
const haveSimilarForm = (property: Property, one: unknown, other: unknown) =>
  textForm(property, one, "similar") === textForm(property, other, "similar");

/**
 * A wire value as text, without what servers change in texts.
 *
 * @param form `rewritten`: without markup, encoding and outer white space; `similar`: also without case, quotes and any white space
 */
export const textForm = ({ type }: Property, wire: unknown, form: "rewritten" | "similar"): string =>
  textOf(type.canonical(wire), form === "rewritten" ? (text) => text.trim() : withoutCaseAndSpace);

// Members of a set come as JSON, which writes quotes and line breaks with a backslash.
const withoutCaseAndSpace = (text: string) => text.replace(/\\[nrt]|[\s"\\]+/g, "").toLowerCase();

/** A list may show the beginning of a text alone, perhaps with dots behind it. */
export function mayBeShortened(property: Property, shown: unknown, whole: unknown): boolean {
  if (typeof shown !== "string" || typeof whole !== "string") return false;
  const beginning = textForm(property, shown.replace(/\s*(?:\.{2,}|…)\s*$/u, ""), "similar");
  return beginning !== "" && textForm(property, whole, "similar").startsWith(beginning);
}

const isEmpty = (value: unknown) =>
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
  return simplify(decoded.replace(/<[^>]*>/g, "").normalize("NFKC"));
}

const entities = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }));
