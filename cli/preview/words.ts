import { nounOf } from "../../model/kinds/kind.ts";
import { requestsPerSecond } from "../../provider/client/limits.ts";
import type { DriftReport, UnmanagedRecord } from "../drift/report.ts";
import { plural } from "../terminal/output.ts";
import type { Item } from "./item.ts";
import type { ManualChange, OtherDifference } from "./manual.ts";
import type { Message } from "./messages.ts";
import type { Describe, Line, Section } from "./render.ts";
import type { PreviewReport, Unknown } from "./report.ts";
import { listed, type Schedule } from "./schedule.ts";
import { isSchedule, Values } from "./values.ts";

const section = <Entry>(heading: string, entries: readonly Entry[], line: (entry: Entry) => Line): Section[] =>
  entries.length === 0 ? [] : [{ heading, lines: entries.map(line) }];

/** Describes what an update changes: first what visitors see and which manual changes are lost. */
export const previewInWords =
  (report: PreviewReport): Describe =>
  (quote) => {
    const words = new Words(new Values(quote));
    const hubs = report.hubs.map((hub) => {
      const of = (kind: string) => hub.page.filter((item) => item.kind === kind);
      const groups = [...Map.groupBy(of("Service"), ({ group }) => String(group))];
      const first = [
        ...section("The page", of("Hub"), words.item),
        ...groups.flatMap(([group, items]) => section(`Services in group ${words.group(group)}`, items, words.item)),
        ...section("Maintenances", of("Maintenance"), words.item),
        ...section("Manual changes that will be lost", hub.overwritten, words.overwritten),
      ];
      const rest = [
        ...section("Messages", hub.messages, words.message),
        ...section("Only subscribers notice", hub.subscribers, words.item),
        ...section("Only your team notices", hub.editors, words.item),
        ...section("Not known before the update", hub.unknown, words.unknown),
      ];
      return { hub: hub.hub, first, rest };
    });
    return { title: "Status page preview", summary: previewSummary(report), hubs };
  };

/** Describes what was changed outside Pulumi, and what else differs from the program. */
export const driftInWords =
  (report: DriftReport): Describe =>
  (quote) => {
    const words = new Words(new Values(quote));
    const hubs = report.hubs.map(({ hub, overwritten, different, unmanaged, signUps }) => {
      const visitors = signUps === 0 ? [] : [plural(signUps, "subscription of visitors", "subscriptions of visitors")];
      return {
        hub,
        first: [
          ...section("Manual changes", overwritten, words.overwritten),
          ...section("Different from the program", different, words.different),
        ],
        rest: section("Not managed", [...unmanaged, ...visitors], words.unmanaged),
      };
    });
    return { title: "Status page drift", summary: driftSummary(report), hubs };
  };

const stacksInWords = ({ stacks }: { readonly stacks: readonly string[] }) =>
  stacks.length > 1 ? ` (${plural(stacks.length, "stack")})` : "";

function driftSummary({ drift, counts, ...report }: DriftReport): string {
  const { overwritten, different, unmanaged, signUps } = counts;
  const nobodys = [
    ...(unmanaged > 0 ? [plural(unmanaged, "record")] : []),
    ...(signUps > 0 ? [plural(signUps, "subscription of visitors", "subscriptions of visitors")] : []),
  ];
  const sentences = [
    ...(drift ? [] : ["No drift: the page is as declared."]),
    ...(overwritten > 0 ? [`Drift: ${plural(overwritten, "manual change")}.`] : []),
    ...(different > 0 ? [`${plural(different, "record differs", "records differ")} from the program: ${reasons}`] : []),
    ...(nobodys.length > 0 ? [`No stack manages ${listed(nobodys)}.`] : []),
  ];
  return `${sentences.join(" ")}${stacksInWords(report)}`;
}

const reasons =
  "the program was edited and not deployed yet, or the page was changed outside Pulumi and a refresh wrote that into the state.";

function previewSummary({ changes, hubs, writes, seconds, ...report }: PreviewReport): string {
  const where = stacksInWords(report);
  if (!changes) return `The page doesn't change${where}.`;
  const items = hubs.flatMap(({ page }) => page);
  const visible = items.length === 0 ? "no change" : plural(items.length, "change");
  const lost = hubs.flatMap(({ overwritten }) => overwritten).length;
  const losing = lost === 0 ? "" : ` ${plural(lost, "manual change")} will be lost.`;
  const pace = `${plural(writes, "write")}, at most ${requestsPerSecond.writes} a second`;
  return `Visitors will see ${visible}${where}.${losing} The update takes about ${timeInWords(seconds)} (${pace}).`;
}

const timeInWords = (seconds: number): string =>
  seconds < 120 ? plural(seconds, "second") : plural(Math.ceil(seconds / 60), "minute");

const marks = { appears: "+", disappears: "-", renamed: "~", moved: "~", changed: "~" } as const;

const differences: Readonly<Record<OtherDifference["action"], string>> = {
  create: "is declared and not in the state",
  update: "differs from the program",
  replace: "differs from the program, which replaces it",
  delete: "is in the state and no longer declared",
};

/** Ends a statement about what StatusHub doesn't document. */
const uncertain = ", as far as we know";

const unknowns: Readonly<Record<Unknown["reason"], string>> = {
  "known-after-up": "the value is only known during the update",
  "several-new-services": "which of the new services gets which status is only known during the update",
  adopted: "it adopts a record that the preview couldn't find",
  services: "the services couldn't be read, so they have no names here",
  audience: "the subscriptions couldn't be read, so it isn't known who gets a message",
  "connected-hubs": "subscribers of connected hubs may get messages too, if there are any that show the services",
  history: "it has ended, and what has ended doesn't change, so the update fails",
  "other-stack": "a different stack of this report changes it, too, and the last one wins",
};

type NamedRecord = Pick<Item, "kind" | "name" | "label" | "hidden">;

const datesInWords = (times: readonly string[]): string =>
  `${listed(times.map((time) => `${time.slice(0, 10)} ${time.slice(11, 16)}`))} UTC`;

class Words {
  readonly #values: Values;

  constructor(values: Values) {
    this.#values = values;
  }

  group = (group: string): string => this.#values.plain(group);

  item = (item: Item): Line => ({
    mark: marks[item.change],
    text: `${this.#record(item)}${this.#verb(item)}`,
    details: this.#details(item),
  });

  /** A subscription without a label and a record without a title are told apart by their resources. */
  #record({ kind, name, label, hidden }: NamedRecord): string {
    const noun = kind === "Hub" ? "page" : nounOf({ kind });
    const text = hidden ? `${kind === "Maintenance" ? "draft of" : "archived"} ${noun}` : noun;
    return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${this.#values.quote(label || name)}`;
  }

  #verb({ kind, change, property = "", before, after, deleted = [] }: Item): string {
    const isOnPage = kind === "Maintenance" || kind === "Service";
    if (change === "appears") return isOnPage ? " appears" : " is added";
    if (change === "disappears") return isOnPage ? " disappears" : " is removed";
    if (change === "renamed") return ` is renamed to ${this.#values.inWords(after)}`;
    if (isSchedule(before)) return deleted.length > 0 ? " has fewer dates" : " takes place at a different time";
    if (change === "moved") return ` moves here from group ${this.group(String(before))}`;
    return `: ${this.#values.change(property, { before, after })}`;
  }

  #details({ kind, schedule, services = [], before, after, deleted = [] }: Item): string[] {
    if (isSchedule(before) && isSchedule(after)) {
      const lost = deleted.length > 0 ? [`deleted: ${datesInWords(deleted)}`] : [];
      return [...this.#when(after), `instead of ${this.#values.schedule(before)}`, ...lost];
    }
    const verb = kind === "Subscription" ? "covers" : "affects";
    const selected = services.length > 0 ? [`${verb} ${this.#values.services(services)}`] : [];
    return [...(schedule ? this.#when(schedule) : []), ...selected];
  }

  #when(schedule: Schedule): string[] {
    const { repeats, next = [] } = schedule;
    if (repeats === undefined) return [this.#values.schedule(schedule)];
    const following = next.length > 0 ? `next: ${datesInWords(next)}` : "the next dates aren't known";
    return [this.#values.schedule(schedule), following];
  }

  overwritten = (lost: ManualChange): Line => ({
    mark: "!",
    text: `${this.#record(lost)} was ${lost.change} manually`,
    details: lost.change === "deleted" ? ["the next update creates it again"] : this.#differences(lost),
  });

  #differences = ({ properties }: ManualChange | OtherDifference): string[] =>
    properties.map((property) => this.#values.difference(property));

  different = (record: OtherDifference): Line => ({
    mark: "~",
    text: `${this.#record(record)} ${differences[record.action]}`,
    details: this.#differences(record),
  });

  unmanaged = (record: UnmanagedRecord | string): Line => ({
    mark: "?",
    text: typeof record === "string" ? record : `${this.#record({ ...record, name: "" })} (ID ${record.id})`,
  });

  message = (message: Message): Line => {
    const { evidence, dependsOnOrder, reminders } = message;
    const further = reminders.map((reminder) => this.#values.reminder(reminder));
    const added = `${plural(dependsOnOrder, "subscription")} that this update adds or changes`;
    return {
      mark: "~",
      text: `${this.#sent(message)}${evidence === "inferred" ? uncertain : ""}`,
      details: [
        ...(dependsOnOrder > 0 ? [`and to ${added}, if written before the maintenance`] : []),
        ...(further.length > 0 ? [`further messages${uncertain}: ${listed(further)}`] : []),
      ],
    };
  };

  #sent({ title, event, recipients, visitors, reason }: Message): string {
    const it = this.#values.quote(title);
    const what = event === "canceled" ? "cancellation" : "change";
    if (reason === "changes-send-none") return `Nobody gets a message about the ${what} of ${it}`;
    if (reason === "silent") return `${it} is announced to nobody, because it is silent`;
    if (reason === "draft") return `${it} is a draft, so only your team gets a message`;
    if (reason === "no-subscription")
      return `${it} is announced to nobody, because no subscription covers its services`;
    const total = Object.values(recipients).reduce((sum, count) => sum + count, 0);
    if (total === 0) return `${it} is announced to no subscription for certain`;
    const counts = Object.entries(recipients).map(([method, count]) => `${count} by ${this.#values.plain(method)}`);
    const own = visitors > 0 ? `; ${visitors} may be visitors' own` : "";
    return `${it} is announced to ${plural(total, "subscription")} (${listed(counts)}${own})`;
  }

  unknown = (unknown: Unknown): Line => {
    const { property, reason } = unknown;
    const what = property === "" ? "" : `, ${this.#values.nameOf(property)}`;
    return { mark: "~", text: `${this.#record(unknown)}${what}: ${unknowns[reason]}` };
  };
}
