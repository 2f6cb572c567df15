import { z } from "zod";
import * as field from "../api/field.ts";
import { formatInstant, parseInstant } from "../api/instant.ts";
import { isObject, textOf } from "../api/object.ts";

/** How the values of a property are declared, sent, and compared. */
export interface ValueType<Request extends z.ZodType = z.ZodType, Response extends z.ZodType = z.ZodType> {
  /**
   * Schema of a declared value. Users see its messages, which must fit after "must". The classes, the schemas and the
   * reference take names and descriptions of nested types from its metadata.
   */
  readonly schema: z.ZodType;
  /** Schema of the value in a request body. */
  readonly request: Request;
  /** Schema of the value in a response. Wider than in a request, so that an unknown value never makes a record unreadable. */
  readonly response: Response;
  readonly toWire: (declared: unknown) => unknown;
  /** Converts a live value to the declared form. Parts that `declared` has in another notation keep it, so that the diff is exact. */
  readonly fromWire: (live: unknown, declared: unknown) => unknown;
  /** Two wire values mean the same if their canonical forms are equal as JSON. Forms without an order are sorted. */
  readonly canonical: (wire: unknown) => unknown;
  /**
   * Whether `live` may be the server's form of the value `wire` (both canonical), although they differ by more than
   * case, white space and encoding. If not, such a response to a write means that it was ignored. `previous` is the
   * canonical value before, which matters if only a part of it changed.
   */
  readonly mayBecome: (wire: unknown, live: unknown, previous: unknown) => boolean;
  /** Returns the part of a live value that `wire` is compared with. @default all of it */
  readonly project?: (live: unknown, wire: unknown) => unknown;
  /**
   * The records of another kind on the same hub that a declared value names; it may have unknown parts. @default none
   */
  readonly references?: { readonly kind: string; readonly idsIn: (declared: unknown) => unknown[] };
}

const same = (value: unknown): unknown => value;
const never = () => false;
const always = () => true;

const exact = <Request extends z.ZodType, Response extends z.ZodType>(
  schema: Request,
  response: Response,
): ValueType<Request, Response> => ({
  schema,
  request: schema,
  response,
  toWire: same,
  fromWire: same,
  canonical: same,
  mayBecome: never,
});

/** A value that may also be null. */
export const nullable = <Request extends z.ZodType, Response extends z.ZodType>(
  type: ValueType<Request, Response>,
): ValueType<z.ZodNullable<Request>, z.ZodNullable<Response>> => ({
  ...type,
  schema: type.schema.nullable(),
  request: z.nullable(type.request),
  response: z.nullable(type.response),
  toWire: (declared) => (declared === null ? null : type.toWire(declared)),
  fromWire: (live, declared) => (live === null ? null : type.fromWire(live, declared)),
  canonical: (wire) => (wire === null ? null : type.canonical(wire)),
  mayBecome: (wire, live, previous) => wire !== null && live !== null && type.mayBecome(wire, live, previous),
});

/** Text that a server keeps unchanged. */
export const exactText = <Schema extends z.ZodType>(schema: Schema) => exact(schema, z.string());

export const flag = exact(field.boolean, z.boolean());

export const wholeNumber = <Schema extends z.ZodType>(schema: Schema) => exact(schema, z.int());

/** One of several texts, compared for equality. */
export const oneOf = <Schema extends z.ZodEnum<Readonly<Record<string, string>>>>(schema: Schema) =>
  exact(schema, field.responseEnum(schema.options));

/** The ID of a record, which a server may send as a number or as text. */
export const id = {
  ...exact(field.recordId, field.recordId),
  fromWire: toNumber,
  canonical: toNumber,
};

function toNumber(value: unknown): unknown {
  return typeof value === "string" && field.recordIdText.test(value) ? Number(value) : value;
}

/** Text that a server may keep in another form: without tags that it doesn't allow, shortened, or encoded. */
export const text = <Schema extends z.ZodType>(schema: Schema) => ({ ...exact(schema, z.string()), mayBecome: always });

/**
 * An object with arbitrary contents. Its keys have no order. Only the declared ones are compared, because a server may
 * have others.
 */
export const jsonObject = <Schema extends z.ZodType>(schema: Schema): ValueType<Schema, Schema> => ({
  ...exact(schema, schema),
  canonical: sorted,
  mayBecome: mayBeKept,
  project: keysDeclaredOf,
});

/** Text may be kept in the server's form; a missing or extra key, or a different number, means that the write was ignored. */
function mayBeKept(wire: unknown, live: unknown, previous: unknown): boolean {
  if (isObject(wire)) return isObject(live) && mayKeepKeys(wire, live, isObject(previous) ? previous : {});
  if (Array.isArray(wire)) return Array.isArray(live) && mayKeepItems(wire, live);
  if (wire === live) return true;
  const areTexts = typeof wire === "string" && typeof live === "string";
  return areTexts && live !== "" && live !== previous;
}

type Keyed = Readonly<Record<string, unknown>>;

function mayKeepKeys(wire: Keyed, live: Keyed, previous: Keyed): boolean {
  const names = Object.keys(wire);
  if (Object.keys(live).length !== names.length) return false;
  return names.every((name) => Object.hasOwn(live, name) && mayBeKept(wire[name], live[name], previous[name]));
}

const mayKeepItems = (wire: readonly unknown[], live: readonly unknown[]): boolean =>
  live.length === wire.length && wire.every((item, at) => mayBeKept(item, live[at], undefined));

/** A key that the live value lacks is null there, so that a later read still compares it. */
function keysDeclaredOf(live: unknown, wire: unknown): unknown {
  if (!isObject(live) || !isObject(wire)) return live ?? null;
  return Object.fromEntries(Object.keys(wire).map((key) => [key, keysDeclaredOf(live[key], wire[key])]));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  // A key with null is the same as none.
  const names = Object.keys(value).filter((name) => value[name] !== null);
  return Object.fromEntries(names.sort().map((name) => [name, sorted(value[name])]));
}

/** Returns a time as the API writes it; any other value unchanged. */
function inUtc(time: unknown): unknown {
  const milliseconds = typeof time === "string" ? parseInstant(time) : undefined;
  return milliseconds === undefined ? time : formatInstant(milliseconds);
}

/**
 * A date-time, compared as an instant; `2026-12-06 02:00:00` and `2026-12-06T02:00:00Z` are the same value. Documented:
 * all times are read as UTC. So a time is sent in UTC, because an offset might be rejected or ignored.
 */
export const instant: ValueType<typeof field.dateTime, typeof field.timestamp> = {
  schema: field.dateTime,
  request: field.dateTime,
  response: field.timestamp,
  toWire: inUtc,
  fromWire: inUtc,
  canonical: inUtc,
  // A different instant is a different value. A time in a format that we can't read may well be the one that was sent.
  mayBecome: (_, live) => parseInstant(textOf(live)) === undefined,
};

interface SetOptions<Request extends z.ZodType, Response extends z.ZodType>
  extends Pick<ValueType<Request, Response>, "schema" | "request" | "response"> {
  readonly toWire?: (item: unknown) => unknown;
  /** `declared` is the same member in the program's form. */
  readonly fromWire?: (item: unknown, declared?: unknown) => unknown;
  /** Returns the part of a wire item that is compared; a response may carry more. */
  readonly canonical?: (item: unknown) => unknown;
  /** Two wire items with the same key are the same member, even if it has changed. */
  readonly key: (item: unknown) => unknown;
  /** Whether the server may keep the members `live` instead of `wire`. @default never */
  readonly mayBecome?: (wire: readonly unknown[], live: readonly unknown[]) => boolean;
}

/**
 * A list without an order: its canonical form is sorted, so that order doesn't matter, and `fromWire` keeps the order
 * in the program.
 */
export function setOf<Request extends z.ZodType, Response extends z.ZodType>({
  schema,
  request,
  response,
  toWire = same,
  fromWire = same,
  canonical = same,
  key,
  mayBecome = never,
}: SetOptions<Request, Response>): ValueType<Request, Response> {
  const json = (item: unknown) => JSON.stringify(canonical(item));
  const keyOf = (item: unknown) => textOf(key(item));
  return {
    schema,
    request,
    response,
    toWire: (declared) => list(declared).map(toWire),
    // First the declared members that are live, in the program's order, then the others.
    fromWire: (live, declared) => {
      const others = new Map(list(live).map((item) => [keyOf(item), item]));
      const members: unknown[] = [];
      for (const item of list(declared)) {
        const wire = toWire(item);
        const liveItem = others.get(keyOf(wire));
        if (liveItem === undefined) continue;
        others.delete(keyOf(wire));
        const isUnchanged = json(liveItem) === json(wire);
        members.push(isUnchanged ? item : fromWire(liveItem, item));
      }
      for (const item of others.values()) members.push(fromWire(item));
      return members;
    },
    canonical: (wire) => [...new Set(list(wire).map(json))].sort(),
    mayBecome: (wire, live) => mayBecome(membersOf(wire), membersOf(live)),
  };
}

// The canonical form of a set is the JSON of its members.
const membersOf = (canonical: unknown): unknown[] => list(canonical).map((json) => JSON.parse(String(json)));

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
