import { definitions } from "../../kinds/index.ts";
import { nounOf } from "../../kinds/kind.ts";
import { requestsPerSecond } from "../../provider/client/bounds.ts";
import { plural } from "../terminal/paint.ts";
import type { Item } from "./item.ts";
import type { Message } from "./messages.ts";
import type { HubPreview, Overwritten, PreviewReport, Unknown } from "./report.ts";
import { instantInWords, listed, periodInWords, type Schedule } from "./schedule.ts";

/** Shows a text that others have written, so that it can't be mistaken for ours. */
export type Quote = (text: string) => string;

/** A statement, with more about it. */
export interface Line {
  readonly mark: "+" | "-" | "~" | "!";
  readonly text: string;
  readonly details?: readonly string[];
}

/** The lines of one part of a hub. */
export interface Section {
  readonly heading: string;
  readonly lines: readonly Line[];
}

/** Describes a hub: first what visitors see and which manual changes are lost, because the end of a long comment is cut. */
export function sectionsOf(hub: HubPreview, quote: Quote): { readonly first: Section[]; readonly rest: Section[] } {
  const words = new Words(quote);
  const services = hub.page.filter(({ kind }) => kind === "Service");
  const groups = [...Map.groupBy(services, ({ group }) => String(group))];
  const section = <Entry>(heading: string, entries: readonly Entry[], line: (entry: Entry) => Line): Section[] =>
    entries.length === 0 ? [] : [{ heading, lines: entries.map(line) }];
  const of = (kind: string) => hub.page.filter((item) => item.kind === kind);
  return {
    first: [
      ...section("The page", of("Hub"), words.item),
      ...groups.flatMap(([group, items]) => section(`Services in group ${words.plain(group)}`, items, words.item)),
      ...section("Maintenances", of("Maintenance"), words.item),
      ...section("Manual changes that this update overwrites", hub.overwritten, words.overwritten),
    ],
    rest: [
      ...section("Messages", hub.messages, words.message),
      ...section("Only subscribers notice", hub.subscribers, words.item),
      ...section("Only editors notice", hub.editors, words.item),
      ...section("Not known before the update", hub.unknown, words.unknown),
    ],
  };
}

/** Summarizes the report in a few sentences. */
export function summary({ changes, stacks, hubs, writes, seconds }: PreviewReport): string {
  const where = stacks.length > 1 ? ` (${plural(stacks.length, "stack")})` : "";
  if (!changes) return `The page doesn't change${where}.`;
  const items = hubs.flatMap(({ page }) => page);
  const visible = items.length === 0 ? "Visitors see no change" : `Visitors see ${plural(items.length, "change")}`;
  const lost = hubs.flatMap(({ overwritten }) => overwritten).length;
  const overwriting = lost === 0 ? "" : ` ${plural(lost, "manual change")} will be overwritten.`;
  const limit = `at StatusHub's limit of ${requestsPerSecond.writes} a second`;
  return `${visible}${where}.${overwriting} The update takes about ${plural(writes, "write")}, ${plural(seconds, "second")} ${limit}.`;
}

const marks = { appears: "+", disappears: "-", renamed: "~", moved: "~", changed: "~" } as const;

const nameOfKind = (kind: string): string => (kind === "Hub" ? "Page" : capitalized(nounOf({ kind })));

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

const reasons: Readonly<Record<NonNullable<Message["reason"]>, string>> = {
  silent: "is announced to nobody, because it is silent",
  draft: "is announced to no subscriber, because it is a draft; your team gets a message",
  "changes-send-none": "sends no message",
  "no-subscription": "is announced to nobody, because no subscription covers its services",
};

const subjects: Readonly<Record<Message["event"], string>> = {
  announced: "",
  published: "",
  changed: "The change of ",
  cancelled: "The cancellation of ",
};

const unknowns: Readonly<Record<Unknown["reason"], string>> = {
  "known-after-up": "only the update will know the value",
  secret: "the value changes, but is a secret",
  "several-new-services": "only the update will know which of the new services gets which status",
  adopted: "it takes over a record that the preview could not find",
  audience: "the subscriptions could not be read, so nothing is said about messages",
  "connected-hubs": "subscribers of connected hubs may get messages too, if their hub shows the services",
  "other-stack": "another of these stacks changes it too, and the last one wins",
};

const statuses: Readonly<Record<string, string>> = { "degraded-performance": "degraded" };

class Words {
  readonly #quote: Quote;

  constructor(quote: Quote) {
    this.#quote = quote;
  }

  item = (item: Item): Line => {
    const { kind, label, change, name } = item;
    // A subscription without a label and a record without a title are told apart by their resources.
    const called = label === "" ? this.#quote(name) : this.#quote(label);
    return {
      mark: marks[change],
      text: `${nameOfKind(kind)} ${called}${this.#verb(item)}`,
      details: this.#details(item),
    };
  };

  #verb({ kind, change, property = "", before, after }: Item): string {
    if (change === "appears") return kind === "Maintenance" || kind === "Service" ? " appears" : " is added";
    if (change === "disappears") return kind === "Maintenance" || kind === "Service" ? " disappears" : " is removed";
    if (change === "renamed") return ` is renamed to ${this.#value(after)}`;
    if (isSchedule(before) && isSchedule(after)) return " takes place at another time";
    if (change === "moved") return ` moves here from group ${this.plain(String(before))}`;
    const what = namesOf(kind)[property] ?? property;
    if (before === after) return ` gets another ${what}`;
    if (isText(before) && isText(after))
      return `: ${what} changes from ${this.#value(before)} to ${this.#value(after)}`;
    const areSeveral = what.endsWith("s");
    if (isEmpty(after)) return `: ${what} ${areSeveral ? "are" : "is"} removed`;
    return `: ${what} ${areSeveral ? "become" : "becomes"} ${this.#value(after)}`;
  }

  #details({ schedule, services, before, after }: Item): string[] {
    if (isSchedule(before) && isSchedule(after)) {
      return [...this.#when(after), `until now: ${this.#when(before)[0]}`];
    }
    return [...(schedule ? this.#when(schedule) : []), ...(services ? [`affects ${this.#services(services)}`] : [])];
  }

  #when(schedule: Schedule): string[] {
    const { repeats, next = [] } = schedule;
    const pattern = repeats === undefined ? "" : `, repeats ${this.plain(repeats)}`;
    const dates = next.map((time) => `${time.slice(0, 10)} ${time.slice(11, 16)}`);
    return [
      `${periodInWords(schedule)}${pattern}`,
      ...(repeats === undefined
        ? []
        : [dates.length > 0 ? `next: ${listed(dates)} UTC` : "the next dates aren't known"]),
    ];
  }

  #services(services: NonNullable<Item["services"]>): string {
    if (services === "all") return "all services";
    return listed(
      services.map(({ service, status }) =>
        status === undefined
          ? this.#quote(service)
          : `${this.#quote(service)} (${statuses[status] ?? this.plain(status)})`,
      ),
    );
  }

  /** Words that we expect need no marks. */
  plain = (text: string) => (/^[A-Za-z0-9 ,]+$/.test(text) ? text : this.#quote(text));

  #value(value: unknown): string {
    if (isEmpty(value)) return "nothing";
    if (isServices(value)) return this.#services(value);
    if (typeof value === "string") return instantInWords(value) ?? this.#quote(value);
    if (Array.isArray(value) && value.every((item) => typeof item === "string")) return listed(value.map(this.#quote));
    return this.plain(JSON.stringify(value));
  }

  overwritten = ({ kind, name, id, change, properties }: Overwritten): Line => ({
    mark: "!",
    text: `${nameOfKind(kind)} ${this.#quote(name)} (ID ${this.plain(id)}) was ${change} outside Pulumi`,
    details:
      change === "deleted"
        ? ["the update creates it again"]
        : properties.map(({ property, live, declared }) => {
            const what = namesOf(kind)[property] ?? property;
            if (live === "[secret]" && declared === live) return `${what}: goes back to the declared secret`;
            return `${what}: ${this.#value(live)} goes back to ${this.#value(declared)}`;
          }),
  });

  message = (message: Message): Line => {
    const { title, event, recipients, visitors, dependsOnOrder, reason, reminders, evidence } = message;
    const counts = Object.entries(recipients).map(([method, count]) => `${count} by ${this.plain(method)}`);
    const total = Object.values(recipients).reduce((sum, count) => sum + count, 0);
    const own = visitors > 0 ? `, ${visitors} of them by visitors` : "";
    const reached =
      total > 0 ? `${plural(total, "subscription")} (${listed(counts)}${own})` : "no subscription for certain";
    const sent = reason === null ? `is announced to ${reached}` : reasons[reason];
    return {
      mark: "~",
      text: `${subjects[event]}${this.#quote(title)} ${sent}${evidence === "inferred" ? " (inferred)" : ""}`,
      details: [
        ...(dependsOnOrder > 0 ? [orderInWords(dependsOnOrder)] : []),
        ...reminders.map((reminder) => this.#reminder(reminder)),
      ],
    };
  };

  #reminder({ offsetInMin, offsetType }: Message["reminders"][number]): string {
    const side = offsetInMin < 0 ? "before" : "after";
    return `a reminder goes out ${durationInWords(Math.abs(offsetInMin))} ${side} the ${this.plain(offsetType)} (inferred)`;
  }

  unknown = ({ kind, name, property, reason }: Unknown): Line => ({
    mark: "~",
    text: `${nameOfKind(kind)} ${this.#quote(name)}${property === "" ? "" : `, ${namesOf(kind)[property] ?? property}`}: ${unknowns[reason]}`,
  });
}

const orderInWords = (count: number): string =>
  `this update adds or changes ${plural(count, "more subscription")}, and ${count === 1 ? "it gets" : "they get"} the message only if Pulumi ` +
  "writes them before the maintenance";

const isText = (value: unknown) => typeof value === "string" && value !== "";
const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const isSchedule = (value: unknown): value is Schedule =>
  typeof value === "object" && value !== null && "start" in value;

const isServices = (value: unknown): value is NonNullable<Item["services"]> =>
  value === "all" || (Array.isArray(value) && value.every((item) => typeof item === "object" && "service" in item));

/** The names of properties in words. Most are readable if split: `customId` is the custom ID. */
function namesOf(kind: string): Readonly<Record<string, string>> {
  const names = Object.keys(definitions[kind]?.properties ?? {});
  const split = names.map((name) => [
    name,
    name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ id$/, " ID"),
  ]);
  return { ...Object.fromEntries(split), serviceStatuses: "affected services", body: "text", productUrl: "link" };
}

const units = [
  ["day", 1440],
  ["hour", 60],
] as const;

function durationInWords(minutes: number): string {
  const [word, length] = units.find(([, length]) => minutes > 0 && minutes % length === 0) ?? ["minute", 1];
  return plural(minutes / length, word);
}
