import { formatInstant } from "../../api/instant.ts";
import type { OperationName } from "../../kinds/operations.ts";
import { invalid, Refusal } from "../http/refusal.ts";
import { parsed } from "../http/validation.ts";
import { incidentValues, liveUpdates } from "../resources/incident-values.ts";
import { rowSchemas, type TableName, type Tables } from "../state/row.ts";
import type { Store } from "../state/store.ts";
import type { World } from "../world.ts";
import { performBehind } from "./behind.ts";

/** The tables whose records can be deleted softly. */
export type SoftTable = {
  [Name in TableName]: Tables[Name] extends { readonly deleted: boolean } ? Name : never;
}[TableName];

/** Changes by hand, as in the web control panel. They bypass the API and its request log. */
export interface Edits {
  /** The records of a table, in insertion order, with the emulator's own fields. */
  records<Name extends TableName>(table: Name, hub?: string): readonly Tables[Name][];
  /**
   * Changes fields of a record. Throws where the record or a field does not exist, or the value has another type.
   * The rules are not checked.
   */
  edit<Name extends TableName>(table: Name, id: number, changes: Partial<Tables[Name]>): void;
  /** Deletes a record as the API does: it stays viewable, with `flags.deleted`. */
  softDelete(table: SoftTable, id: number): void;
  /** Archives a service, which no operation of the API can. */
  archive(table: "services", id: number): void;
  /** Removes a record for good: it is a 404 from then on. */
  remove(table: TableName, id: number): void;
}

export function createEdits(world: World): Edits {
  const { store } = world;
  const rowOf = <Name extends TableName>(name: Name, id: number): Tables[Name] => {
    const row = store.table(name).find(id);
    if (!row) throw new Refusal(404, `there is no record ${id} in ${name}`);
    return row;
  };
  const edit: Edits["edit"] = (name, id, changes) => {
    const row = rowOf(name, id);
    const unknown = Object.keys(changes).find((field) => !Object.hasOwn(row, field));
    if (unknown !== undefined)
      throw invalid(unknown, `is no field of ${name}, which have ${Object.keys(row).join(", ")}`);
    const dated = "updated_at" in row ? { updated_at: formatInstant(world.clock.now()) } : {};
    // The schema belongs to the table by its name, which the compiler does not follow.
    const changed = parsed(rowSchemas[name], { ...row, ...dated, ...changes, id }) as Tables[typeof name];
    store.transaction(() => {
      store.table(name).put(changed);
      followUpdate(store, row);
    });
  };
  return {
    edit,
    records: (name, subdomain) => {
      // A copy, so that nobody changes a row past the file and the indices.
      const rows: readonly Tables[typeof name][] = structuredClone(store.table(name).all());
      if (subdomain === undefined) return rows;
      const hub = store.table("hubs").findBy("subdomain", subdomain);
      return rows.filter((row) => "hub_id" in row && row.hub_id === hub?.id);
    },
    softDelete: (name, id) => {
      if (!Object.hasOwn(deleteOperations, name)) throw new Refusal(404, `records of ${name} cannot be deleted softly`);
      softDelete(world, name, rowOf(name, id));
    },
    archive: (name, id) => edit(name, id, { archived: true }),
    remove: (name, id) => {
      const row = rowOf(name, id);
      store.transaction(() => {
        store.table(name).remove(row.id);
        followUpdate(store, row);
      });
    },
  };
}

/** Where an incident update has changed, brings its incident in line. */
function followUpdate(store: Store, row: Tables[TableName]): void {
  const incident = "incident_id" in row ? store.table("incidents").find(row.incident_id) : undefined;
  if (incident) store.table("incidents").put({ ...incident, ...incidentValues(liveUpdates(store, incident.id)) });
}

const deleteOperations = {
  services: ["deleteService", "service_id"],
  incidents: ["deleteIncident", "incident_id"],
  incident_updates: ["deleteIncidentUpdate", "incident_update_id"],
  maintenances: ["deleteMaintenance", "maintenance_id"],
  incident_templates: ["deleteIncidentTemplate", "incident_template_id"],
  maintenance_templates: ["deleteMaintenanceTemplate", "maintenance_template_id"],
  subscribers: ["deleteSubscriber", "subscriber_id"],
  subscriptions: ["deleteSubscription", "subscription_id"],
} as const satisfies Record<SoftTable, readonly [OperationName, string]>;

// Object.keys is typed as string[]; the keys are the tables.
export const softTables = Object.keys(deleteOperations) as readonly SoftTable[];

/** Performs the operation itself, so that the API's rules hold. */
function softDelete(world: World, name: SoftTable, row: Tables[SoftTable]): void {
  const hub = world.store.table("hubs").find(row.hub_id);
  if (!hub) throw new Refusal(404, `record ${row.id} of ${name} belongs to no hub`);
  const [operation, parameter] = deleteOperations[name];
  const incident = "incident_id" in row ? { incident_id: String(row.incident_id) } : {};
  performBehind(world, operation, { params: { subdomain: hub.subdomain, ...incident, [parameter]: String(row.id) } });
}
