import { createHash } from "node:crypto";
import type { Definition, Property, Values, Wire } from "../resources/define.ts";

/**
 * Key of the outputs that remembers, for each property that the server spells otherwise than declared, a fingerprint of
 * the server's spelling. A later read with the same fingerprint means "as declared".
 */
export const echoKey = "__echo";

export type Echoes = Record<string, string>;

export const echoesOf = (outputs: Values): Echoes => (outputs[echoKey] as Echoes | undefined) ?? {};

/** What a property is found to be, for the outputs. */
export interface Observation {
  /** As declared where the live value means the same, else the live value. */
  readonly value: unknown;
  readonly echo?: string;
  /** The API accepted a write of this property and kept something else. */
  readonly ignored?: true;
}

/** The properties of a definition that the values declare. */
export function declaredIn(definition: Definition, values: Values): [string, Property][] {
  return Object.entries(definition.properties).filter(([name]) => values[name] !== undefined);
}

/**
 * The wire value of one in the state; `undefined` where that has no form of the property, as another version of this
 * package may have written it.
 */
export const findWire = ({ type }: Property, value: unknown): unknown =>
  value !== undefined && type.schema.safeParse(value).success ? type.toWire(value) : undefined;

/** The live value on the wire; `undefined` where the answer does not tell. */
export function liveValue(property: Property, record: Wire, declared: unknown): unknown {
  if (property.writeOnly) return undefined;
  return property.read ? property.read(record, declared) : record[property.wire];
}

const canonicalText = (property: Property, wire: unknown) => JSON.stringify(property.type.canonical(wire));

/** Two wire values mean the same. */
export const sameMeaning = (property: Property, one: unknown, other: unknown) =>
  canonicalText(property, one) === canonicalText(property, other);

// A fingerprint and not the value: it may be long, and it may be a secret.
const fingerprint = (property: Property, live: unknown) =>
  createHash("sha256").update(canonicalText(property, live)).digest("base64url").slice(0, 22);

/** Compares a declared value with what a read shows. */
export function observe(property: Property, record: Wire, declared: unknown, echo: string | undefined): Observation {
  const wire = findWire(property, declared);
  const live = liveValue(property, record, wire);
  if (live === undefined) return echo === undefined ? { value: declared } : { value: declared, echo };
  if (wire === undefined) return { value: property.type.fromWire(live, undefined) };
  if (sameMeaning(property, wire, live)) return { value: declared };
  if (echo !== undefined && echo === fingerprint(property, live)) return { value: declared, echo };
  return { value: property.type.fromWire(live, declared) };
}

/**
 * Compares the value on the wire with the answer to the write that carried it; `before` is the one until then, and
 * `declared` what the program says, which is nothing where a value was cleared.
 */
export function observeWrite(
  property: Property,
  record: Wire,
  wire: unknown,
  { declared, before }: { declared: unknown; before: unknown },
): Observation {
  const live = liveValue(property, record, wire);
  if (live === undefined || sameMeaning(property, wire, live)) return { value: declared };
  if (isSpelling(property, { wire, live, before })) {
    return { value: declared, echo: fingerprint(property, live) };
  }
  return { value: property.type.fromWire(live, declared), ignored: true };
}

/** Tells a value that the server spells in its own way from a write that it accepted and ignored. */
function isSpelling(property: Property, { wire, live, before }: { wire: unknown; live: unknown; before: unknown }) {
  if (haveSameSkeleton(property, wire, live)) return true;
  if (isEmpty(live)) return isEmpty(wire);
  if (before !== undefined && haveSameSkeleton(property, live, before)) return false;
  const { canonical, mayBecome } = property.type;
  return mayBecome(canonical(wire), canonical(live));
}

/** Two wire values differ at most by case, white space, markup and encoding. */
export const haveSameSkeleton = ({ type }: Property, one: unknown, other: unknown) =>
  skeleton(type.canonical(one)) === skeleton(type.canonical(other));

const isEmpty = (value: unknown) =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);

/** What is left of a value when case, white space, quotes, markup and entities are taken away. */
function skeleton(value: unknown): string {
  if (Array.isArray(value)) return value.map(skeleton).sort().join("\n");
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const decoded = text.replace(/&(?:#x([0-9a-f]{1,5})|#(\d{1,6})|(\w+));/gi, (all, hex, decimal, name) =>
    hex || decimal ? String.fromCodePoint(Number(decimal ?? `0x${hex}`)) : (entities[name] ?? all),
  );
  return (
    decoded
      .replace(/<[^>]*>/g, "")
      .normalize("NFKC")
      // Members of a set come as JSON, which writes quotes and line breaks with a backslash.
      .replace(/\\[nrt]|[\s"\\]+/g, "")
      .toLowerCase()
  );
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
