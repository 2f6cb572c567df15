import { z } from "zod";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";

/*
 * Fields that rows of several tables have. Like all schemas of rows, they describe what the code relies on, not the API's
 * rules, which an edit may break.
 */

// As many digits as IDs in paths may have; IDs after the largest one are still exact.
export const largestId = 999_999_999_999_999;

export const id = z.int().min(1).max(largestId);

// The API's format, which sorts by time.
export const time = z.string().refine((text) => {
  const instant = parseInstant(text);
  return instant !== undefined && formatInstant(instant) === text;
}, "must be a time such as 2026-01-01T00:00:00Z");

export const text = z.string();

export const dated = { id, created_at: time, updated_at: time };

export const ofHub = { ...dated, hub_id: id, deleted: z.boolean() };

/** A row has a record's flags as fields of their own. */
export const withoutFlags = { flags: true } as const;

export const serviceStatuses = z.array(z.strictObject({ service_id: id, status: text }));

export type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

export type RowOf<Schema extends z.ZodType> = DeepReadonly<z.output<Schema>>;

export type ServiceStatus = RowOf<typeof serviceStatuses>[number];

/** What an index finds rows by. */
export type Key = string | number;

/** Returns the key of a value that is unique within a hub. */
export const within = (hubId: number, value: string | number): Key => `${hubId}:${value}`;
