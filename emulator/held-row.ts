import { z } from "zod";
import { isObject } from "../model/api/object.ts";
import { type TableName, type Tables, tables } from "./tables/index.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * Makes a whole row of what is known of a record. A list shows records in part, and no response shows everything; and StatusHub
 * may show fields that a row doesn't have.
 *
 * A field that isn't known has its initial value, or else is null: `{ id: 3, hub_id: 1, group_id: 2, name: "Web", ... }` becomes a service
 * with `archived: false` and `description: null`.
 *
 * @returns undefined if the emulator can't hold such a record
 */
export function wholeRow<Name extends TableName>(table: Name, fields: Fields): Tables[Name] | undefined {
  const { row } = tables[table];
  const empty = Object.fromEntries(Object.keys(row.shape).map((name) => [name, null]));
  const known = withInitialValues(initialValues[table] ?? {}, withoutNull(fields));
  const whole = fitted(row, { ...empty, deleted: false, ...known });
  const { success, data } = row.safeParse(whole);
  // The schema belongs to the table, which the compiler can't follow through the name.
  return success ? (data as unknown as Tables[Name]) : undefined;
}

/** The fields that aren't null while nobody knows them. */
const initialValues: { readonly [Name in TableName]?: Fields } = {
  hubs: { position: 1, shared_groups: [], shared_services: "all" },
  services: { archived: false },
  incident_templates: { labels: [], service_statuses: [] },
  maintenance_templates: { labels: [], service_statuses: [] },
  subscriptions: {
    configuration: {},
    less_verbose: false,
    protected: false,
    services_selection: { all: false, service_ids: [] },
  },
  maintenances: {
    body: "",
    event_notifications: [],
    service_statuses: [],
    silent: false,
    state: "published",
    suppress_events: false,
  },
};

const withoutNull = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** A known object also gets the initial values of the keys that it lacks. */
function withInitialValues(initial: Fields, known: Fields): Fields {
  const complete = Object.entries(known).map(([name, value]) => {
    const start = initial[name];
    return [name, isObject(start) && isObject(value) ? { ...start, ...value } : value];
  });
  return { ...initial, ...Object.fromEntries(complete) };
}

/** Leaves out the fields that a schema doesn't have, at any depth, and null where it isn't allowed: the field may be optional. */
function fitted(schema: z.ZodType, value: unknown): unknown {
  if (value === null || value === undefined) return value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return fitted(schema.unwrap() as z.ZodType, value);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => fitted(schema.element as z.ZodType, item));
  if (schema instanceof z.ZodObject && typeof value === "object") return fittedObject(schema, value as Fields);
  return value;
}

function fittedObject({ shape }: z.ZodObject, value: Fields): Fields {
  const fitting: Record<string, unknown> = {};
  for (const [name, field] of Object.entries<z.ZodType>(shape)) {
    const item = value[name];
    const isWrongNull = item === null && !field.safeParse(null).success;
    if (item !== undefined && !isWrongNull) fitting[name] = fitted(field, item);
  }
  return fitting;
}
