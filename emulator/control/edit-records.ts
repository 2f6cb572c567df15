import { formatInstant } from "../../model/api/instant.ts";
import type { Emulation } from "../emulation.ts";
import { applyUnlogged } from "../http/request.ts";
import { HttpError, invalid } from "../http-error.ts";
import { resourceOf } from "../resources/index.ts";
import { type Route, routes } from "../route.ts";
import { type TableName, type Tables, tableNames, tables } from "../tables/index.ts";
import { parsed } from "../validation.ts";
import type { Controls } from "./controls.ts";

/** Creates the controls that read and change single records, whatever the API's rules say. */
export function createEdits(emulation: Emulation): Pick<Controls, "records" | "edit" | "softDelete" | "remove"> {
  const { store } = emulation;
  const rowOf = <Name extends TableName>(table: Name, id: number): Tables[Name] => {
    checkTable(table);
    const row = store.table(table).find(id);
    if (!row) throw new HttpError(404, `there is no record ${id} in ${table}`);
    return row;
  };
  return {
    records: (table) => {
      checkTable(table);
      // A copy, so that callers can't change a row without updating the file and the indices.
      return structuredClone(store.table(table).all());
    },
    edit: (table, id, changes) => {
      const row = rowOf(table, id);
      const unknown = Object.keys(changes).find((field) => !Object.hasOwn(row, field));
      if (unknown !== undefined)
        throw invalid(unknown, `isn't a field of ${table}. Fields: ${Object.keys(row).join(", ")}`);
      const dated = "updated_at" in row ? { updated_at: now(emulation) } : {};
      // The table's name determines the schema, which the compiler can't follow.
      const changed = parsed(tables[table].row, { ...row, ...dated, ...changes, id }) as Tables[typeof table];
      store.transaction(() => {
        store.table(table).put(changed);
        resourceOf(table)?.rules.edited?.(store, row);
      });
    },
    softDelete: (table, id) => {
      const row = rowOf(table, id);
      const deleteRoute = routes.find(({ verb, resource }) => verb === "delete" && resource === table);
      const hub = "hub_id" in row ? store.table("hubs").find(row.hub_id) : undefined;
      if (!deleteRoute) throw new HttpError(404, `records of ${table} can't be soft-deleted`);
      if (!hub) throw new HttpError(404, `record ${id} of ${table} belongs to no hub`);
      const params = paramsOf(deleteRoute, { ...row, subdomain: hub.subdomain }, id);
      applyUnlogged(emulation, deleteRoute.name, { params });
    },
    remove: (table, id) => {
      const row = rowOf(table, id);
      store.transaction(() => {
        store.table(table).remove(id);
        resourceOf(table)?.rules.edited?.(store, row);
      });
    },
  };
}

/** Rejects names of other tables, which HTTP and JavaScript callers may pass. */
function checkTable(name: string): void {
  const isKnown = tableNames.some((known) => known === name);
  if (!isKnown) throw new HttpError(404, `there is no table ${name}; tables: ${tableNames.join(", ")}`);
}

/** Returns the path parameters of a record: its own ID, and its fields with the names of the others, such as `incident_id` of an update. */
function paramsOf(
  { parameters }: Route,
  fields: Readonly<Record<string, unknown>>,
  id: number,
): Record<string, string> {
  const params: Record<string, string> = {};
  for (const { name } of parameters) params[name] = String(fields[name] ?? id);
  return params;
}

/** The time of the records, in the API's format. */
export const now = ({ clock }: Emulation): string => formatInstant(clock.now());
