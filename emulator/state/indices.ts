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

/** The indices of some tables, besides the ID and the hub. A row without a key isn't in that index. */
const own = {
  hubs: { subdomain: (row: HubRow) => row.subdomain },
  services: {
    // Inferred: a deleted record frees its unique values.
    customId: (row: ServiceRow) =>
      row.deleted || row.custom_id === null ? undefined : within(row.hub_id, row.custom_id),
  },
  incident_updates: { incident: (row: IncidentUpdateRow) => row.incident_id },
  maintenances: { series: (row: MaintenanceRow) => row.series_id ?? undefined },
  subscriptions: {
    subscriber: (row: SubscriptionRow) => row.subscriber_id,
    address: (row: SubscriptionRow) => (row.deleted ? undefined : within(row.hub_id, addressKey(row))),
  },
} satisfies { readonly [Name in TableName]?: RowIndices<Tables[Name]> };

export type IndexName<Name extends TableName> =
  | "hub"
  | (Name extends keyof typeof own ? keyof (typeof own)[Name] : never);

/** Returns the indices of a table, besides the ID. */
export const indicesOf = (name: TableName): RowIndices<never> => ({
  hub: (row: { readonly hub_id?: number }) => row.hub_id,
  ...(own as Partial<Record<TableName, RowIndices<never>>>)[name],
});

/** Returns the index key of a value that is unique within a hub. */
export const within = (hubId: number, value: string | number) => `${hubId}:${value}`;

/** Returns the index key of an address. Inferred: surrounding spaces don't count, nor the case of e-mail addresses. */
export const addressKey = ({ method_name, address }: { method_name: string; address: string }) =>
  method_name === "email" ? address.trim().toLowerCase() : address.trim();
