import { formatInstant } from "../../model/api/instant.ts";
import type { Emulation } from "../emulation.ts";
import { applyUnlogged } from "../http/request.ts";
import { parsed } from "../http/validation.ts";
import { HttpError, invalid } from "../http-error.ts";
import { resourceOf } from "../resources/index.ts";
import { routes } from "../route.ts";
import { rowSchemas, type TableName, type Tables } from "../state/row.ts";
import { tableNames } from "../state/store.ts";

/** The tables whose records can be soft-deleted. */
export type SoftTable = {
  [Name in TableName]: Tables[Name] extends { readonly deleted: boolean } ? Name : never;
}[TableName];

/** Manual changes, as in the control panel. They need no key, and the request log doesn't have them. */
export interface Edits {
  /** Returns the records of a table in insertion order, including the emulator's own fields. */
  records<Name extends TableName>(table: Name): readonly Tables[Name][];
  /**
   * Changes fields of a record. Throws if the record or a field doesn't exist, or a value has the wrong type. Doesn't
   * check the API's rules.
   */
  edit<Name extends TableName>(table: Name, id: number, changes: Partial<Tables[Name]>): void;
  /** Deletes a record as the API does: it can still be read, with `flags.deleted`. */
  softDelete(table: SoftTable, id: number): void;
  /** Removes a record for good, so that reading it returns 404. */
  remove(table: TableName, id: number): void;
}

export function createEdits(emulation: Emulation): Edits {
  const { store } = emulation;
  const rowOf = <Name extends TableName>(name: Name, id: number): Tables[Name] => {
    checkTable(name);
    const row = store.table(name).find(id);
    if (!row) throw new HttpError(404, `there is no record ${id} in ${name}`);
    return row;
  };
  return {
    edit: (name, id, changes) => {
      const row = rowOf(name, id);
      const unknown = Object.keys(changes).find((field) => !Object.hasOwn(row, field));
      if (unknown !== undefined)
        throw invalid(unknown, `isn't a field of ${name}. Fields: ${Object.keys(row).join(", ")}`);
      const dated = "updated_at" in row ? { updated_at: formatInstant(emulation.clock.now()) } : {};
      // The table's name determines the schema, which the compiler can't follow.
      const changed = parsed(rowSchemas[name], { ...row, ...dated, ...changes, id }) as Tables[typeof name];
      store.transaction(() => {
        store.table(name).put(changed);
        resourceOf(name)?.rules.edited?.(store, row);
      });
    },
    records: (name) => {
      checkTable(name);
      // A copy, so that callers can't change a row without updating the file and the indices.
      return structuredClone(store.table(name).all());
    },
    softDelete: (name, id) => {
      softDelete(emulation, name, rowOf(name, id));
    },
    remove: (name, id) => {
      const row = rowOf(name, id);
      store.transaction(() => {
        const { remove, edited } = resourceOf(name)?.rules ?? {};
        if (remove) remove(store, row);
        else store.table(name).remove(row.id);
        edited?.(store, row);
      });
    },
  };
}

/** Rejects names of other tables, which HTTP and JavaScript callers may pass. */
function checkTable(name: string): void {
  const isKnown = tableNames.some((known) => known === name);
  if (!isKnown) throw new HttpError(404, `there is no table ${name}; tables: ${tableNames.join(", ")}`);
}

/** Performs the operation itself, so that the API's rules apply. */
function softDelete(emulation: Emulation, table: TableName, row: Tables[TableName]): void {
  const route = routes.find(({ verb, resource }) => verb === "delete" && resource === table);
  const hub = "hub_id" in row ? emulation.store.table("hubs").find(row.hub_id) : undefined;
  if (!route) throw new HttpError(404, `records of ${table} can't be soft-deleted`);
  if (!hub) throw new HttpError(404, `record ${row.id} of ${table} belongs to no hub`);
  // Fields such as `incident_id` hold the IDs of the records above it in the path.
  const fields: Readonly<Record<string, unknown>> = { ...row, subdomain: hub.subdomain };
  const params = route.parameters.map(({ name }) => [name, String(fields[name] ?? row.id)]);
  applyUnlogged(emulation, route.name, { params: Object.fromEntries(params) });
}
