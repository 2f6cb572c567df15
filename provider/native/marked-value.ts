import { isObject } from "../../model/api/object.ts";
import { markKey, outputMark, resourceMark, secretMark, unknownMark } from "../mark-keys.ts";
import { mapValues, type Properties } from "../marks.ts";

/*
 * A component passes values of the program on to its children, with everything that Pulumi knows about each of them.
 */

/** A value that isn't known yet, is secret, comes from a resource, or is one. Its content isn't looked at. */
export class MarkedValue {
  /** Undefined if it isn't known yet. For a resource, Pulumi's reference. */
  readonly value: unknown;
  readonly isSecret: boolean;
  /** URNs of the resources that it comes from. */
  readonly dependencies: readonly string[];

  constructor({ value, isSecret = false, dependencies = [] }: Partial<Omit<MarkedValue, "within">>) {
    this.value = value;
    this.isSecret = isSecret;
    this.dependencies = dependencies;
  }

  /** Returns this value as part of another one, which it shares its secrecy and dependencies with. */
  within({ isSecret, dependencies }: MarkedValue): MarkedValue {
    return new MarkedValue({
      value: this.value,
      isSecret: this.isSecret || isSecret,
      dependencies: [...new Set([...this.dependencies, ...dependencies])],
    });
  }
}

/** Decodes a value from Pulumi. Marked values become `MarkedValue`, at any depth. */
export function decodeMarked(raw: unknown): unknown {
  if (raw === unknownMark) return new MarkedValue({});
  if (Array.isArray(raw)) return raw.map(decodeMarked);
  if (typeof raw !== "object" || raw === null) return raw;
  const { [markKey]: mark, value, secret, dependencies } = raw as Properties;
  if (mark === resourceMark) return new MarkedValue({ value: raw });
  if (mark !== secretMark && mark !== outputMark) return mapValues(raw as Properties, decodeMarked);
  const outer = new MarkedValue({
    isSecret: mark === secretMark || secret === true,
    dependencies: (dependencies as readonly string[] | undefined) ?? [],
  });
  return asMarked(decodeMarked(value)).within(outer);
}

export function encodeMarked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(encodeMarked);
  if (typeof value !== "object" || value === null) return value;
  if (!(value instanceof MarkedValue)) return mapValues(value as Properties, encodeMarked);
  const known = value.value === undefined ? {} : { value: encodeMarked(value.value) };
  const { isSecret: secret, dependencies } = value;
  if (dependencies.length > 0 || (secret && !("value" in known))) {
    return { [markKey]: outputMark, ...known, secret, dependencies: [...dependencies] };
  }
  if (!("value" in known)) return unknownMark;
  return secret ? { [markKey]: secretMark, ...known } : known.value;
}

export const secret = (value: unknown): MarkedValue => asMarked(value).within(new MarkedValue({ isSecret: true }));

/** Returns the URNs that a value comes from, at any depth. */
export function dependenciesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const own = value instanceof MarkedValue ? value.dependencies : [];
  const inside = value instanceof MarkedValue ? [value.value] : Object.values(value);
  return [...own, ...inside.flatMap(dependenciesIn)];
}

/** Returns the content of a value if it has entries, which are then marked like the whole; else the value. */
export function opened(value: unknown): unknown {
  if (!(value instanceof MarkedValue) || isReference(value.value) || !isMap(value.value)) return value;
  return mapValues(value.value, (item) => asMarked(item).within(value));
}

export const isReference = (value: unknown): value is { readonly urn: string } =>
  isMap(value) && value[markKey] === resourceMark;

export const isMap = (value: unknown): value is Properties => isObject(value) && !(value instanceof MarkedValue);

const asMarked = (value: unknown): MarkedValue => (value instanceof MarkedValue ? value : new MarkedValue({ value }));
