import type { Call } from "../call.ts";
import { HttpError, invalid } from "../http-error.ts";
import type { Route } from "../route.ts";
import type { TableName, Tables } from "../state/row.ts";
import { resourceOf } from "./index.ts";
import { type ListQuery, toPage } from "./list.ts";
import { toRecord } from "./response.ts";
import type { Rules } from "./rules.ts";
import type { HubInStore } from "./shared-service.ts";

type AnyRules = Rules<string, TableName>;
type AnyRow = Tables[TableName];

export function apply(route: Route, call: Call): unknown {
  const { method, path } = route.operation;
  const { rules } = resourceOf(route.resource) ?? {};
  if (!rules) throw new HttpError(501, `not offered by the emulator: ${method} ${path}`);
  // Rules are registered under the names of their tables.
  const table = route.resource as TableName;
  const record = (row: AnyRow) => toRecord(route, row, rules.shown?.(row, call.store));
  if (route.verb !== "list") return record(applyTo(call, { rules, table, route }));
  const all = table === "hubs" ? call.store.table(table).all() : recordsOf(call, table as HubTable);
  const rows = rules.list?.(call, all) ?? all;
  // Every list has these parameters.
  const query = call.query as unknown as ListQuery;
  return toPage(rows, query, record);
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

interface Target {
  readonly rules: AnyRules;
  readonly table: TableName;
  readonly route: Route;
}

function applyTo(call: Call, { rules, table, route: { verb, parameters } }: Target): AnyRow {
  if (verb === "create" || verb === "update") checkAlive(call, parameters);
  if (verb === "create") {
    rules.check?.(call);
    return rules.create?.(call) ?? call.insert(table, { ...rules.defaults?.(call), ...call.body });
  }
  const row = call.record(table);
  if (verb === "update") {
    rules.check?.(call, row);
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
    if ("deleted" in row && row.deleted) throw invalid(name, `${row.id} is deleted and cannot be changed`);
  }
}
