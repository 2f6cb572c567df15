import type { Key } from "./table.ts";

/**
 * The emulator's state, one row type a table. Fields have the API's names; every row of a hub has `hub_id` and `deleted`.
 * Times are text as the API returns them, which sorts by time.
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

export interface ServiceStatus {
  readonly service_id: number;
  readonly status: string;
}

/** Keeps the values that follow from its updates, so that lists need not read those. */
export interface IncidentRow extends HubRecordRow {
  readonly author: string | null;
  readonly title: string;
  readonly start_time: string;
  readonly end_time: string | null;
  readonly last_incident_type: string;
  readonly draft: boolean;
  readonly original_incident_id: number | null;
}

export interface IncidentUpdateRow extends HubRecordRow {
  readonly incident_id: number;
  readonly author: string | null;
  readonly title: string;
  readonly body: string;
  readonly start_time: string;
  readonly incident_type: string;
  readonly state: string;
  readonly silent: boolean;
  readonly service_statuses: readonly ServiceStatus[];
}

export interface EventRepeat {
  readonly interval: string;
  readonly interval_options?:
    | { readonly enabled_days?: string | undefined; readonly type?: string | undefined }
    | undefined;
  readonly end_on?: string | null | undefined;
}

export interface EventNotification {
  readonly offset_in_min: number;
  readonly offset_type: string;
}

export interface MaintenanceRow extends HubRecordRow {
  readonly author: string | null;
  readonly title: string;
  readonly body: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly service_statuses: readonly ServiceStatus[];
  readonly silent: boolean;
  readonly state: string;
  readonly suppress_events: boolean;
  readonly event_repeat: EventRepeat | null;
  readonly event_notifications: readonly EventNotification[];
  /** Id of the record from which the occurrences of its series were made; null outside of a series. */
  readonly series_id: number | null;
}

/** What both kinds of templates have in common. */
export interface TemplateRow extends HubRecordRow {
  readonly title: string | null;
  readonly body: string | null;
  readonly labels: readonly string[];
  readonly service_statuses: readonly ServiceStatus[];
  readonly author: string | null;
}

export interface IncidentTemplateRow extends TemplateRow {
  readonly incident_type: string | null;
  readonly silent_update: boolean | null;
}

export interface MaintenanceTemplateRow extends TemplateRow {
  readonly duration: number | null;
  readonly silent: boolean | null;
}

export interface SubscriberRow extends HubRecordRow {
  readonly idp_id: string | null;
}

export interface SubscriptionRow extends HubRecordRow {
  readonly subscriber_id: number;
  readonly address: string;
  readonly method_name: string;
  readonly services_selection: { readonly all: boolean; readonly service_ids: readonly number[] };
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly label: string | null;
  readonly less_verbose: boolean;
  readonly protected: boolean;
}

/** Documented: a state of the whole hub, tied to no service. Inferred: its fields, as for no other event. */
export interface PlatformAlertRow {
  readonly id: number;
  readonly hub_id: number;
  readonly title: string;
  readonly body: string;
  readonly start_time: string;
  /** Null while it lasts. */
  readonly end_time: string | null;
}

/** How visitors of a hub sign in. Documented: one of three methods. */
export type SignIn =
  | { readonly method: "saml" }
  | { readonly method: "oauth"; readonly domains: readonly string[] }
  | { readonly method: "password"; readonly password: string };

/** Who may see a hub. A hub without such a row is public. */
export interface AccessRow {
  readonly id: number;
  readonly hub_id: number;
  /** Null where visitors need not sign in. Documented: at most one method at a time. */
  readonly sign_in: SignIn | null;
  /** IPv4 addresses and ranges such as `10.0.0.0/8`; empty admits every address. */
  readonly allowed_addresses: readonly string[];
}

export interface Tables {
  readonly hubs: HubRow;
  readonly groups: GroupRow;
  readonly services: ServiceRow;
  readonly incidents: IncidentRow;
  readonly incident_updates: IncidentUpdateRow;
  readonly maintenances: MaintenanceRow;
  readonly incident_templates: IncidentTemplateRow;
  readonly maintenance_templates: MaintenanceTemplateRow;
  readonly subscribers: SubscriberRow;
  readonly subscriptions: SubscriptionRow;
  readonly platform_alerts: PlatformAlertRow;
  readonly accesses: AccessRow;
}

export type TableName = keyof Tables;

type RowIndices<Row> = Readonly<Record<string, (row: Row) => Key | undefined>>;

const byHub = { hub: (row: { hub_id: number }) => row.hub_id };

/** The indices of each table, besides the id. A row without a key is not in that index. */
export const indices = {
  hubs: { subdomain: (row: HubRow) => row.subdomain, parent: (row: HubRow) => row.parent_id ?? undefined },
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

/** The key of a value that is unique within a hub. */
export const within = (hubId: number, value: string | number) => `${hubId}:${value}`;

/** What makes an address unique. Inferred: e-mail addresses compare without case. */
export const addressKey = ({ method_name, address }: { method_name: string; address: string }) =>
  method_name === "email" ? address.toLowerCase() : address;
