import { expect } from "vitest";
import type { PreviewReport } from "../../../cli/preview/facts.ts";
import type { Item } from "../../../cli/preview/item.ts";
import type { Emulator } from "../../../emulator/index.ts";

type Row = Record<string, unknown> & { readonly id: number };

const affectedBy = (statuses: unknown) =>
  JSON.stringify(((statuses ?? []) as Row[]).map(({ service_id }) => service_id).sort());

type ShownTable = "services" | "maintenances" | "subscriptions" | "incident_templates" | "hubs";

/** Returns the records of a table as people see them. */
type RowsOf = (table: ShownTable) => readonly Row[];

const rowsOf =
  (emulator: Emulator): RowsOf =>
  (table) =>
    emulator.records(table) as unknown as readonly Row[];

/** What visitors, subscribers and editors see of each record, by table and ID. */
function seenOn(rows: RowsOf): Map<string, Readonly<Record<string, unknown>>> {
  const isThere = ({ deleted, state, archived, series_id, id }: Row) =>
    deleted !== true && state !== "draft" && archived !== true && (series_id == null || series_id === id);
  const seen = (table: ShownTable, kind: string, see: (row: Row) => object) =>
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
      serviceStatuses: affectedBy(service_statuses),
    })),
    ...seen("subscriptions", "Subscription", ({ method_name, label, services_selection }) => ({
      label: label === null ? method_name : `${method_name} ${label}`,
      services: JSON.stringify(services_selection),
    })),
    ...seen("incident_templates", "IncidentTemplate", ({ title, service_statuses }) => ({
      label: title,
      serviceStatuses: affectedBy(service_statuses),
    })),
  ]);
}

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
function sentOn(emulator: Emulator, subdomain: string, known: ReadonlySet<unknown>): Map<string, Counts> {
  const sent = emulator
    .outbox(subdomain)
    .filter(
      ({ recipient, outcome, event_id }) => recipient === "subscriber" && outcome === "sent" && !known.has(event_id),
    );
  const counts = (all: typeof sent) =>
    Object.fromEntries([...Map.groupBy(all, ({ method }) => method)].map(([method, { length }]) => [method, length]));
  return new Map([...Map.groupBy(sent, ({ title }) => title)].map(([title, all]) => [title, counts(all)]));
}

const countSentAbout = (emulator: Emulator, events: ReadonlySet<unknown>): number =>
  emulator.outbox("acme").filter(({ outcome, event_id }) => outcome === "sent" && events.has(event_id)).length;

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

/** What the page shows and has sent before an update. */
function notice(emulator: Emulator) {
  const before = seenOn(rowsOf(emulator));
  const published = emulator.records("maintenances").filter(({ state }) => state !== "draft");
  const known = new Set(published.map(({ id }) => id));
  return { before, known };
}

/** Looks at a page before an update. Returns a function that compares what a report said with what the update did. */
export function watch(emulator: Emulator, subdomain = "acme"): (report: PreviewReport) => void {
  const { before, known } = notice(emulator);
  return (report) => {
    expect(saidBy(report).sort()).toEqual(differenceBetween(before, seenOn(rowsOf(emulator))).sort());
    expectMessages(report, sentOn(emulator, subdomain, known));
  };
}

/** Does the same for an update that fails: of what the report said, only a part may have happened. */
export function watchFailing(emulator: Emulator, subdomain = "acme"): (report: PreviewReport) => void {
  const { before, known } = notice(emulator);
  return (report) => {
    const said = saidBy(report);
    const titles = report.hubs.flatMap(({ messages }) => messages.map(({ title }) => title));
    const done = differenceBetween(before, seenOn(rowsOf(emulator)));
    const sent = [...sentOn(emulator, subdomain, known).keys()];
    expect(done.filter((line) => !said.includes(line))).toEqual([]);
    expect(sent.filter((title) => !titles.includes(title))).toEqual([]);
  };
}

/** How a report about one edit turns out if the service differs from what the copy assumes. */
export type Verdict = "right" | "marked" | "not known" | "wrong";

/** Which service differs, and a key to read it with. */
interface Differing {
  readonly guess: string;
  readonly key: string;
}

/** Does the same, but returns the verdict, and what is wrong: if a line is marked, it has to name the guess that doesn't hold. */
export async function watchVerdict(emulator: Emulator, { guess, key }: Differing) {
  const { known } = notice(emulator);
  const before = seenOn(await shownRows(emulator, key));
  const sentBefore = countSentAbout(emulator, known);
  return async (report: PreviewReport, done: { readonly failure?: string; readonly writes: number }) => {
    const wrong = [
      ...differencesIn(saidBy(report), differenceBetween(before, seenOn(await shownRows(emulator, key)))),
      ...differencesIn(messagesIn(report), messagesSent(sentOn(emulator, "acme", known))),
      // The outbox follows from what the records are now, so a change of silence rewrites the past.
      ...(guess === "maintenance-silent" && countSentAbout(emulator, known) > sentBefore
        ? ["it sends messages about old maintenances"]
        : []),
      ...(done.failure !== undefined && report.failures.length === 0 ? [`it fails: ${done.failure}`] : []),
      ...(done.failure === undefined && report.failures.length > 0 ? ["it doesn't fail"] : []),
      ...(done.failure === undefined && done.writes !== report.writes ? [`writes: ${done.writes}`] : []),
    ];
    return { verdict: wrong.length === 0 ? ("right" as const) : verdictOn(report, guess), wrong };
  };
}

const shownTexts = ["name", "public_name", "title"];

/** Reads what a service shows, which may change texts. */
async function shownRows(emulator: Emulator, key: string): Promise<RowsOf> {
  const shown = new Map<unknown, Readonly<Record<string, unknown>>>();
  for (const table of ["services", "maintenances", "incident_templates"] as const) {
    for (const row of rowsOf(emulator)(table)) {
      const response = await fetch(`${emulator.url}/hubs/acme/${table}/${row.id}`, {
        headers: { "x-api-key": key },
      });
      if (!response.ok) continue;
      const record = (await response.json()) as Record<string, unknown>;
      const texts = Object.entries(record).filter(([name, value]) => shownTexts.includes(name) && value !== undefined);
      shown.set(`${table} ${row.id}`, Object.fromEntries(texts));
    }
  }
  return (table) => rowsOf(emulator)(table).map((row) => ({ ...row, ...shown.get(`${table} ${row.id}`) }));
}

/** A report of one edit is about one thing. */
function verdictOn({ hubs, failures, guesses }: PreviewReport, guess: string): Verdict {
  const lines = hubs.flatMap(({ page, subscribers, editors, messages }) => [
    ...[...page, ...subscribers, ...editors],
    ...messages,
  ]);
  if (guesses.includes(guess)) return "marked";
  if ([...lines, ...failures].some(({ guesses }) => guesses.includes(guess))) return "marked";
  return hubs.some(({ unknown }) => unknown.length > 0) ? "not known" : "wrong";
}

const differencesIn = (said: readonly string[], done: readonly string[]): string[] => [
  ...said.filter((line) => !done.includes(line)).map((line) => `said: ${line}`),
  ...done.filter((line) => !said.includes(line)).map((line) => `done: ${line}`),
];

const messagesIn = ({ hubs }: PreviewReport): string[] =>
  hubs
    .flatMap(({ messages }) => messages.filter(({ reason }) => reason === null))
    .map(({ title, recipients }) => `${title} to ${total(recipients)}`);

const messagesSent = (sent: ReadonlyMap<string, Counts>): string[] =>
  [...sent].map(([title, counts]) => `${title} to ${total(counts)}`);
