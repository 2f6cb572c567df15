import { z } from "zod";
import { type Route, routes } from "../route.ts";
import type { AccountStore, TableName, Tables } from "../tables/index.ts";
import { resourceOf } from "./index.ts";

/*
 * Turns a row into the record that a response shows. The schema of the response names the fields and the flags of the record. Their values
 * are those of the row, which has the flags as fields of their own, except for those that the rules of its kind show differently.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a row as the response of an operation shows it. */
export function recordOf(route: Route, row: Tables[TableName], store: AccountStore): Fields {
  const { fields, flags } = shapes.get(route) as RecordShape;
  const special = resourceOf(route.resource)?.rules.shown?.(row, store) ?? {};
  const shownFlags = { ...picked(flags, row), ...special.flags };
  return picked(fields, { ...row, ...special, flags: shownFlags });
}

const picked = (names: readonly string[], fields: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/** The names of what a response shows of each record. */
interface RecordShape {
  readonly fields: readonly string[];
  readonly flags: readonly string[];
}

/**
 * Documented: some lists carry basic info. Inferred (list-fields): a list leaves out the fields that may be missing there but not in a GET,
 * such as the `body` of a maintenance.
 */
function shapeOf(route: Route): RecordShape {
  const schemas = recordSchemas(route);
  const schemasInGet = recordSchemas(getRouteOf(route));
  const isLeftOut = (name: string) => isOptional(schemas[name]) && !isOptional(schemasInGet[name]);
  return {
    fields: Object.keys(schemas).filter((name) => !isLeftOut(name)),
    flags: schemas.flags instanceof z.ZodObject ? Object.keys(schemas.flags.shape) : [],
  };
}

/** Returns the operation that reads one of these records; if the API has none, the operation itself. */
const getRouteOf = (route: Route): Route =>
  routes.find(({ resource, verb }) => resource === route.resource && verb === "get") ?? route;

const isOptional = (schema: unknown): boolean => schema instanceof z.ZodOptional;

/** Returns the schemas of a record's fields. A list has its records in `data`. */
function recordSchemas({ operation: { response } }: Route): Readonly<Record<string, unknown>> {
  if (!(response instanceof z.ZodObject)) return {};
  const { data } = response.shape;
  const listed = data instanceof z.ZodArray ? data.element : undefined;
  return listed instanceof z.ZodObject ? listed.shape : response.shape;
}

/** Has every route. To work out a shape takes longer than to show a record. */
const shapes: ReadonlyMap<Route, RecordShape> = new Map(routes.map((route) => [route, shapeOf(route)]));
