import type { z } from "zod";
import type { RowOf } from "../state/field.ts";
import { type IndexName, type SnapshotOf, Store, type TableDefinition } from "../state/store.ts";
import { hubs } from "./hub.ts";
import { incidents, incidentUpdates } from "./incident.ts";
import { maintenances } from "./maintenance.ts";
import { groups, platformAlerts } from "./panel.ts";
import { services } from "./service.ts";
import { subscribers, subscriptions } from "./subscription.ts";
import { incidentTemplates, maintenanceTemplates } from "./template.ts";

/**
 * What an account consists of, by the names in paths. A row has the fields of the API's record, including its flags, and
 * fields that only the emulator knows.
 */
export const tables = {
  hubs,
  services,
  incident_templates: incidentTemplates,
  maintenance_templates: maintenanceTemplates,
  subscribers,
  subscriptions,
  incidents,
  incident_updates: incidentUpdates,
  maintenances,
  groups,
  platform_alerts: platformAlerts,
};

type Definitions = typeof tables;

export type TableName = keyof Definitions;

export type Tables = { readonly [Name in TableName]: RowOf<Definitions[Name]["row"]> };

type Indices = { readonly [Name in TableName]: IndexName<Definitions[Name]> };

export type AccountStore = Store<Tables, Indices>;

/** All records of an account as plain data, for JSON and for `restore`. */
export type Snapshot = SnapshotOf<Tables>;

export const createStore = (onCommit?: () => void): AccountStore => new Store<Tables, Indices>(tables, onCommit);

// Object.keys is typed as string[]; the keys are the tables.
export const tableNames = Object.keys(tables) as readonly TableName[];

/** The nullable fields of each table, set to null: the defaults of a new row. */
export const emptyFields = Object.fromEntries(
  Object.entries<TableDefinition>(tables).map(([name, { row }]) => {
    const nullable = Object.entries<z.ZodType>(row.shape).filter(([, schema]) => schema.safeParse(null).success);
    return [name, Object.fromEntries(nullable.map(([field]) => [field, null]))];
  }),
) as Readonly<Record<TableName, Readonly<Record<string, null>>>>;
