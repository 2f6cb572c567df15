import type { Key } from "./table.ts";

/**
 * The emulator's state, one row type a table. Fields carry the API's names; `hub_id` and `deleted` are in every row of
 * a hub. Times are text as the API answers them, which sorts by time.
 */
interface Dated {
  readonly id: number;
  readonly created_at: string;
  readonly updated_at: string;
}

interface HubRecordRow extends Dated {
  readonly hub_id: number;
  readonly deleted: boolean;
}

export interface HubRow extends Dated {
  readonly name: string;
  readonly subdomain: string;
  readonly type: "primary" | "connected";
  readonly custom_domain: string | null;
  readonly parent_id: number | null;
  readonly product_url: string | null;
  readonly position: number;
  /** Of a connected hub: the groups of its primary hub that it shares. */
  readonly shared_groups: readonly number[];
  /** Of a connected hub: the services that it shares out of those groups. */
  readonly shared_services: "all" | readonly number[];
}

/** Inferred: a group is known only by the `group_id` of services, so its fields are ours. */
export interface GroupRow {
  readonly id: number;
  readonly hub_id: number;
  readonly name: string;
}

export interface ServiceRow extends HubRecordRow {
  readonly name: string;
  readonly public_name: string | null;
  readonly description: string | null;
  readonly group_id: number;
  readonly custom_id: string | null;
  readonly token: string;
  readonly archived: boolean;
}

export interface Tables {
  readonly hubs: HubRow;
  readonly groups: GroupRow;
  readonly services: ServiceRow;
}

export type TableName = keyof Tables;

type RowIndices<Row> = Readonly<Record<string, (row: Row) => Key | undefined>>;

const byHub = { hub: (row: { hub_id: number }) => row.hub_id };

/** Which rows can be found by what, besides their id. A row without a key is not in that index. */
export const indices = {
  hubs: { subdomain: (row: HubRow) => row.subdomain, parent: (row: HubRow) => row.parent_id ?? undefined },
  groups: byHub,
  services: {
    ...byHub,
    // Inferred: a deleted record holds none of its unique values.
    customId: (row: ServiceRow) =>
      row.deleted || row.custom_id === null ? undefined : within(row.hub_id, row.custom_id),
  },
} satisfies { readonly [Name in TableName]: RowIndices<Tables[Name]> };

export type IndexName<Name extends TableName> = keyof (typeof indices)[Name] & string;

/** The key of a value that is unique within a hub. */
export const within = (hubId: number, value: string | number) => `${hubId}:${value}`;
