import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Item } from "../../../cli/preview/item.ts";
import type { PreviewReport } from "../../../cli/preview/report.ts";
import type { Emulator, Preset } from "../../../emulator/index.ts";
import type { Declared } from "../../engine-model/program.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { createKeys, previewOf, Rehearsal } from "./rehearsal.ts";

const path = join(import.meta.dirname, "../../../examples/cloud-gov/filled-account.json");
const schema = z.fromJSONSchema(
  JSON.parse(readFileSync(join(import.meta.dirname, "../../../docs/preview.schema.json"), "utf8")),
);
const [cloudGov] = (JSON.parse(readFileSync(path, "utf8")) as Preset).hubs;
const names = (cloudGov?.services ?? []).map(({ name }) => name);

const keys = createKeys();
const preset: Preset = {
  hubs: [{ subdomain: "acme", name: "Acme", groups: ["1", "2", "3"] }],
  keys: [...keys.preset, { key: "emulator-read-only-key", role: "read-only", owner: "reader@example.com" }],
};

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

const page = fc.record({
  hubName: edited(fc.constantFrom("Acme", "Acme status")),
  services: fc.array(fc.record({ values: services, is: present }), { minLength: 4, maxLength: 6 }),
  maintenances: fc.array(fc.record({ values: maintenances, is: present }), { maxLength: 3 }),
  subscriptions: fc.array(fc.record({ values: subscriptions, is: present }), { maxLength: 4 }),
  templates: fc.array(fc.record({ title: edited(fc.constantFrom("Down", "Slow")), is: present }), { maxLength: 2 }),
  /** Somebody renames the first service, deletes the last one, or both. */
  manual: fc.record({ isRenamed: fc.boolean(), isDeleted: fc.boolean() }),
});

type PageEdit = typeof page extends fc.Arbitrary<infer Value> ? Value : never;
type Side = "before" | "after";

/** The first four services are always there, because others refer to them. */
function programOf(edit: PageEdit, side: Side): Declared[] {
  const hub = { ref: "hub" };
  const service = (index: number) => ({ ref: `service-${index}` });
  const on = (all: readonly { readonly is: Record<Side, boolean> }[], index: number) => all[index]?.is[side] === true;
  const clean = (args: object) =>
    Object.fromEntries(Object.entries({ hub, ...args }).filter(([, value]) => value !== undefined));
  return [
    { name: "hub", kind: "Hub", args: { subdomain: "acme", name: edit.hubName[side] } },
    ...edit.services.flatMap(({ values }, index) =>
      index < 4 || on(edit.services, index)
        ? [
            {
              name: `service-${index}`,
              kind: "Service",
              args: clean({ ...values[side], customId: `service-${index}` }),
            },
          ]
        : [],
    ),
    ...edit.subscriptions.flatMap(({ values }, index) => {
      const { method, services: selected } = values[side];
      const args = {
        method,
        address: `https://hooks.example.com/secret-Vx7h-${index}`,
        label: `Team ${index}`,
        services: selected?.map(service) ?? "all",
      };
      return on(edit.subscriptions, index) ? [{ name: `team-${index}`, kind: "Subscription", args: clean(args) }] : [];
    }),
    ...edit.templates.flatMap(({ title }, index) =>
      on(edit.templates, index)
        ? [{ name: `template-${index}`, kind: "IncidentTemplate", args: clean({ title: `${title[side]} ${index}` }) }]
        : [],
    ),
    ...edit.maintenances.flatMap(({ values }, index) => {
      const { day: date, affected, title, reminds, ...others } = values[side];
      const args = {
        ...others,
        title: `${title} ${index}`,
        startTime: `${date}T02:00:00Z`,
        endTime: `${date} 03:00:00`,
        serviceStatuses: affected.map((each) => ({ service: service(each), status: "down" })),
        notifications: reminds ? [{ offsetInMin: -60, offsetType: "start" }] : undefined,
      };
      return on(edit.maintenances, index) ? [{ name: `work-${index}`, kind: "Maintenance", args: clean(args) }] : [];
    }),
  ];
}

type Row = Record<string, unknown> & { readonly id: number };

/** What visitors, subscribers and editors see of each record, by table and ID. */
function seenOn(emulator: Emulator): Map<string, Readonly<Record<string, unknown>>> {
  const rows = (table: "services" | "maintenances" | "subscriptions" | "incident_templates" | "hubs") =>
    emulator.records(table) as unknown as readonly Row[];
  const isThere = ({ deleted, state, archived, series_id, id }: Row) =>
    deleted !== true && state !== "draft" && archived !== true && (series_id == null || series_id === id);
  const seen = (table: Parameters<typeof rows>[0], kind: string, see: (row: Row) => object) =>
    rows(table)
      .filter(isThere)
      .map((row) => [`${kind} ${row.id}`, { ...see(row) }] as const);
  return new Map<string, Readonly<Record<string, unknown>>>([
    ...seen("hubs", "Hub", (hub) => ({ label: hub.name })),
    ...seen("services", "Service", ({ public_name, name: own, group_id: group, description }) => ({
      label: public_name || own,
      group,
      description,
    })),
    ...seen("maintenances", "Maintenance", ({ title, start_time, end_time, event_repeat, service_statuses }) => ({
      label: title,
      when: JSON.stringify([start_time, end_time, event_repeat]),
      serviceStatuses: JSON.stringify((service_statuses as Row[]).map(({ service_id }) => service_id).sort()),
    })),
    ...seen("subscriptions", "Subscription", ({ method_name, label, services_selection }) => ({
      label: `${method_name} ${label}`,
      services: JSON.stringify(services_selection),
    })),
    ...seen("incident_templates", "IncidentTemplate", ({ title }) => ({ label: title })),
  ]);
}

/** The difference between two pages, in short. */
function differenceBetween(before: ReturnType<typeof seenOn>, after: ReturnType<typeof seenOn>): string[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])];
  return ids.flatMap((id) => {
    const [was, is, kind] = [before.get(id), after.get(id), id.split(" ")[0]];
    if (was === undefined) return [`${kind} appears: ${is?.label}`];
    if (is === undefined) return [`${kind} disappears: ${was.label}`];
    const changed = (key: string) => was[key] !== is[key];
    return [
      ...(changed("label") ? [`${kind} renamed: ${was.label} -> ${is.label}`] : []),
      ...(changed("group") || changed("when") ? [`${kind} moved: ${was.label}`] : []),
      ...["description", "serviceStatuses", "services"]
        .filter(changed)
        .map((property) => `${kind} ${property}: ${was.label}`),
    ];
  });
}

/** The same from the report. What isn't compared is left out: names that only editors see, and details of messages. */
const saidBy = ({ hubs }: PreviewReport): string[] =>
  hubs.flatMap(({ page: visible, subscribers, editors }) =>
    [...visible, ...subscribers, ...editors.filter(({ kind }) => kind === "IncidentTemplate")].flatMap(shortly),
  );

function shortly({ kind, label, change, property, before, after }: Item): string[] {
  if (change === "renamed") return [`${kind} renamed: ${before} -> ${after}`];
  if (change !== "changed") return [`${kind} ${change}: ${label}`];
  return ["description", "serviceStatuses", "services"].includes(property ?? "")
    ? [`${kind} ${property}: ${label}`]
    : [];
}

type Counts = Readonly<Record<string, number>>;

/** The messages about new maintenances, and those that were drafts: how many by method, by title. */
function sentOn(emulator: Emulator, known: ReadonlySet<unknown>): Map<string, Counts> {
  const sent = emulator
    .outbox("acme")
    .filter(
      ({ recipient, outcome, event_id }) => recipient === "subscriber" && outcome === "sent" && !known.has(event_id),
    );
  const counts = (all: typeof sent) =>
    Object.fromEntries([...Map.groupBy(all, ({ method }) => method)].map(([method, { length }]) => [method, length]));
  return new Map([...Map.groupBy(sent, ({ title }) => title)].map(([title, all]) => [title, counts(all)]));
}

const total = (counts: Counts = {}) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Subscriptions that the update adds or changes may or may not get a message. */
function expectMessages(report: PreviewReport, sent: ReadonlyMap<string, Counts>): void {
  const said = report.hubs.flatMap(({ messages }) => messages.filter(({ reason }) => reason === null));
  const uncertain = new Set(said.filter(({ dependsOnOrder }) => dependsOnOrder > 0).map(({ title }) => title));
  const certain = said.filter(({ title }) => !uncertain.has(title));
  expect(new Map(certain.map(({ title, recipients }) => [title, recipients]))).toEqual(
    new Map([...sent].filter(([title]) => !uncertain.has(title))),
  );
  for (const { title, recipients, dependsOnOrder } of said) {
    expect(total(sent.get(title))).toBeGreaterThanOrEqual(total(recipients));
    expect(total(sent.get(title))).toBeLessThanOrEqual(total(recipients) + dependsOnOrder);
  }
}

const now = Date.parse("2126-01-01T00:00:00Z");

/** Changes the page in the control panel. */
function changeByHand(emulator: Emulator, { manual }: PageEdit): void {
  const [first] = emulator.records("services");
  const last = emulator
    .records("subscriptions")
    .filter(({ deleted }) => !deleted)
    .at(-1);
  if (manual.isRenamed && first) emulator.edit("services", first.id, { name: "Renamed by hand" });
  if (manual.isDeleted && last && last.method_name !== "email") emulator.softDelete("subscriptions", last.id);
}

it("says exactly what the update changes and who gets a message, and only reads", { timeout: 400_000 }, async () => {
  // Each look at the clock takes a second, so that what is deleted after a message has got it.
  let looks = 0;
  const clock = { now: () => now + 1000 * looks++ };
  const emulator = await temporaryEmulator({ preset, seriesDays: 60, clock });
  await fc.assert(
    fc.asyncProperty(page, fc.constantFrom("dynamic", "native"), async (edit, provider) => {
      emulator.reset();
      const address = { method_name: "email", address: "visitor-Vx7h@example.com" };
      const body = { ...address, services_selection: { all: true } };
      emulator.perform("createSubscription", { params: { subdomain: "acme" }, body });
      const stack = new Rehearsal("prod", { emulator, provider, keys });
      await stack.up(programOf(edit, "before"));
      changeByHand(emulator, edit);
      const before = seenOn(emulator);
      const published = emulator.records("maintenances").filter(({ state }) => state !== "draft");
      const known = new Set(published.map(({ id }) => id));
      emulator.clearRequests();

      const program = programOf(edit, "after");
      const report = await previewOf(emulator, [{ stack: "prod", steps: await stack.plan(program) }]);

      expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
      expect(JSON.stringify(report)).not.toContain("Vx7h");
      schema.parse(report);
      emulator.clearRequests();
      await stack.up(program);
      const writes = emulator.requests.filter(({ method }) => method !== "GET").length;
      expect(saidBy(report).sort()).toEqual(differenceBetween(before, seenOn(emulator)).sort());
      expectMessages(report, sentOn(emulator, known));
      // How many writes a series or a deleted subscription takes depends on what the update finds.
      const isExact = !JSON.stringify(edit).includes('"repeat":{') && !edit.manual.isDeleted;
      if (isExact) expect(report.writes).toBe(writes);
    }),
    { numRuns: 50, seed: 1, endOnFailure: true },
  );
});
