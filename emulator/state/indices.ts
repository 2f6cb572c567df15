import type {
  HubRow,
  IncidentUpdateRow,
  MaintenanceRow,
  ServiceRow,
  SubscriptionRow,
  TableName,
  Tables,
} from "./row.ts";
import type { Key } from "./table.ts";

type RowIndices<Row> = Readonly<Record<string, (row: Row) => Key | undefined>>;

const byHub = { hub: (row: { hub_id: number }) => row.hub_id };

/** The indices of each table, besides the ID. A row without a key isn't in that index. */
export const indices = {
  hubs: { subdomain: (row: HubRow) => row.subdomain },
  groups: byHub,
  services: {
    ...byHub,
    // Inferred: a deleted record frees its unique values.
    customId: (row: ServiceRow) =>
      row.deleted || row.custom_id === null ? undefined : within(row.hub_id, row.custom_id),
  },
  incidents: byHub,
  incident_updates: { incident: (row: IncidentUpdateRow) => row.incident_id },
  maintenances: { ...byHub, series: (row: MaintenanceRow) => row.series_id ?? undefined },
  incident_templates: byHub,
  maintenance_templates: byHub,
  subscribers: byHub,
  subscriptions: {
    ...byHub,
    subscriber: (row: SubscriptionRow) => row.subscriber_id,
    address: (row: SubscriptionRow) => (row.deleted ? undefined : within(row.hub_id, addressKey(row))),
  },
  platform_alerts: byHub,
  accesses: byHub,
} satisfies { readonly [Name in TableName]: RowIndices<Tables[Name]> };

export type IndexName<Name extends TableName> = keyof (typeof indices)[Name] & string;

/** Returns the index key of a value that is unique within a hub. */
export const within = (hubId: number, value: string | number) => `${hubId}:${value}`;

/** Returns the index key of an address. Inferred: surrounding spaces don't count, nor the case of e-mail addresses. */
export const addressKey = ({ method_name, address }: { method_name: string; address: string }) =>
  method_name === "email" ? address.trim().toLowerCase() : address.trim();
