import { z } from "zod";
import { formatInstant, parseInstant } from "../../api/instant.ts";
import { hubShapes } from "../../kinds/hub.ts";
import { incidentTemplateShapes } from "../../kinds/incident-template.ts";
import { maintenanceShapes } from "../../kinds/maintenance.ts";
import { maintenanceTemplateShapes } from "../../kinds/maintenance-template.ts";
import { serviceShapes } from "../../kinds/service.ts";
import { subscriptionShapes } from "../../kinds/subscription.ts";
import { incidentRecord } from "../../kinds/unmanaged/incident.ts";
import { incidentUpdateRecord } from "../../kinds/unmanaged/incident-update.ts";
import { subscriberRecord } from "../../kinds/unmanaged/subscriber.ts";

/*
 * The emulator's state, with one row schema per table. A row has the fields of the API's record, including its flags,
 * and fields that only the emulator knows. The schemas describe what all code relies on, not the API's rules, which an
 * edit may break.
 */

// As many digits as IDs in paths may have; IDs after the largest one are still exact.
export const largestId = 999_999_999_999_999;

const id = z.int().min(1).max(largestId);

// The API's format, which sorts by time.
const time = z.string().refine((text) => {
  const instant = parseInstant(text);
  return instant !== undefined && formatInstant(instant) === text;
}, "must be a time such as 2026-01-01T00:00:00Z");

const text = z.string();
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable();

const dated = { id, created_at: time, updated_at: time };
const ofHub = { ...dated, hub_id: id, deleted: z.boolean() };
const withoutFlags = { flags: true } as const;

const hub = hubShapes.record
  .extend({
    ...dated,
    type: z.enum(["primary", "connected"]),
    parent_id: orNull(id),
    /** The subdomain at creation. Roles of API keys refer to it, so a rename doesn't affect them. */
    first_subdomain: text,
    position: z.int(),
    /** On a connected hub: the groups of its primary hub that it shares. */
    shared_groups: z.array(id),
    /** On a connected hub: the services that it shares from those groups. */
    shared_services: z.union([z.literal("all"), z.array(id)]),
  })
  .strict();

/** Inferred: a group is only known from the `group_id` of services, so its fields are our own. */
const group = z.strictObject({ id, hub_id: id, name: text });

const service = serviceShapes.record
  .omit(withoutFlags)
  .extend({ ...ofHub, group_id: id, archived: z.boolean() })
  .strict();

const serviceStatuses = z.array(z.strictObject({ service_id: id, status: text }));

/** Stores the values computed from its updates, so that lists needn't read them. */
const incident = incidentRecord
  .omit(withoutFlags)
  .extend({
    ...ofHub,
    start_time: time,
    end_time: orNull(time),
    last_incident_type: text,
    draft: z.boolean(),
    original_incident_id: orNull(id),
  })
  .strict();

const incidentUpdate = incidentUpdateRecord
  .omit(withoutFlags)
  .extend({
    ...ofHub,
    incident_id: id,
    start_time: time,
    state: text,
    silent: z.boolean(),
    service_statuses: serviceStatuses,
  })
  .strict();

const eventRepeat = z.strictObject({
  interval: text,
  interval_options: z.strictObject({ enabled_days: text.optional(), type: text.optional() }).optional(),
  end_on: orNull(text).optional(),
});

const maintenance = maintenanceShapes.record
  .omit(withoutFlags)
  .extend({
    ...ofHub,
    start_time: time,
    end_time: time,
    service_statuses: serviceStatuses,
    silent: z.boolean(),
    state: text,
    suppress_events: z.boolean(),
    event_repeat: orNull(eventRepeat),
    event_notifications: z.array(z.strictObject({ offset_in_min: z.number(), offset_type: text })),
    /** ID of the record from which the occurrences of its series were created; null if it isn't part of one. */
    series_id: orNull(id),
  })
  .strict();

const incidentTemplate = incidentTemplateShapes.record
  .omit(withoutFlags)
  .extend({ ...ofHub, service_statuses: serviceStatuses, silent_update: orNull(z.boolean()) })
  .strict();

const maintenanceTemplate = maintenanceTemplateShapes.record
  .omit(withoutFlags)
  .extend({ ...ofHub, service_statuses: serviceStatuses })
  .strict();

const subscriber = subscriberRecord.omit(withoutFlags).extend(ofHub).strict();

const isJson = (value: unknown): boolean =>
  value === null ||
  ["string", "boolean"].includes(typeof value) ||
  Number.isFinite(value) ||
  (Array.isArray(value) ? value.every(isJson) : isPlainObject(value) && Object.values(value).every(isJson));

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** Any JSON object with any names. zod's own schemas would drop `__proto__`. */
const configuration = z
  .custom<Record<string, unknown>>((value) => isPlainObject(value) && isJson(value), "must be a JSON object")
  .transform((value) => structuredClone(value));

const subscription = subscriptionShapes.record
  .omit(withoutFlags)
  .extend({
    ...ofHub,
    subscriber_id: id,
    services_selection: z.strictObject({ all: z.boolean(), service_ids: z.array(id) }),
    configuration,
  })
  .strict();

/** Documented: a state of the whole hub, not tied to a service. Its fields aren't documented, so they are our own. */
const platformAlert = z.strictObject({
  id,
  hub_id: id,
  title: text,
  body: text,
  start_time: time,
  /** Null while it is active. */
  end_time: orNull(time),
});

/** How visitors of a hub sign in. Documented: one of three methods. */
export const signIn = z.discriminatedUnion("method", [
  z.strictObject({ method: z.literal("saml") }),
  z.strictObject({ method: z.literal("oauth"), domains: z.array(text.regex(/^[^@\s]+$/)).min(1) }),
  z.strictObject({ method: z.literal("password"), password: text.min(1) }),
]);

/** Documented: an allowlist has IPv4 addresses and ranges such as `10.0.0.0/8`. */
export const addressRange = z.union([z.ipv4(), z.cidrv4()], { error: "must be an IPv4 address or range" });

/** Who may see a hub. A hub without such a row is public. */
const access = z.strictObject({
  id,
  hub_id: id,
  /** Null if visitors don't need to sign in. Documented: at most one method at a time. */
  sign_in: orNull(signIn),
  /** If empty, every address is admitted. */
  allowed_addresses: z.array(addressRange),
});

/** The row schema of each table. */
export const rowSchemas = {
  hubs: hub,
  groups: group,
  services: service,
  incidents: incident,
  incident_updates: incidentUpdate,
  maintenances: maintenance,
  incident_templates: incidentTemplate,
  maintenance_templates: maintenanceTemplate,
  subscribers: subscriber,
  subscriptions: subscription,
  platform_alerts: platformAlert,
  accesses: access,
};

/** The nullable fields of each table, set to null: the defaults of a new row. */
export const emptyFields = Object.fromEntries(
  Object.entries(rowSchemas).map(([table, { shape }]) => {
    const nullable = Object.entries(shape).filter(([, schema]) => schema.safeParse(null).success);
    return [table, Object.fromEntries(nullable.map(([field]) => [field, null]))];
  }),
) as Readonly<Record<TableName, Readonly<Record<string, null>>>>;

/** The same type, but deeply read-only. */
export type Frozen<Value> = Value extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
    : Value;

type RowOf<Schema extends z.ZodType> = Frozen<z.output<Schema>>;

export type TableName = keyof typeof rowSchemas;

export type Tables = { readonly [Name in TableName]: RowOf<(typeof rowSchemas)[Name]> };

export type HubRow = Tables["hubs"];
export type GroupRow = Tables["groups"];
export type ServiceRow = Tables["services"];
export type IncidentRow = Tables["incidents"];
export type IncidentUpdateRow = Tables["incident_updates"];
export type MaintenanceRow = Tables["maintenances"];
export type IncidentTemplateRow = Tables["incident_templates"];
export type MaintenanceTemplateRow = Tables["maintenance_templates"];
export type TemplateRow = Omit<IncidentTemplateRow, "incident_type" | "silent_update">;
export type SubscriberRow = Tables["subscribers"];
export type SubscriptionRow = Tables["subscriptions"];
export type PlatformAlertRow = Tables["platform_alerts"];
export type AccessRow = Tables["accesses"];
export type ServiceStatus = IncidentUpdateRow["service_statuses"][number];
export type EventRepeat = RowOf<typeof eventRepeat>;
export type EventNotification = MaintenanceRow["event_notifications"][number];
export type SignIn = RowOf<typeof signIn>;
