import type { TableName } from "../../emulator/state/row.ts";
import type { Values } from "../laws/grpc.ts";

/*
 * What a story declares, and what the record has to look like then. Written down once more, from the description of the
 * API: a mistake of the provider's own table must not hide itself. The values are few and near to one another, so that
 * different people choose the same or almost the same.
 */

/** What the values of a property may refer to. */
export interface Place {
  /** Groups of the hub. */
  readonly groups: readonly number[];
  /** Services of the hub, as a program names them: by id, or by the resource. */
  readonly services: readonly unknown[];
  /** What was chosen for the properties before this one. */
  readonly chosen: Values;
}

export interface Property {
  /** Of the body and of the row. */
  readonly field: string;
  readonly required?: true;
  readonly pool: (place: Place) => readonly unknown[];
  /** What a request body and the row hold. @default the declared value */
  readonly wire?: (declared: unknown) => unknown;
  /** What the row holds after the declaration is removed. @default null */
  readonly cleared?: unknown;
}

export interface Kind {
  readonly table: TableName;
  /** Such as `Service` in `createService`. */
  readonly noun: string;
  readonly id: string;
  readonly properties: Readonly<Record<string, Property>>;
  /** Properties whose values no two live records of a hub share. */
  readonly unique?: readonly string[];
}

const property = (field: string, ...pool: readonly unknown[]): Property => ({ field, pool: () => pool });
const required = (field: string, ...pool: readonly unknown[]): Property => ({
  ...property(field, ...pool),
  required: true,
});
const flag = (field: string): Property => ({ ...property(field, true, false), cleared: false });

interface Status {
  readonly service: unknown;
  readonly status: string;
}

const statuses: Property = {
  field: "service_statuses",
  pool: ({ services }) =>
    services.flatMap((service) => ["down", "degraded-performance"].map((status) => [{ service, status }])),
  wire: (declared) => (declared as Status[]).map(({ service, status }) => ({ service_id: Number(service), status })),
  cleared: [],
};

const template: Readonly<Record<string, Property>> = {
  title: property("title", "Down", "DOWN", "Do wn"),
  body: required("body", "<p>We look.</p>", "<p>we look.</p>"),
  labels: { ...property("labels", ["a"], ["a", "b"], ["A"]), cleared: [] },
  serviceStatuses: statuses,
};

const addresses: Readonly<Record<string, readonly string[]>> = {
  email: ["ops@example.com", "Ops@example.com", "team@example.com"],
  sms: ["+49 170 1234567", "+491701234567"],
  webhook: ["https://h.example.com/Zk9/a", "https://h.example.com/Zk9/A"],
};

export const kinds: Readonly<Record<string, Kind>> = {
  Hub: {
    table: "hubs",
    noun: "Hub",
    id: "subdomain",
    unique: ["subdomain"],
    properties: {
      subdomain: required("subdomain", "acme", "globex", "initech", "acme-2"),
      name: { ...property("name", "Acme", "ACME"), cleared: undefined },
      productUrl: property("product_url", "https://acme.example.com"),
    },
  },
  Service: {
    table: "services",
    noun: "Service",
    id: "service_id",
    unique: ["customId"],
    properties: {
      groupId: { field: "group_id", required: true, pool: ({ groups }) => groups },
      name: required("name", "web", "Web", "we b", "Login"),
      customId: property("custom_id", "pay", "PAY", "p ay", "", null),
      description: property("description", "Payments & more", "", null),
    },
  },
  IncidentTemplate: {
    table: "incident_templates",
    noun: "IncidentTemplate",
    id: "incident_template_id",
    properties: {
      ...template,
      incidentType: property("incident_type", "investigating", "resolved"),
      silentUpdate: property("silent_update", true),
    },
  },
  MaintenanceTemplate: {
    table: "maintenance_templates",
    noun: "MaintenanceTemplate",
    id: "maintenance_template_id",
    properties: { ...template, duration: property("duration", 60, 90), silent: property("silent", true, false) },
  },
  Subscription: {
    table: "subscriptions",
    noun: "Subscription",
    id: "subscription_id",
    unique: ["address"],
    properties: {
      method: required("method_name", "email", "sms", "webhook"),
      address: { field: "address", required: true, pool: ({ chosen }) => addresses[String(chosen.method)] ?? [] },
      services: {
        field: "services_selection",
        required: true,
        pool: ({ services }) => ["all", ...services.map((service) => [service])],
        wire: (declared) =>
          declared === "all"
            ? { all: true, service_ids: [] }
            : { all: false, service_ids: (declared as unknown[]).map(Number) },
      },
      label: { field: "label", pool: ({ chosen }) => (chosen.method === "email" ? [] : ["Team", "team"]) },
      lessVerbose: flag("less_verbose"),
      protected: flag("protected"),
      configuration: {
        ...property("configuration", { header: "Xq7-one" }, { header: "Xq7-two" }, { other: "Xq7" }),
        cleared: {},
      },
    },
  },
  Maintenance: {
    table: "maintenances",
    noun: "Maintenance",
    id: "maintenance_id",
    properties: {
      title: required("title", "Patch", "PATCH", "Pat ch"),
      startTime: required("start_time", "2026-04-05T02:00:00Z", "2026-04-05T01:00:00Z"),
      endTime: required("end_time", "2026-04-05T03:00:00Z", "2026-04-05T04:00:00Z"),
      serviceStatuses: { ...statuses, required: true },
      body: { ...property("body", "Be patient.", ""), cleared: "" },
      repeat: {
        ...property("event_repeat", { interval: "weekly", endOn: "2026-04-30T00:00:00Z" }),
        wire: (declared) => {
          const { interval, endOn } = declared as { interval: string; endOn: string };
          return { interval, end_on: endOn };
        },
      },
      notifications: {
        ...property("event_notifications", [{ offsetInMin: -60, offsetType: "start" }]),
        wire: (declared) =>
          (declared as { offsetInMin: number; offsetType: string }[]).map(({ offsetInMin, offsetType }) => ({
            offset_in_min: offsetInMin,
            offset_type: offsetType,
          })),
        cleared: [],
      },
    },
  },
};

export function kindOf(name: string): Kind {
  const kind = kinds[name];
  if (kind === undefined) throw new Error(`there is no kind ${name}`);
  return kind;
}
