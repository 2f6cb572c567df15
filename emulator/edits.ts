import { formatInstant } from "../api/instant.ts";
import type { TableName, Tables } from "./row.ts";
import { tableNames } from "./store.ts";
import type { World } from "./world.ts";

/** The tables whose records can be deleted softly. */
export type SoftTable = {
  [Name in TableName]: Tables[Name] extends { readonly deleted: boolean } ? Name : never;
}[TableName];

/** Changes behind the API's back, as someone makes them in the web control panel. They are not in the request log. */
export interface Edits {
  /** The records of a table, by ascending id, with the emulator's own fields. */
  records<Name extends TableName>(table: Name, hub?: string): readonly Tables[Name][];
  /** Changes fields of a record. Throws where the record or a field does not exist. The rules are not checked. */
  edit<Name extends TableName>(table: Name, id: number, changes: Partial<Tables[Name]>): void;
  /** Deletes a record as the API does: it stays viewable, with `flags.deleted`. */
  softDelete(table: SoftTable, id: number): void;
  /** Archives a service, which no operation of the API can. */
  archive(table: "services", id: number): void;
  /** Takes a record away for good: it is a 404 from then on. */
  remove(table: TableName, id: number): void;
}

export function createEdits(world: World): Edits {
  const edit: Edits["edit"] = (name, id, changes) => {
    const table = world.store.table(name);
    const row = table.find(id);
    if (!row) throw new Error(`There is no record ${id} in ${name}.`);
    const unknown = Object.keys(changes).find((field) => !Object.hasOwn(row, field));
    if (unknown !== undefined)
      throw new Error(`Records of ${name} have no field ${unknown}. They have ${Object.keys(row).join(", ")}.`);
    const dated = "updated_at" in row ? { updated_at: formatInstant(world.clock.now()) } : {};
    world.store.transaction(() => table.put({ ...row, ...dated, ...changes, id }));
  };
  return {
    edit,
    records: (name, subdomain) => {
      const rows: readonly Tables[typeof name][] = world.store.table(name).all();
      if (subdomain === undefined) return rows;
      const hub = world.store.table("hubs").findBy("subdomain", subdomain);
      return rows.filter((row) => "hub_id" in row && row.hub_id === hub?.id);
    },
    softDelete: (name, id) => edit(name, id, { deleted: true }),
    archive: (name, id) => edit(name, id, { archived: true }),
    remove: (name, id) => {
      if (!world.store.table(name).find(id)) throw new Error(`There is no record ${id} in ${name}.`);
      world.store.transaction(() => world.store.table(name).remove(id));
    },
  };
}

/** Reads the name of a table, as a path or a command gives it. */
export const toTableName = (text: string): TableName | undefined => tableNames.find((name) => name === text);
