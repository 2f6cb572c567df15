import type { z } from "zod";
import type { RowOf } from "../state/field.ts";
import { type SnapshotOf, Store, type TableDefinition } from "../state/store.ts";
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

type IndexName<Definition> =
  | "hub"
  | (Definition extends { readonly indices: infer Indices } ? keyof Indices & string : never);

type Indices = { readonly [Name in TableName]: IndexName<Definitions[Name]> };

export type AccountStore = Store<Tables, Indices>;

/** All records of an account as plain data, for JSON and for `restore`. */
export type Snapshot = SnapshotOf<Tables>;

export const createStore = (onCommit?: () => void): AccountStore => new Store<Tables, Indices>(tables, onCommit);

// Object.keys is typed as string[]; the keys are the tables.
export const tableNames = Object.keys(tables) as readonly TableName[];

type NullFields = Readonly<Record<string, null>>;

/** The fields of each table that may be null, which they are in a new row unless it has a value for them. */
export const nullFields = Object.fromEntries(
  Object.entries<TableDefinition>(tables).map(([name, definition]) => [name, nullFieldsOf(definition)]),
) as Readonly<Record<TableName, NullFields>>;

function nullFieldsOf({ row }: TableDefinition): NullFields {
  const fields: Record<string, null> = {};
  for (const [name, schema] of Object.entries<z.ZodType>(row.shape)) {
    const isNullable = schema.safeParse(null).success;
    if (isNullable) fields[name] = null;
  }
  return fields;
}
