import { definitions } from "../../model/kinds/index.ts";
import { nounOf } from "../../model/kinds/kind.ts";
import { isHub } from "../records.ts";
import { joinWithAnd, plural } from "../terminal/output.ts";
import type { ManualChange } from "./manual.ts";
import type { ChangedProperty } from "./planned.ts";
import type { Line, Quote, Section } from "./render.ts";
import { instantInWords, isPattern, patternInWords, periodInWords, type Schedule } from "./schedule.ts";
import type { ServiceInWords } from "./services.ts";
import type { SourcePosition } from "./source-position.ts";
import type { InterruptedCreate } from "./stacks.ts";

export interface Reminder {
  readonly offsetInMin: number;
  readonly offsetType: string;
}

interface NamedRecord {
  readonly kind: string;
  readonly name: string;
  readonly label: string;
  readonly hidden?: true;
  readonly sourcePosition?: SourcePosition;
}

/** Names whose parts don't say it: `customId` is the custom ID. */
const names: Readonly<Record<string, string>> = {
  serviceStatuses: "affected services",
  body: "text",
  repeat: "recurrence",
  productUrl: "link",
  duration: "duration (minutes)",
  notifications: "further messages",
  silent: "silence",
  suppressEvents: "suppression of automatic incidents",
};

const statuses: Readonly<Record<string, string>> = { "degraded-performance": "degraded" };

/** What is left of a name if its spelling doesn't count: the service "Card payments" and the resource "card-payments" have one. */
const plainly = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Says in words what both reports show. */
export class Words {
  readonly quote: Quote;

  constructor(quote: Quote) {
    this.quote = quote;
  }

  /** Words that we expect need no marks. */
  plain = (text: string): string => (/^[A-Za-z0-9 ,]+$/.test(text) ? text : this.quote(text));

  nameOf = (property: string): string =>
    names[property] ?? property.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/ id$/, " ID");

  /** Readers know a record by its label, and whoever edits the program by its resource. */
  record({ kind, name, label, hidden, sourcePosition }: NamedRecord): string {
    const noun = isHub(kind) ? "page" : nounOf({ kind });
    const text = hidden ? `${definitions[kind]?.period ? "draft of" : "archived"} ${noun}` : noun;
    const resource = label && name && plainly(label) !== plainly(name) ? [`resource ${this.quote(name)}`] : [];
    const place = sourcePosition ? [this.quote.place(sourcePosition)] : [];
    const declared = [...resource, ...place].join(", ");
    const where = declared === "" ? "" : ` (${declared})`;
    return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${this.quote(label || name)}${where}`;
  }

  interrupted = (create: InterruptedCreate): Line => ({
    sign: "?",
    text: `${this.record(create)} was being created when a run was interrupted`,
    details: ["it may be on the page already, so run pulumi-statushub recover before the next update"],
  });

  /** Says how a value on the page differs from the declared one, whoever has changed which of them. */
  difference = ({ property, live, declared }: ChangedProperty): string => {
    const what = this.nameOf(property);
    if (live === "[secret]" && declared === live) return `${what}: not the declared secret`;
    const [is, should] = comparable(property, live, declared);
    return `${what}: ${this.inWords(is)} instead of ${this.inWords(should)}`;
  };

  overwritten = (lost: ManualChange): Line => ({
    sign: "!",
    text: `${this.record(lost)} was ${lost.change} manually`,
    details: lost.change === "deleted" ? ["the next update creates it again"] : lost.properties.map(this.difference),
  });

  /** Says how a value changes, with a verb that agrees with the name of the property. */
  propertyChange(property: string, before: unknown, after: unknown): string {
    const what = this.nameOf(property);
    const isPlural = what.endsWith("s");
    if (typeof after === "boolean") return `${what} is turned ${after ? "on" : "off"}`;
    if (after === "[secret]" && before === after) return `${what} changes, but is a secret`;
    if (isEmpty(after)) return `${what} ${isPlural ? "are" : "is"} removed`;
    if (isEmpty(before)) return `${what} ${isPlural ? "become" : "becomes"} ${this.inWords(after)}`;
    const [was, is] = comparable(property, before, after);
    return `${what} ${isPlural ? "change" : "changes"} from ${this.inWords(was)} to ${this.inWords(is)}`;
  }

  inWords(value: unknown): string {
    if (isEmpty(value)) return "nothing";
    if (typeof value === "boolean") return value ? "on" : "off";
    if (isServices(value)) return this.services(value);
    if (isPattern(value)) return this.plain(patternInWords(value));
    if (typeof value === "string") return instantInWords(value) ?? this.quote(value);
    if (areTexts(value)) return joinWithAnd(value.map(this.quote));
    if (areReminders(value)) return joinWithAnd(value.map((reminder) => this.reminder(reminder)));
    return this.plain(JSON.stringify(value));
  }

  services(services: readonly ServiceInWords[] | "all"): string {
    if (services === "all") return "all services";
    const inWords = ({ service, status }: ServiceInWords) =>
      status === undefined ? this.quote(service) : `${this.quote(service)} (${statuses[status] ?? this.plain(status)})`;
    return joinWithAnd(services.map(inWords));
  }

  schedule(schedule: Schedule): string {
    const pattern = schedule.repeats === undefined ? "" : `, repeats ${this.plain(schedule.repeats)}`;
    return `${periodInWords(schedule)}${pattern}`;
  }

  reminder({ offsetInMin, offsetType }: Reminder): string {
    const side = this.plain(offsetType);
    if (offsetInMin === 0) return `at the ${side}`;
    return `${durationInWords(Math.abs(offsetInMin))} ${offsetInMin < 0 ? "before" : "after"} the ${side}`;
  }
}

export const isSchedule = (value: unknown): value is Schedule =>
  typeof value === "object" && value !== null && "start" in value;

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

const areTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === "string");

const areObjectsWith = (key: string, value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === "object" && item !== null && key in item);

const isServices = (value: unknown): value is readonly ServiceInWords[] | "all" =>
  value === "all" || areObjectsWith("service", value);

const areReminders = (value: unknown): value is Reminder[] => areObjectsWith("offsetInMin", value);

/**
 * Returns two values so that a report, which cuts off long texts, shows how they differ: texts lose a long beginning that is equal. A body
 * also loses its tags, unless only these differ.
 */
function comparable(property: string, one: unknown, other: unknown): [unknown, unknown] {
  if (typeof one !== "string" || typeof other !== "string") return [one, other];
  if (property !== "body") return excerpts(one, other);
  const text = withoutTags(one);
  const otherText = withoutTags(other);
  return text === otherText ? excerpts(one, other) : excerpts(text, otherText);
}

const withoutTags = (html: string): string =>
  html
    .replace(/<\/?(?:p|br|li|div)\b[^>]*>/gi, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/\s+/g, " ")
    .trim();

/** How many equal characters stay before the difference, at least, so that readers find it in the text. */
const leastContext = 20;

/** How many equal characters are worth cutting off. */
const leastCut = 60;

/** Cuts off what two texts begin with, up to a space: `... and it takes two hours` and `... and it takes one hour`. */
function excerpts(one: string, other: string): [string, string] {
  let difference = 0;
  while (difference < one.length && one[difference] === other[difference]) difference += 1;
  const space = one.lastIndexOf(" ", difference - leastContext);
  if (space < leastCut) return [one, other];
  return [`...${one.slice(space)}`, `...${other.slice(space)}`];
}

const units = [
  ["day", 1440],
  ["hour", 60],
] as const;

function durationInWords(minutes: number): string {
  const [word, length] = units.find(([, size]) => minutes % size === 0) ?? ["minute", 1];
  return plural(minutes / length, word);
}

export const section = <Entry>(heading: string, entries: readonly Entry[], line: (entry: Entry) => Line): Section[] =>
  entries.length === 0 ? [] : [{ heading, lines: entries.map(line) }];

/** Says of how many stacks a report is, if there are several. */
export const stacksInWords = ({ stacks }: { readonly stacks: readonly string[] }): string =>
  stacks.length > 1 ? ` (${plural(stacks.length, "stack")})` : "";
