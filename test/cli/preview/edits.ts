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

const none = undefined;

/** What the test on the engine leaves out, each in some of the edits. */
const more = fc.record({
  /** The resource of one of the first four services gets another name, with or without an alias. */
  renamed: fc.constantFrom(none, none, "with an alias", "without one"),
  renamedIndex: fc.integer({ min: 0, max: 3 }),
  /** An option of the resources of services to which nothing refers, from the beginning. */
  option: fc.constantFrom(none, none, none, "protect", "retainOnDelete"),
  /** Somebody cancels or moves the second date of a series. */
  date: fc.constantFrom(none, "canceled", "moved"),
  /** An update moved all series, and couldn't delete the old ones. */
  isInterrupted: fc.constantFrom(false, false, true),
  /** A second stack on the same hub. */
  other: optional(edited(fc.record({ name, is: fc.boolean() }))),
  /** A function of the program looks up what it no longer declares. Only the native provider has them. */
  looksUp: fc.boolean(),
  hasIds: fc.constantFrom(true, true, false),
  /** What would be announced on Slack is announced by email. */
  byEmail: fc.boolean(),
});

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

/** The same with more that the model of the engine can do. */
export const anyPageEdits = fc.record({ page: pageEdits, more }).map(({ page, more: own }) => ({ ...page, more: own }));

/** A page whose program is edited, while somebody changes it in the control panel. */
export type PageEdit = (typeof pageEdits extends fc.Arbitrary<infer Value> ? Value : never) & {
  readonly more?: typeof more extends fc.Arbitrary<infer Value> ? Value : never;
};
type Side = "before" | "after";

/** The first four services are always there, because others refer to them. */
export function programOf(edit: PageEdit, side: Side, subdomain = "acme"): Declared[] {
  const hub = { ref: "hub" };
  const { renamed, renamedIndex, option, hasIds = true } = edit.more ?? {};
  const isRenamed = (index: number) => renamed !== undefined && index === renamedIndex && side === "after";
  const nameOf = (index: number) => (isRenamed(index) ? `renamed-${index}` : `service-${index}`);
  const service = (index: number) => ({ ref: nameOf(index) });
  const record = (isThere: boolean, name: string, kind: string, args: object): Declared[] => {
    const declared = Object.entries({ hub, ...args }).filter(([, value]) => value !== undefined);
    return isThere ? [{ name, kind, args: Object.fromEntries(declared) }] : [];
  };
  const adopted = { groupId: 1, name: "Adopted", customId: "left", adopt: true };
  return [
    { name: "hub", kind: "Hub", args: { subdomain, name: edit.hubName[side] } },
    ...edit.services.flatMap(({ values, is }, index) => {
      // Some have the same name, and a page may show one twice if the program says so.
      const args = { ...values[side], adopt: false, ...(hasIds && { customId: `service-${index}` }) };
      return record(index < 4 || is[side], nameOf(index), "Service", args).map((declared) => ({
        ...declared,
        ...(index >= 4 && option !== undefined && { [option]: true }),
        ...(isRenamed(index) && renamed === "with an alias" && { aliases: [{ name: `service-${index}` }] }),
      }));
    }),
    ...record(edit.adopts && side === "after", "adopted", "Service", adopted),
    ...edit.subscriptions.flatMap(({ values, is }, index) => {
      const { method: given, services: selected } = values[side];
      const method = given === "slack" && edit.more?.byEmail ? "email" : given;
      const user = `secret-Vx7h-${index}`;
      const address = method === "email" ? `${user}@example.com` : `https://hooks.example.com/${user}`;
      // Only a webhook and a channel have a label.
      const label = method === "email" ? undefined : `Team ${index}`;
      const args = { method, address, label, services: selected?.map(service) ?? "all" };
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

/** Custom IDs of the services that the program looks up, and no longer declares. */
export const lookedUp = ({ services: all, more: own }: PageEdit): string[] =>
  all.flatMap(({ is }, index) =>
    index >= 4 && is.before && !is.after && own?.looksUp && own.hasIds ? [`service-${index}`] : [],
  );

/** The program of the other stack. */
export function otherProgram({ more: own }: PageEdit, side: Side): Declared[] {
  const { name: label, is = false } = own?.other?.[side] ?? {};
  const args = { hub: "acme", groupId: 2, name: label, customId: "other", adopt: false };
  const team = { hub: "acme", method: "webhook", address: "https://hooks.example.com/other-Vx7h", services: "all" };
  const service: Declared = { name: "service", kind: "Service", args };
  return is ? [service, { name: "team", kind: "Subscription", args: team }] : [];
}

/** The program before the edit with other dates of its series. */
export const withMovedSeries = (edit: PageEdit): Declared[] =>
  programOf(edit, "before").map((declared) =>
    declared.args.repeat === undefined
      ? declared
      : { ...declared, args: { ...declared.args, startTime: "2126-03-02T05:00:00Z", endTime: "2126-03-02T06:00:00Z" } },
  );

function changeDate(emulator: Emulator, date: "canceled" | "moved"): void {
  const second = emulator
    .records("maintenances")
    .find(({ id, series_id: series, deleted }) => series != null && series !== id && !deleted);
  if (second === undefined) return;
  if (date === "canceled") emulator.softDelete("maintenances", second.id);
  else
    emulator.edit("maintenances", second.id, { end_time: "2126-04-30T03:00:00Z", start_time: "2126-04-30T02:00:00Z" });
}

export function changeByHand(emulator: Emulator, { manual, more: own }: PageEdit): void {
  if (own?.date !== undefined) changeDate(emulator, own.date);
  const first = emulator.records("services").find(({ custom_id: customId }) => customId === "service-0");
  // Those of the other stack and of visitors stay.
  const last = emulator
    .records("subscriptions")
    .filter(({ deleted, address }) => !deleted && address?.includes("secret-Vx7h"))
    .at(-1);
  if (manual.isRenamed && first) emulator.edit("services", first.id, { name: "Renamed by hand" });
  if (manual.isDeleted && last) emulator.softDelete("subscriptions", last.id);
}
