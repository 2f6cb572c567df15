import { z } from "zod";
import { type Route, routes } from "../route.ts";

type Fields = Readonly<Record<string, unknown>>;

interface Shape {
  readonly fields: readonly string[];
  readonly flags: readonly string[];
}

/**
 * Converts a row to a record of the API: fields and flags have the row's names and values, except for those in `given`.
 */
export function toRecord(route: Route, row: Fields, given: Fields & { readonly flags?: object } = {}): Fields {
  const { fields, flags } = shapes.get(route) ?? shapeOf(route);
  return picked(fields, { ...row, ...given, flags: { ...picked(flags, row), ...given.flags } });
}

const picked = (names: readonly string[], fields: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

function shapeOf(route: Route): Shape {
  const fields = fieldsOf(route);
  const single = routes.find(({ resource, verb }) => resource === route.resource && verb === "get");
  const inSingle = single ? fieldsOf(single) : {};
  // Documented: some lists carry basic info. Inferred: they omit fields that are optional in the list but not
  // elsewhere.
  const isShown = (name: string) => !(fields[name] instanceof z.ZodOptional) || fields[name] === inSingle[name];
  return {
    fields: Object.keys(fields).filter(isShown),
    flags: fields.flags instanceof z.ZodObject ? Object.keys(fields.flags.shape) : [],
  };
}

function fieldsOf({ operation: { response } }: Route): Fields {
  const fields = response instanceof z.ZodObject ? response.shape : {};
  const { data } = fields;
  return data instanceof z.ZodArray && data.element instanceof z.ZodObject ? data.element.shape : fields;
}

const shapes = new Map(routes.map((route) => [route, shapeOf(route)]));
