import { isObject } from "../api/object.ts";
import type { Definition } from "../kinds/kind.ts";
import { confidentialKeys } from "./lifecycle/forms/state.ts";
import { unknown } from "./lifecycle/forms/unknown.ts";
import { isPartial, PartialError } from "./lifecycle/record/operation-error.ts";
import { pointerKey } from "./pointer.ts";

/*
 * How Pulumi marks unknown, secret and resource values, the same in both protocols. Copied from the SDK, which takes
 * half a second to load; the marks are a wire format.
 */

/** Properties as Pulumi passes and keeps them. */
export type Properties = Readonly<Record<string, unknown>>;

/** Represents a value of any type that isn't known yet. */
export const unknownMark = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** Key by which Pulumi recognizes a marked object. */
export const markKey = "4dabf18193072939515e22adb298388d";
export const resourceMark = "5cf8f73096256a8f31e491e813e4eb8e";
export const secretMark = "1b47061264138c4ac30d75fd1eb44270";
export const outputMark = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** A value to be marked as secret, so that Pulumi encrypts it in the state. */
export class Secret {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** A resource that a program passes instead of its ID. */
export class ResourceReference {
  readonly urn: string;
  readonly id: unknown;

  constructor({ urn, id }: Properties) {
    this.urn = String(urn);
    this.id = id;
  }
}

/**
 * Decodes values from Pulumi: without the pointer and without keys that have no value. Pulumi marks secrets in
 * unpredictable places, so those marks are removed.
 */
export function fromPulumi(values: Properties): Properties {
  const { [pointerKey]: _, ...rest } = withoutUndefined(values);
  return decode(rest) as Properties;
}

function decode(value: unknown): unknown {
  if (value === unknownMark) return unknown;
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== "object" || value === null) return value;
  const { [markKey]: mark, ...rest } = value as Properties;
  if (mark === secretMark) return decode(rest.value);
  if (mark === resourceMark) return new ResourceReference(mapValues(rest, decode));
  return mapValues(rest, decode);
}

/**
 * Encodes values as Pulumi keeps them in the state. Never fails, because Pulumi's protocols fail with any value that JSON
 * doesn't have: keys without a value are left out, and any other such value becomes null.
 */
export const toPulumi = (values: Properties): Properties => mapValues(withoutUndefined(values), encode);

function encode(value: unknown): unknown {
  if (value === unknown) return unknownMark;
  if (value instanceof Secret) return { [markKey]: secretMark, value: encode(value.value) };
  if (Array.isArray(value)) return Array.from(value, encode);
  if (typeof value === "object" && value !== null) return toPulumi(value as Properties);
  return isPlain(value) ? value : null;
}

const isPlain = (value: unknown) => typeof value === "string" || typeof value === "boolean" || Number.isFinite(value);

export const mapValues = (values: Properties, change: (value: unknown) => unknown): Properties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

const withoutUndefined = (values: Properties): Properties =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Marks a kind's secret properties, whether or not the program does. */
export function withSecrets({ properties, outputs }: Definition, values: Properties): Properties {
  const described = { ...properties, ...outputs };
  const isSecret = (name: string) => described[name]?.secret === true || confidentialKeys.includes(name);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name) && value !== null ? new Secret(value) : value]),
  );
}

/**
 * Keeps secret what a program marks as secret: in objects key by key, of a list all of it. Pulumi does this itself for
 * providers that don't accept secrets.
 *
 * @param marked the values from Pulumi, with its marks
 */
export const keepSecrets = (values: Properties, marked: Properties): Properties =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, name in marked ? keepSecret(value, marked[name]) : value]),
  );

function keepSecret(value: unknown, marked: unknown): unknown {
  if (isUnmarkedObject(value) && isUnmarkedObject(marked)) return keepSecrets(value, marked);
  return holdsSecret(marked) && !(value instanceof Secret) ? new Secret(value) : value;
}

const isUnmarkedObject = (value: unknown): value is Properties =>
  isObject(value) && !(value instanceof Secret) && !(markKey in value);

/** Whether a value from Pulumi is marked as secret or contains a secret. */
export function holdsSecret(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (value as Properties)[markKey] === secretMark || Object.values(value).some(holdsSecret);
}

/** Runs a write, and also marks the secrets of a record that was only partly written. */
export async function securingPartial<Result>(
  write: () => Promise<Result>,
  secure: (outputs: Properties) => Properties,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isPartial(error)) throw error;
    const { message, recordId, stored, cause } = error;
    throw new PartialError(message, { recordId, stored: secure(stored), cause });
  }
}
