import type { TableName } from "../../emulator/tables/index.ts";
import type { OperationName } from "../../model/kinds/operations.ts";
import type { Values } from "../engine-model/grpc.ts";
import type { StateEntry } from "../engine-model/state.ts";
import { subjectOf } from "../samples/index.ts";

/*
 * The values that scenarios declare, and how the records must look then. The values are few and similar, so that
 * resources often have the same or almost the same.
 */

/** The records that the values of a property can refer to. */
export interface Place {
  readonly groups: readonly number[];
  /** Services of the hub, as IDs or as references to resources. */
  readonly services: readonly unknown[];
  readonly chosen: Values;
}

export interface Property {
  /** Name of the field in the body and in the row. */
  readonly field: string;
  readonly isRequired: boolean;
  readonly pool: (place: Place) => readonly unknown[];
  /** Returns the value in a request body and in the row. @default the declared value */
  readonly wire?: (declared: unknown) => unknown;
  /** The value in the row after the declaration is removed; undefined if it stays as it is. */
  readonly cleared: unknown;
}

export interface Kind {
  readonly name: string;
  readonly table: TableName;
  /** The last parameter of its path. */
  readonly id: string;
  readonly properties: Readonly<Record<string, Property>>;
  /** The property that is unique among the live records of a hub. */
  readonly unique?: { readonly name: string; readonly field: string };
}

/** The possible values of a property, which may depend on other properties and the hub. */
type Pool = readonly unknown[] | Property["pool"] | Pick<Property, "pool" | "wire">;

interface Status {
  readonly service: unknown;
  readonly status: string;
}

const statuses: Pool = {
  pool: ({ services }) =>
    services.flatMap((service) => ["down", "degraded-performance"].map((status) => [{ service, status }])),
  wire: (declared) => (declared as Status[]).map(({ service, status }) => ({ service_id: Number(service), status })),
};

const template: Readonly<Record<string, Pool>> = {
  title: ["Down", "DOWN", "Do wn", `It's  "down"`],
  body: ["<p>We look.</p>", "<p>we look.</p>"],
  labels: [["a"], ["a", "b"], ["A"]],
  serviceStatuses: statuses,
};

const addresses: Readonly<Record<string, readonly string[]>> = {
  email: ["ops@example.com", "Ops@example.com", "team@example.com"],
  sms: ["+49 170 1234567", "+491701234567"],
  webhook: ["https://h.example.com/Zk9/a", "https://h.example.com/Zk9/A"],
};

function poolOf(pool: Pool) {
  if (Array.isArray(pool)) return { pool: () => pool };
  return typeof pool === "function" ? { pool } : pool;
}

/** Describes a kind. The fields, the required properties and the cleared values come from the laws' samples. */
function kind(name: string, pools: Readonly<Record<string, Pool>>, uniqueName = ""): Kind {
  const { definition, samples } = subjectOf(name);
  const properties = Object.entries(pools).map(([property, pool]) => {
    const { key: field = "", cleared } = samples.properties[property] ?? {};
    const values = poolOf(pool);
    return [property, { field, cleared, isRequired: samples.minimal.includes(property), ...values }];
  });
  const [, id = ""] = /\{(\w+)\}$/.exec(definition.operations.get.path) ?? [];
  const field = samples.properties[uniqueName]?.key;
  const unique = field !== undefined && { unique: { name: uniqueName, field } };
  return { name, table: samples.table, id, properties: Object.fromEntries(properties), ...unique };
}

export const day = 86_400_000;

/** A pattern that ends when a day begins. */
export const weeklyUntil = (time: number | string) => ({
  interval: "weekly",
  endOn: `${new Date(time).toISOString().slice(0, 10)}T00:00:00Z`,
});

const all: readonly Kind[] = [
  kind(
    "Hub",
    {
      subdomain: ["acme", "globex", "initech", "acme-2"],
      name: ["Acme", "ACME"],
      productUrl: ["https://acme.example.com"],
    },
    "subdomain",
  ),
  kind(
    "Service",
    {
      groupId: ({ groups }) => groups,
      name: ["web", "Web", "we b", "Login"],
      publicName: ["Shop", "web", "", null],
      customId: ["pay", "PAY", "p ay", "", null],
      description: ["Payments & more", "", null],
    },
    "customId",
  ),
  kind("IncidentTemplate", { ...template, incidentType: ["investigating", "resolved"], silentUpdate: [true] }),
  kind("MaintenanceTemplate", { ...template, duration: [60, 90], silent: [true, false] }),
  kind(
    "Subscription",
    {
      method: ["email", "sms", "webhook"],
      address: ({ chosen }) => addresses[String(chosen.method)] ?? [],
      services: {
        pool: ({ services }) => ["all", ...services.map((service) => [service])],
        wire: (declared) =>
          declared === "all"
            ? { all: true, service_ids: [] }
            : { all: false, service_ids: (declared as unknown[]).map(Number) },
      },
      label: ({ chosen }) => (chosen.method === "email" ? [] : ["Team", "team"]),
      lessVerbose: [true, false],
      protected: [true, false],
      configuration: [{ header: "Xq7-one" }, { header: "Xq7-two" }, { other: "Xq7" }],
    },
    "address",
  ),
  kind("Maintenance", {
    title: ["Patch", "PATCH", "Pat ch"],
    startTime: ["2037-04-05T02:00:00Z", "2037-04-05T01:00:00Z", "2037-06-07T02:00:00Z"],
    endTime: ({ chosen }) => ["03", "04"].map((hour) => `${String(chosen.startTime).slice(0, 10)}T${hour}:00:00Z`),
    serviceStatuses: statuses,
    body: ["Be patient.", ""],
    state: ["published", "draft"],
    repeat: {
      pool: ({ chosen }) => [25, 45].map((days) => weeklyUntil(Date.parse(String(chosen.startTime)) + days * day)),
      wire: (declared) => {
        const { interval, endOn } = declared as { interval: string; endOn: string };
        return { interval, end_on: endOn };
      },
    },
    notifications: {
      pool: () => [[{ offsetInMin: -60, offsetType: "start" }]],
      wire: (declared) =>
        (declared as { offsetInMin: number; offsetType: string }[]).map(({ offsetInMin, offsetType }) => ({
          offset_in_min: offsetInMin,
          offset_type: offsetType,
        })),
    },
  }),
];

export const kinds: Readonly<Record<string, Kind>> = Object.fromEntries(all.map((each) => [each.name, each]));

export function kindOf(name: string): Kind {
  const found = kinds[name];
  if (found === undefined) throw new Error(`unknown kind ${name}`);
  return found;
}

/** Returns the key of an entry's record: `table/id`. */
export const keyOfEntry = ({ kind, id, outputs }: Pick<StateEntry, "kind" | "id" | "outputs">): string =>
  `${kindOf(kind).table}/${rowIdOf(typeof outputs.recordId === "string" ? outputs.recordId : id)}`;

/** Returns the ID of the row. A server may write the IDs of maintenances as words. */
export const rowIdOf = (id: string) => id.replace(/^m-/, "");

export function expectedIn({ wire = (value: unknown) => value }: Property, declared: unknown): unknown {
  return declared === null ? null : wire(declared);
}

/** Whether a live value is as declared. Lists have no order, and only the declared keys of a configuration count. */
export function isAsDeclared(name: string, live: unknown, expected: unknown): boolean {
  if (name === "configuration") {
    const held = (live ?? {}) as Values;
    const wanted = Object.entries((expected ?? {}) as Values);
    return wanted.length === 0
      ? Object.keys(held).length === 0
      : wanted.every(([key, value]) => same(held[key], value));
  }
  return same(live, expected);
}

/** Whether a live value is as declared but for what a server may change of a text. */
export const isAlike = (name: string, live: unknown, expected: unknown): boolean =>
  isAsDeclared(name, spelledAlike(live), spelledAlike(expected));

function spelledAlike(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/<[^>]*>|[\s"'’”]/g, "").toLowerCase();
  return Array.isArray(value) ? value.map(spelledAlike) : value;
}

const same = (one: unknown, other: unknown) => canonical(one) === canonical(other);

function canonical(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify(value.map(canonical).sort());
  if (typeof value !== "object" || value === null) return JSON.stringify(value ?? null);
  return JSON.stringify(
    Object.entries(value)
      .map(([key, item]) => [key, canonical(item)])
      .sort(),
  );
}

interface Times {
  readonly startTime?: string;
  readonly endTime?: string;
  readonly repeat?: { readonly endOn: string } | null;
}

/** When the last declared date of a maintenance ends, in milliseconds; never for a draft and what isn't a maintenance. */
export function declaredEnd({ startTime, endTime, repeat, state }: Times & { readonly state?: string | null }): number {
  if (endTime === undefined || state === "draft") return Number.POSITIVE_INFINITY;
  const [start, end] = [Date.parse(String(startTime)), Date.parse(endTime)];
  const weeks = repeat ? Math.floor((Date.parse(repeat.endOn) - start) / (7 * day)) : 0;
  return end + Math.max(0, weeks) * 7 * day;
}

/** Whether the times of a declared maintenance are in order. */
export const areInOrder = ({ startTime, endTime, repeat }: Times): boolean =>
  String(startTime) < String(endTime) && (!repeat || repeat.endOn.slice(0, 10) >= String(startTime).slice(0, 10));

export function bodyOf(kind: Kind, values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const declared = kind.properties[name];
      return declared === undefined ? [] : [[declared.field, expectedIn(declared, value)]];
    }),
  );
}

/** Chooses a value for each property by a number. With 0, an optional property is omitted. */
export function chooseValues(
  kind: Kind,
  numbers: readonly number[],
  place: Omit<Place, "chosen">,
  fixed: Values = {},
): Values {
  const chosen: Values = {};
  Object.entries(kind.properties).forEach(([name, { pool, isRequired }], index) => {
    if (fixed[name] !== undefined) {
      chosen[name] = fixed[name];
      return;
    }
    const values = pool({ ...place, chosen });
    const number = numbers[index] ?? 0;
    const at = isRequired ? number % Math.max(1, values.length) : (number % (values.length + 1)) - 1;
    if (values[at] !== undefined) chosen[name] = values[at];
  });
  return chosen;
}

export const operation = (verb: "create" | "update" | "delete", { name }: Kind) => `${verb}${name}` as OperationName;
