import { z } from "zod";
import { guesses, guessNames } from "../../model/guesses/index.ts";
import type { Call, HubInStore, Rules } from "../call.ts";
import { because, HttpError, invalid } from "../http-error.ts";
import { type Route, routes } from "../route.ts";
import type { AccountStore, TableName, Tables } from "../tables/index.ts";
import { resourceOf } from "./index.ts";
import { type ListQuery, toPage } from "./list.ts";

type AnyRow = Tables[TableName];

export function apply(route: Route, call: Call): unknown {
  const { method, path } = route.operation;
  const rules = resourceOf(route.resource)?.rules;
  if (!rules) throw new HttpError(501, `not offered by the emulator: ${method} ${path}`);
  const toRecordOfRoute = (row: AnyRow) => shownBy(route, row, call.store);
  if (route.verb === "list") {
    // Every list has these parameters.
    const query = call.query as unknown as ListQuery;
    return toPage(listedBy(call, rules, route), query, toRecordOfRoute);
  }
  followOperation(call, route);
  return toRecordOfRoute(applyTo(call, rules, route));
}

function listedBy(call: Call, rules: Rules<string, TableName>, { resource }: Route): readonly AnyRow[] {
  // Rules are registered under the names of their tables.
  const all = resource === "hubs" ? call.store.table("hubs").all() : recordsOf(call, resource as HubTable);
  return rules.list?.(call, all) ?? all;
}

/** Returns a row as the response of an operation shows it. */
export const shownBy = (route: Route, row: AnyRow, store: AccountStore): Fields =>
  toRecord(route, row, resourceOf(route.resource)?.rules.shown?.(row, store));

/** Notes the guesses on which a write itself rests: that there is such an operation, and its effect. */
function followOperation({ follow }: Call, { name, verb }: Route): void {
  const guess = guessNames.find((each) => guesses[each].operation === name);
  if (guess !== undefined) follow(guess);
  if (verb === "delete") follow("delete-effect");
}

type HubTable = "services" | "incidents" | "maintenances";

/** Returns the records of a hub. Those of a connected hub include what its primary hub shares with it. */
export function recordsOf<Name extends HubTable>(place: HubInStore, name: Name): readonly Tables[Name][] {
  const { store, hub } = place;
  const table = store.table(name);
  const shared = hub.parent_id === null ? [] : table.by("hub", hub.parent_id);
  return [
    ...table.by("hub", hub.id),
    ...shared.filter((row) => resourceOf(name)?.rules.isShared?.(row, place) === true),
  ];
}

function applyTo(call: Call, rules: Rules<string, TableName>, { verb, parameters, resource }: Route): AnyRow {
  const table = resource as TableName;
  if (verb === "create" || verb === "update") checkAlive(call, parameters);
  if (verb === "create") {
    rules.check?.(call);
    return rules.create?.(call) ?? call.insert(table, { ...rules.defaults?.(call), ...call.body });
  }
  const row = call.record(table);
  if (verb === "update") {
    rules.check?.(call, row);
    if (changesForm(row as Fields, call.body ?? {})) call.follow("texts");
    return rules.update?.(call, row) ?? call.change(table, row, call.body ?? {});
  }
  if (verb === "delete") return rules.delete?.(call, row) ?? call.change(table, row, { deleted: true });
  if (verb === "restore") return rules.restore?.(call, row) ?? row;
  return row;
}

/** Inferred: a deleted record can't be changed, and nothing can be added to it. */
function checkAlive({ record }: Call, parameters: Route["parameters"]): void {
  for (const { name, table } of parameters) {
    const row = record(table);
    if ("deleted" in row && row.deleted)
      throw because("deleted-updates", invalid(name, `${row.id} is deleted and cannot be changed`));
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** Whether a text changes only in what a service may change by itself: markup, white space, quotes and case. */
const changesForm = (row: Fields, body: Fields): boolean =>
  Object.entries(body).some(([name, value]) => {
    const old = row[name];
    return typeof value === "string" && typeof old === "string" && value !== old && plain(value) === plain(old);
  });

const plain = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, "")
    .replace(/[\s"'“”‘’]+/g, " ")
    .trim()
    .toLowerCase();

/**
 * Converts a row to a record of the API: fields and flags have the row's names and values, except for those in `given`.
 */
function toRecord(route: Route, row: Fields, given: Fields & { readonly flags?: object } = {}): Fields {
  const { fields, flags } = shapes.get(route) ?? shapeOf(route);
  return picked(fields, { ...row, ...given, flags: { ...picked(flags, row), ...given.flags } });
}

const picked = (names: readonly string[], fields: Fields): Fields =>
  Object.fromEntries(names.map((name) => [name, fields[name]]));

function shapeOf(route: Route) {
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
