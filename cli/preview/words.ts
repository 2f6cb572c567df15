import { definitions } from "../../model/kinds/index.ts";
import { kebab } from "../../model/kinds/kind.ts";
import { limits } from "../../provider/inspect.ts";
import { isHub } from "../records.ts";
import type { Describe, Line } from "../report/render.ts";
import { listed, type Schedule } from "../report/schedule.ts";
import { isSchedule, section, stacksInWords, Words } from "../report/words.ts";
import { plural } from "../terminal/output.ts";
import type { Item } from "./item.ts";
import type { Message } from "./messages.ts";
import type { PreviewReport, Unknown } from "./report.ts";

/** Why something isn't known, in words. Programs get the key. */
export const unknownReasons = {
  "known-after-up": "the value is only known during the update",
  "several-new-services": "which of the new services gets which status is only known during the update",
  adopted: "it adopts a record that the preview couldn't find",
  services: "the services couldn't be read, so they have no names here",
  audience: "the subscriptions couldn't be read, so it isn't known who gets a message",
  "connected-hubs": "subscribers of connected hubs may get messages too, if there are any that show the services",
  "other-stack": "a different stack of this report changes it, too, and the last one wins",
} as const;

export type UnknownReason = keyof typeof unknownReasons;

/** Describes what an update changes: first what visitors see and which manual changes are lost. */
export const previewInWords =
  (report: PreviewReport): Describe =>
  (quote) => {
    const words = new PreviewWords(quote);
    const hubs = report.hubs.map((hub) => {
      const parts = Map.groupBy(hub.page, words.headingOf);
      const first = [
        ...[...parts].flatMap(([heading, items]) => section(heading, items, words.item)),
        ...section("Manual changes that will be lost", hub.overwritten, words.overwritten),
      ];
      const rest = [
        ...section("Interrupted", hub.interrupted, words.interrupted),
        ...section("Messages", hub.messages, words.message),
        ...section("Only subscribers notice", hub.subscribers, words.item),
        ...section("Only your team notices", hub.editors, words.item),
        ...section("Not known before the update", hub.unknown, words.unknown),
      ];
      return { hub: hub.hub, first, rest };
    });
    return { title: "Status page preview", summary: previewSummary(report), hubs };
  };

function previewSummary({ changes, hubs, writes, seconds, ...report }: PreviewReport): string {
  const where = stacksInWords(report);
  if (!changes) return `The page doesn't change${where}.`;
  const items = hubs.flatMap(({ page }) => page);
  const visible = items.length === 0 ? "no change" : plural(items.length, "change");
  const lost = hubs.flatMap(({ overwritten }) => overwritten).length;
  const losing = lost === 0 ? "" : ` ${plural(lost, "manual change")} will be lost.`;
  const pace = `${plural(writes, "write")} will take about ${timeInWords(seconds)}, at ${limits.writesPerSecond} a second`;
  return `Visitors will see ${visible}${where}.${losing} ${pace}.`;
}

const timeInWords = (seconds: number): string =>
  seconds < 120 ? plural(seconds, "second") : plural(Math.ceil(seconds / 60), "minute");

const marks = { appears: "+", disappears: "-", renamed: "~", moved: "~", changed: "~" } as const;

/** Ends a statement about what StatusHub doesn't document. */
const uncertain = ", as far as we know";

const datesInWords = (times: readonly string[]): string =>
  `${listed(times.map((time) => `${time.slice(0, 10)} ${time.slice(11, 16)}`))} UTC`;

class PreviewWords extends Words {
  /** Names the part of the page to which a record belongs. */
  headingOf = ({ kind, group }: Item): string => {
    if (isHub(kind)) return "The page";
    const records = kebab(definitions[kind]?.plural ?? kind).replaceAll("-", " ");
    const heading = `${records.charAt(0).toUpperCase()}${records.slice(1)}`;
    return group === undefined ? heading : `${heading} in group ${this.plain(String(group))}`;
  };

  item = (item: Item): Line => ({
    mark: marks[item.change],
    text: `${this.record(item)}${this.#verb(item)}`,
    details: this.#details(item),
  });

  #verb({ kind, change, property = "", before, after }: Item): string {
    const isOnPage = definitions[kind]?.noticedBy === "page";
    if (change === "appears") return isOnPage ? " appears" : " is added";
    if (change === "disappears") return isOnPage ? " disappears" : " is removed";
    if (change === "renamed") return ` is renamed to ${this.inWords(after)}`;
    if (isSchedule(before)) return " takes place at a different time";
    if (change === "moved") return ` moves here from group ${this.plain(String(before))}`;
    return `: ${this.propertyChange(property, before, after)}`;
  }

  #details({ kind, schedule, services = [], before, after }: Item): string[] {
    if (isSchedule(before) && isSchedule(after)) {
      return [...this.#when(after), `instead of ${this.schedule(before)}`];
    }
    const verb = definitions[kind]?.noticedBy === "subscribers" ? "covers" : "affects";
    const selected = services.length > 0 ? [`${verb} ${this.services(services)}`] : [];
    return [...(schedule ? this.#when(schedule) : []), ...selected];
  }

  #when(schedule: Schedule): string[] {
    const { repeats, next = [] } = schedule;
    if (repeats === undefined) return [this.schedule(schedule)];
    const following = next.length > 0 ? `next: ${datesInWords(next)}` : "the next dates aren't known";
    return [this.schedule(schedule), following];
  }

  message = (message: Message): Line => {
    const { evidence, dependsOnOrder, unclear, reminders } = message;
    const further = reminders.map((reminder) => this.reminder(reminder));
    const added = `${plural(dependsOnOrder, "subscription")} that this update adds or changes`;
    return {
      mark: "~",
      text: `${this.#sent(message)}${evidence === "inferred" ? uncertain : ""}`,
      details: [
        ...(dependsOnOrder > 0 ? [`and to ${added}, if written before the maintenance`] : []),
        ...(unclear > 0
          ? [`${plural(unclear, "subscription")} more: only the update knows whether they cover it`]
          : []),
        ...(further.length > 0 ? [`further messages${uncertain}: ${listed(further)}`] : []),
      ],
    };
  };

  #sent({ title, event, recipients, visitors, reason }: Message): string {
    const it = this.quote(title);
    const what = event === "canceled" ? "cancellation" : "change";
    if (reason === "changes-send-none") return `Nobody gets a message about the ${what} of ${it}`;
    if (reason === "silent") return `${it} is announced to nobody, because it is silent`;
    if (reason === "draft") return `${it} is a draft, so only your team gets a message`;
    if (reason === "no-subscription")
      return `${it} is announced to nobody, because no subscription covers its services`;
    const total = Object.values(recipients).reduce((sum, count) => sum + count, 0);
    if (total === 0) return `${it} is announced to no subscription for certain`;
    const counts = Object.entries(recipients).map(([method, count]) => `${count} by ${this.plain(method)}`);
    const own = visitors > 0 ? `; ${visitors} may be visitors' own` : "";
    return `${it} is announced to ${plural(total, "subscription")} (${listed(counts)}${own})`;
  }

  unknown = (unknown: Unknown): Line => {
    const { property, reason } = unknown;
    const what = property === "" ? "" : `, ${this.nameOf(property)}`;
    return { mark: "~", text: `${this.record(unknown)}${what}: ${unknownReasons[reason]}` };
  };
}
