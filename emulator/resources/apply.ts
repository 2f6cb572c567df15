import { guesses, guessNames } from "../../model/guesses/index.ts";
import type { Call, HubInStore } from "../call.ts";
import { because, HttpError, invalid } from "../http-error.ts";
import type { Route } from "../route.ts";
import type { TableName, Tables } from "../tables/index.ts";
import { resourceOf } from "./index.ts";
import { type ListQuery, toPage } from "./list.ts";
import { type Fields, recordOf } from "./record.ts";
import type { Rules } from "./rules.ts";

type AnyRow = Tables[TableName];
type AnyRules = Rules<string, TableName>;

/** Applies the rules of a kind to a call, and returns the body of the response. */
export function apply(route: Route, call: Call): unknown {
  const { method, path } = route.operation;
  const rules = resourceOf(route.resource)?.rules;
  if (!rules) throw new HttpError(501, `not offered by the emulator: ${method} ${path}`);
  if (route.verb === "list") {
    // Every list has these parameters.
    const query = call.query as unknown as ListQuery;
    return toPage(listedRows(call, rules, route), query, (row) => recordOf(route, row, call.store));
  }
  noteGuesses(call, route);
  return recordOf(route, rowAfter(call, rules, route), call.store);
}

function listedRows(call: Call, rules: AnyRules, { resource }: Route): readonly AnyRow[] {
  // Rules are registered under the names of their tables.
  const all = resource === "hubs" ? call.store.table("hubs").all() : recordsOf(call, resource as HubTable);
  return rules.list?.(call, all) ?? all;
}

type HubTable = "services" | "incidents" | "maintenances";

/** Returns the records of a hub. Those of a connected hub include what its primary hub shares with it. */
export function recordsOf<Name extends HubTable>(place: HubInStore, name: Name): readonly Tables[Name][] {
  const { store, hub } = place;
  const table = store.table(name);
  const ofPrimary = hub.parent_id === null ? [] : table.by("hub", hub.parent_id);
  const shared = ofPrimary.filter((row) => resourceOf(name)?.rules.isShared?.(row, place) === true);
  return [...table.by("hub", hub.id), ...shared];
}

/** Notes the guesses on which a write itself rests: that there is such an operation, and its effect. */
function noteGuesses({ follow }: Call, { name, verb }: Route): void {
  const guess = guessNames.find((each) => guesses[each].operation === name);
  if (guess !== undefined) follow(guess);
  if (verb === "delete") follow("delete-effect");
}

/** Carries out an operation on one record, by its rules or as `Rules` says of kinds without that rule. Returns the row after it. */
function rowAfter(call: Call, rules: AnyRules, { verb, parameters, resource }: Route): AnyRow {
  const table = resource as TableName;
  switch (verb) {
    case "create":
      checkAlive(call, parameters);
      rules.check?.(call);
      return rules.create?.(call) ?? call.insert(table, { ...rules.defaults?.(call), ...call.body });
    case "update": {
      checkAlive(call, parameters);
      const row = call.record(table);
      const body = call.body ?? {};
      rules.check?.(call, row);
      if (changesOnlyForm(row as Fields, body)) call.follow("texts");
      return rules.update?.(call, row) ?? call.change(table, row, body);
    }
    case "delete":
      return rules.delete?.(call, call.record(table)) ?? call.change(table, call.record(table), { deleted: true });
    case "restore":
      return rules.restore?.(call, call.record(table)) ?? call.record(table);
    default:
      return call.record(table);
  }
}

/** Inferred: a deleted record can't be changed, and nothing can be added to it. */
function checkAlive({ record }: Call, parameters: Route["parameters"]): void {
  for (const { name, table } of parameters) {
    const row = record(table);
    if ("deleted" in row && row.deleted)
      throw because("deleted-updates", invalid(name, `${row.id} is deleted and cannot be changed`));
  }
}

/** Whether a text changes only in what a service may change by itself: markup, white space, quotes and case. */
const changesOnlyForm = (row: Fields, body: Fields): boolean =>
  Object.entries(body).some(([name, value]) => {
    const old = row[name];
    return typeof value === "string" && typeof old === "string" && value !== old && content(value) === content(old);
  });

const content = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, "")
    .replace(/[\s"'“”‘’]+/g, " ")
    .trim()
    .toLowerCase();
