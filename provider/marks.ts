import { type Declared, type Form, type Stored, unknown } from "../model/api/form.ts";
import { isObject, withoutUndefined } from "../model/api/object.ts";
import type { Definition } from "../model/kinds/kind.ts";
import { markKey, resourceMark, secretMark, unknownMark } from "../model/pulumi/mark-keys.ts";
import { pointerKey } from "../model/pulumi/pointer.ts";
import { confidentialKeys } from "./lifecycle/forms/state.ts";

/*
 * The values of resources come in from Pulumi by `declaredFrom` and `storedFrom`, without its marks, and go out with them by
 * `secured`. The result of a lookup goes out by `securedResult`, and settings come in by `plainFrom`.
 */

/** Properties as Pulumi passes and keeps them, with its marks. */
export type Properties = Form<"marked">;

/** Plain values, in which only `unknown` and resources aren't JSON. */
type Plain = Readonly<Record<string, unknown>>;

/** A resource that a program passes instead of its ID. */
export class ResourceReference {
  readonly urn: string;
  readonly id: unknown;

  constructor({ urn, id }: Plain) {
    this.urn = String(urn);
    this.id = id;
  }
}

export const declaredFrom = (inputs: Properties): Declared => plainFrom(inputs) as Declared;

export const storedFrom = (outputs: Properties): Stored => plainFrom(outputs) as Stored;

/**
 * Returns values without the pointer and without keys that have no value. Pulumi marks secrets in unpredictable places,
 * so those marks are removed.
 */
export function plainFrom(marked: Properties): Plain {
  const { [pointerKey]: _, ...rest } = withoutUndefined(marked);
  return mapValues(rest, decode);
}

function decode(value: unknown): unknown {
  if (value === unknownMark) return unknown;
  if (Array.isArray(value)) return value.map(decode);
  if (!isObject(value)) return value;
  const { [markKey]: mark, ...rest } = value;
  if (mark === secretMark) return decode(rest.value);
  if (mark === resourceMark) return new ResourceReference(mapValues(rest, decode));
  return mapValues(rest, decode);
}

/**
 * Returns values as Pulumi keeps them in the state. Secret is what the kind says is secret, and what the program marks as
 * secret: in objects key by key, of a list all of it. For a provider that doesn't accept secrets, Pulumi does the latter
 * itself.
 *
 * @param marked the values from Pulumi that these come from
 */
export function secured(
  { properties, outputs }: Definition,
  values: Declared | Stored,
  marked: Properties = {},
): Properties {
  const described = { ...properties, ...outputs };
  const isSecret = (name: string) => described[name]?.secret === true || confidentialKeys.includes(name);
  const encoded = Object.entries(encodeAll(values)).map(([name, value]) => [
    name,
    isSecret(name) && value !== null ? secretOf(value) : likeMarked(value, marked[name]),
  ]);
  return Object.fromEntries(encoded);
}

function likeMarked(value: unknown, marked: unknown): unknown {
  if (isUnmarkedObject(value) && isUnmarkedObject(marked)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, likeMarked(item, marked[name])]));
  }
  return holdsSecret(marked) ? secretOf(value) : value;
}

const isUnmarkedObject = (value: unknown): value is Plain => isObject(value) && !(markKey in value);

/** Marks a value of Pulumi's as secret, so that the state encrypts it. */
export const secretOf = (value: unknown) => ({ [markKey]: secretMark, value });

export function holdsSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (value as Plain)[markKey] === secretMark || Object.values(value).some(holdsSecret);
}

/** Returns the names of properties that are marked as secret in any of several forms, or contain a secret. */
export const secretNamesIn = (...forms: readonly Properties[]): ReadonlySet<string> =>
  new Set(forms.flatMap((marked) => Object.keys(marked).filter((name) => holdsSecret(marked[name]))));

/** Returns what a lookup has found by a query. A record that is found by a secret may contain it under any key. */
export function securedResult(found: Stored, query: Properties): Properties {
  const encoded = encodeAll(found);
  return holdsSecret(query) ? mapValues(encoded, secretOf) : encoded;
}

/** Replaces what JSON doesn't have, because Pulumi's protocols would fail with it. */
const encodeAll = (values: Plain): Properties => mapValues(withoutUndefined(values), encode);

function encode(value: unknown): unknown {
  if (value === unknown) return unknownMark;
  if (Array.isArray(value)) return Array.from(value, encode);
  if (typeof value === "object" && value !== null) return encodeAll(value as Plain);
  return typeof value === "string" || typeof value === "boolean" || Number.isFinite(value) ? value : null;
}

export const mapValues = (values: Plain, change: (value: unknown) => unknown): Plain =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
