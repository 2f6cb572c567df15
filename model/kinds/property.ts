import type { z } from "zod";
import * as field from "../api/field.ts";
import type { Live } from "../api/form.ts";
import type { ValueType } from "./value-type.ts";

/** Who notices a change: the page's visitors, only those who get messages, or only your team. */
export type Audience = "page" | "subscribers" | "editors";

/** A property that a program may declare. */
export interface Property {
  /** Key in request bodies, and in responses unless `read` is given. */
  readonly key: string;
  readonly type: ValueType;
  /**
   * Markdown for users. The classes, the schema and the reference print it, and add facts from the other keys: how it
   * is cleared, its default, its name in the API.
   */
  readonly doc: string;
  readonly required?: true;
  /**
   * The API's default, which is sent when the declaration is removed. If missing, nothing is sent and the property is
   * simply no longer managed.
   */
  readonly cleared?: unknown;
  /** The value that hides the record from the public. Clearing it publishes the record, so a preview warns about that. */
  readonly hides?: unknown;
  /** Value of the property on a new record if undeclared, in words. @default `cleared` */
  readonly initially?: string;
  /** The API can't change it, so another value requires another record. */
  readonly replaces?: true;
  /** Messages never show it. */
  readonly secret?: true;
  /** The API accepts it in PUT but not in POST. */
  readonly putOnly?: true;
  /** It may apply to the request alone, so every PUT of the record repeats this declared value. */
  readonly repeated?: unknown;
  /** @default everybody who notices the record */
  readonly noticedBy?: Audience;
  /** Lists omit it. */
  readonly inList?: false;
  /** Responses don't carry the key; `read` finds the live value elsewhere in them. */
  readonly requestOnly?: true;
  /** Values that responses show alike, so that nobody knows which of them a record has. */
  readonly shownAlike?: readonly unknown[];
  /** No response carries it, so the declared value is kept and drift can't be detected. */
  readonly writeOnly?: true;
  /**
   * Returns the live value in a response, if it isn't simply under `key`. Returns `undefined` if the response
   * doesn't carry it; then the declared value is kept and drift isn't detected. `wire`, the value to compare with, helps if a
   * response doesn't distinguish two values.
   */
  readonly read?: (live: Live, wire: unknown) => unknown;
}

/**
 * A value that only the API sets. Live status, counters and `updated_at` are left out, because they would make every
 * preview noisy.
 */
export interface Output {
  readonly doc: string;
  /** Key in responses; undefined if `read` finds the value elsewhere. */
  readonly key?: string;
  readonly schema: z.ZodType;
  /** Returns `undefined` if the response doesn't carry it. */
  readonly read: (live: Live) => unknown;
  readonly secret?: true;
}

/** Defines an output for a key of a response. */
export const output = <const Key extends string, Schema extends z.ZodType>(key: Key, schema: Schema, doc: string) => ({
  key,
  schema,
  doc,
  read: (live: Live) => live[key],
});

/** Every record carries its creation time. */
export const createdAt = output("created_at", field.timestamp, "Time of its creation, in UTC.");
