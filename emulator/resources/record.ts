import { z } from "zod";
import { type Route, routes } from "../route.ts";
import type { AccountStore, TableName, Tables } from "../tables/index.ts";
import { resourceOf } from "./index.ts";

/*
 * Turns a row into the record that a response shows. Fields and flags of the record have the row's names and values, except for
 * those that the rules of its kind show differently.
 */

export type Fields = Readonly<Record<string, unknown>>;

/** Returns a row as the response of an operation shows it. */
export function recordOf(route: Route, row: Tables[TableName], store: AccountStore): Fields {
  const { fields, flags } = shapes.get(route) as RecordShape;
  const special = resourceOf(route.resource)?.rules.shown?.(row, store) ?? {};
  return picked(fields, { ...row, ...special, flags: { ...picked(flags, row), ...special.flags } });
}

const picked = (names: readonly string[], fields: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

/** The names of what a response shows of each record. */
interface RecordShape {
  readonly fields: readonly string[];
  readonly flags: readonly string[];
}

function shapeOf(route: Route): RecordShape {
  const schemas = recordSchemas(route);
  const getRoute = routes.find(({ resource, verb }) => resource === route.resource && verb === "get");
  const schemasInGet = getRoute ? recordSchemas(getRoute) : {};
  // Documented: some lists carry basic info. Inferred: a list omits the fields that are optional there and not in the
  // record itself. If they are optional in both, they have one schema.
  const isOmitted = (name: string) => schemas[name] instanceof z.ZodOptional && schemas[name] !== schemasInGet[name];
  return {
    fields: Object.keys(schemas).filter((name) => !isOmitted(name)),
    flags: schemas.flags instanceof z.ZodObject ? Object.keys(schemas.flags.shape) : [],
  };
}

/** Returns the schemas of a record's fields. A list has its records in `data`. */
function recordSchemas({ operation: { response } }: Route): Fields {
  const schemas = response instanceof z.ZodObject ? response.shape : {};
  const { data } = schemas;
  return data instanceof z.ZodArray && data.element instanceof z.ZodObject ? data.element.shape : schemas;
}

/** Has every route. To work out a shape takes longer than to show a record. */
const shapes: ReadonlyMap<Route, RecordShape> = new Map(routes.map((route) => [route, shapeOf(route)]));
