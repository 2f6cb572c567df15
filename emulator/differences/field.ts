import { z } from "zod";
import { parseInstant } from "../../model/api/instant.ts";
import { routes } from "../route.ts";
import { hasInnerValues } from "../validation.ts";
import type { FieldDifference } from "./assumptions.ts";
import { type Difference, type Fields, onRecords, onRequests, type Resources, without } from "./difference.ts";

/** The fields of each resource in responses and bodies, also inner ones, such as `flags.deleted`. */
const fieldsByResource: ReadonlyMap<string, readonly string[]> = findFields();

function findFields(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [resource, sharing] of Map.groupBy(routes, (route) => route.resource)) {
    // A list has a page around its records.
    const operations = sharing.filter(({ verb }) => verb !== "list").map(({ operation }) => operation);
    const fields = operations.flatMap(({ response, body }) => [...fieldsIn(response), ...fieldsIn(body)]);
    if (fields.length > 0) found.set(resource, [...new Set(fields)]);
  }
  return found;
}

/** Returns the names of the fields in a schema, with those of inner ones: `flags` and `flags.deleted`. `*` stands for any names. */
function fieldsIn(schema: unknown): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fieldsIn(schema.unwrap());
  if (schema instanceof z.ZodArray) return fieldsIn(schema.element);
  if (schema instanceof z.ZodUnknown) return ["*"];
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const innerFields = fieldsIn(field).map((inner) => `${name}.${inner}`);
    return [name, ...innerFields];
  });
}

const noField = `must be a field, such as services.name, of one of ${[...fieldsByResource.keys()].join(", ")}`;

/** @param place a resource and its field, such as `services.name` or `maintenances.event_repeat.end_on` */
function problemOf(place: string): string | undefined {
  const [, resource = "", field = ""] = /^(\w+)\.(.+)$/.exec(place) ?? [];
  const known = fieldsByResource.get(resource);
  if (known === undefined) return noField;
  const isKnown = known.some((name) => name === field || isBelowAny(name, field));
  return isKnown ? undefined : `must be a field of ${resource}: ${known.join(", ")}`;
}

/** Whether a name such as `configuration.*` includes a field. */
const isBelowAny = (name: string, field: string): boolean =>
  name.endsWith(".*") && field.startsWith(name.slice(0, -"*".length));

const place = z
  .string({ error: noField })
  .refine((text) => problemOf(text) === undefined, { error: ({ input }) => problemOf(String(input)) });

export const places = z.union([place, z.array(place)], { error: noField });

/** How a value is shown; undefined if it is left out. */
type Show = ((value: unknown) => unknown) | undefined;

/** Changes a text, or each text of a list. */
export function eachText(change: (text: string) => string): (value: unknown) => unknown {
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed);
    return typeof value === "string" ? change(value) : value;
  };
  return changed;
}

const eachTime = (change: (text: string) => string) =>
  eachText((text) => (parseInstant(text) === undefined ? text : change(text)));

export const shows: Readonly<Record<Exclude<FieldDifference, "ignore">, Show>> = {
  trim: eachText((text) => text.trim()),
  "lower-case": eachText((text) => text.toLowerCase()),
  "upper-case": eachText((text) => text.toUpperCase()),
  "entity-encode": eachText((text) =>
    text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  ),
  "strip-tags": eachText((text) => text.replaceAll(/<[^<>]*>/g, "")),
  "time-offset": eachTime((text) => text.replace("Z", "+00:00")),
  "time-fraction": eachTime((text) => text.replace("Z", ".000Z")),
  // To the next whole minute.
  "time-round-up": eachTime((text) => new Date(Math.ceil(Date.parse(text) / 60_000) * 60_000).toISOString()),
  "time-space": eachTime((text) => text.replace("T", " ").replace("Z", "")),
  "re-order": (value) => (Array.isArray(value) ? value.toReversed() : value),
  omit: undefined,
};

export function fieldDifference(name: FieldDifference, place: string): Difference {
  const [resource = "", ...path] = place.split(".");
  const field = path.join(".");
  return name === "ignore" ? ignoring(resource, field) : showing([resource], [field], shows[name]);
}

/** Shows fields of these resources differently. A dot separates inner fields, also those of the objects in a list. */
export const showing = (resources: Resources, fields: readonly string[], show: Show): Difference =>
  onRecords(resources, (record) =>
    // Every step returns an object if it gets one.
    fields.reduce((shown, field) => shownAt(shown, field.split("."), show) as Fields, record),
  );

function shownAt(value: unknown, path: readonly string[], show: Show): unknown {
  if (Array.isArray(value)) return value.map((item) => shownAt(item, path, show));
  const [name = "", ...inner] = path;
  // Only what the object itself has: a name such as `__proto__` would reach into what all objects share.
  if (!hasInnerValues(value) || !Object.hasOwn(value, name)) return value;
  if (inner.length > 0) return { ...value, [name]: shownAt(value[name], inner, show) };
  return show === undefined ? without(value, name) : { ...value, [name]: show(value[name]) };
}

/** Accepts writes of a field but keeps its previous value, unless it is required. */
const ignoring = (resource: string, field: string): Difference =>
  onRequests(
    ({ route }) => route.resource === resource,
    (exchange) => {
      const { body: sent, route } = exchange;
      const shape = route.operation.body?.shape ?? {};
      // The values of a ZodObject's shape are schemas, but its type only knows zod's core.
      const schema = shape[field] as z.ZodType | undefined;
      if (sent === undefined || schema === undefined) return exchange;
      const isOptional = schema.safeParse(undefined).success;
      const isValid = schema.safeParse(sent[field]).success;
      return isOptional && isValid ? { ...exchange, body: without(sent, field) } : exchange;
    },
  );
