import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { Emulator, Preset } from "../../../emulator/index.ts";
import type { Declared } from "../../engine-model/program.ts";

const path = join(import.meta.dirname, "../../../examples/cloud-gov/filled-account.json");
const [cloudGov] = (JSON.parse(readFileSync(path, "utf8")) as Preset).hubs;
/** Names of a real page, and others with what real names contain: the same name twice, letters outside ASCII, several spaces. */
const names = [
  ...(cloudGov?.services ?? []).map((service) => service.name),
  ...["Frankfurt", "Frankfurt", "São Paulo, Brazil - (GRU)", "Reykjavík,  Iceland", "Osaka,\u00a0Japan", "R&D & more"],
];

/** A value in the program before and after an edit, usually the same. */
const edited = <Value>(values: fc.Arbitrary<Value>) =>
  fc.record({ before: values, after: fc.option(values, { nil: undefined, freq: 2 }) }).map(({ before, after }) => ({
    before,
    after: after === undefined ? before : after,
  }));

const optional = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: undefined });
const name = fc.constantFrom(...names);
const day = fc.integer({ min: 1, max: 28 }).map((date) => `2126-03-${String(date).padStart(2, "0")}`);

const services = edited(
  fc.record({
    groupId: fc.integer({ min: 1, max: 3 }),
    name,
    publicName: optional(name),
    description: optional(fc.constantFrom("Shop", "Everything that customers see")),
  }),
);
const present = edited(fc.boolean());
const maintenances = edited(
  fc.record({
    title: fc.constantFrom("Patching", "Move to new racks"),
    day,
    state: fc.constantFrom(undefined, undefined, "draft"),
    silent: fc.constantFrom(undefined, undefined, true),
    affected: fc.subarray([0, 1, 2, 3], { minLength: 1 }),
    repeat: optional(fc.constant({ interval: "weekly", endOn: "2126-04-15T00:00:00Z" })),
    reminds: fc.boolean(),
  }),
);
const subscriptions = edited(
  fc.record({
    method: fc.constantFrom("slack", "webhook"),
    services: optional(fc.subarray([0, 1, 2, 3], { minLength: 1 })),
  }),
);

export const pageEdits = fc.record({
  hubName: edited(fc.constantFrom("Acme", "Acme status")),
  services: fc.array(fc.record({ values: services, is: present }), { minLength: 4, maxLength: 6 }),
  maintenances: fc.array(fc.record({ values: maintenances, is: present }), { maxLength: 3 }),
  subscriptions: fc.array(fc.record({ values: subscriptions, is: present }), { maxLength: 4 }),
  templates: fc.array(fc.record({ title: edited(fc.constantFrom("Down", "Slow")), is: present }), { maxLength: 2 }),
  /** Somebody renames the first service, deletes the last subscription, or both. */
  manual: fc.record({ isRenamed: fc.boolean(), isDeleted: fc.boolean() }),
  adopts: fc.boolean(),
});

/** A page whose program is edited, while somebody changes it in the control panel. */
export type PageEdit = typeof pageEdits extends fc.Arbitrary<infer Value> ? Value : never;
type Side = "before" | "after";

/** The first four services are always there, because others refer to them. */
export function programOf(edit: PageEdit, side: Side, subdomain = "acme"): Declared[] {
  const hub = { ref: "hub" };
  const service = (index: number) => ({ ref: `service-${index}` });
  const record = (isThere: boolean, name: string, kind: string, args: object): Declared[] => {
    const declared = Object.entries({ hub, ...args }).filter(([, value]) => value !== undefined);
    return isThere ? [{ name, kind, args: Object.fromEntries(declared) }] : [];
  };
  const adopted = { groupId: 1, name: "Adopted", customId: "left", adopt: true };
  return [
    { name: "hub", kind: "Hub", args: { subdomain, name: edit.hubName[side] } },
    ...edit.services.flatMap(({ values, is }, index) => {
      // Some have the same name, and a page may show one twice if the program says so.
      const args = { ...values[side], customId: `service-${index}`, adopt: false };
      return record(index < 4 || is[side], `service-${index}`, "Service", args);
    }),
    ...record(edit.adopts && side === "after", "adopted", "Service", adopted),
    ...edit.subscriptions.flatMap(({ values, is }, index) => {
      const { method, services: selected } = values[side];
      const address = `https://hooks.example.com/secret-Vx7h-${index}`;
      const args = { method, address, label: `Team ${index}`, services: selected?.map(service) ?? "all" };
      return record(is[side], `team-${index}`, "Subscription", args);
    }),
    ...edit.templates.flatMap(({ title, is }, index) =>
      record(is[side], `template-${index}`, "IncidentTemplate", { title: `${title[side]} ${index}` }),
    ),
    ...edit.maintenances.flatMap(({ values, is }, index) => {
      const { day: date, affected, title, reminds, ...others } = values[side];
      return record(is[side], `work-${index}`, "Maintenance", {
        ...others,
        title: `${title} ${index}`,
        startTime: `${date}T02:00:00Z`,
        endTime: `${date} 03:00:00`,
        serviceStatuses: affected.map((each) => ({ service: service(each), status: "down" })),
        notifications: reminds ? [{ offsetInMin: -60, offsetType: "start" }] : undefined,
      });
    }),
  ];
}

/** Creates what nobody's program declares: a visitor's subscription, and a service to adopt. */
export function addOthers(emulator: Emulator, { adopts }: PageEdit, subdomain = "acme"): void {
  const params = { subdomain };
  const address = { method_name: "email", address: "visitor-Vx7h@example.com" };
  emulator.perform("createSubscription", { params, body: { ...address, services_selection: { all: true } } });
  if (!adopts) return;
  emulator.perform("createService", { params, body: { group_id: 1, name: "Left", custom_id: "left" } });
}

export function changeByHand(emulator: Emulator, { manual }: PageEdit): void {
  const first = emulator.records("services").find(({ custom_id: customId }) => customId === "service-0");
  const last = emulator
    .records("subscriptions")
    .filter(({ deleted }) => !deleted)
    .at(-1);
  if (manual.isRenamed && first) emulator.edit("services", first.id, { name: "Renamed by hand" });
  if (manual.isDeleted && last && last.method_name !== "email") emulator.softDelete("subscriptions", last.id);
}
