import { z } from "zod";
import { type Route, routes } from "../route.ts";
import type { AccountStore, TableName, Tables } from "../tables/index.ts";
import { resourceOf } from "./index.ts";

/*
 * Turns a row into the record that a response shows. The schema of the response names the fields and flags of the record. Their values
 * are those of the row, except for those that the rules of its kind show differently.
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

function shapeOf(route: Route): RecordShape {
  const schemas = recordSchemas(route);
  return {
    fields: Object.keys(schemas).filter((name) => !isLeftOut(name, schemas, route)),
    flags: schemas.flags instanceof z.ZodObject ? Object.keys(schemas.flags.shape) : [],
  };
}

/**
 * Documented: some lists carry basic info. Inferred: a list leaves out what only the list may lack, such as the `body` of a maintenance.
 * Such a field has a schema of its own in the list; all others have the same schema in the list and in a GET, also those that may be
 * missing in both.
 */
function isLeftOut(name: string, schemas: Schemas, { resource }: Route): boolean {
  const getRoute = routes.find((each) => each.resource === resource && each.verb === "get");
  const schemasInGet = getRoute ? recordSchemas(getRoute) : {};
  const mayBeMissing = schemas[name] instanceof z.ZodOptional;
  const hasSchemaOfGet = schemas[name] === schemasInGet[name];
  return mayBeMissing && !hasSchemaOfGet;
}

type Schemas = Readonly<Record<string, unknown>>;

/** Returns the schemas of a record's fields. A list has its records in `data`. */
function recordSchemas({ operation: { response } }: Route): Schemas {
  const schemas = response instanceof z.ZodObject ? response.shape : {};
  const { data } = schemas;
  return data instanceof z.ZodArray && data.element instanceof z.ZodObject ? data.element.shape : schemas;
}

/** Has every route. To work out a shape takes longer than to show a record. */
const shapes: ReadonlyMap<Route, RecordShape> = new Map(routes.map((route) => [route, shapeOf(route)]));
