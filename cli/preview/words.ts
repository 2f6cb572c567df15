import { definitions } from "../../model/kinds/index.ts";
import { kebab } from "../../model/kinds/kind.ts";
import { limits } from "../../provider/inspect.ts";
import { version } from "../package.ts";
import { isHub } from "../records.ts";
import type { Message } from "../rehearsal/messages.ts";
import type { Describe, Line } from "../report/render.ts";
import type { Schedule } from "../report/schedule.ts";
import { isSchedule, section, stacksInWords, Words } from "../report/words.ts";
import { joinWithAnd, plural } from "../terminal/output.ts";
import type { HubPreview, PreviewReport, Stay, Unknown, UpdateFailure } from "./facts.ts";
import type { Item } from "./item.ts";
import { unknownReasons } from "./unknown.ts";

export const notKnown = "Not known before the update";

/** Describes what an update changes: why it fails, then what visitors see and which manual changes are lost. */
export const previewInWords =
  (report: PreviewReport): Describe =>
  (quote) => {
    const words = new PreviewWords(quote);
    const versions = section("Nothing of this is certain", report.otherVersions, words.otherVersion);
    const top = section(`The update ${report.fails ? "will" : "may"} fail`, report.failures, words.failure);
    const undone = section("Not done then", report.undone, words.undone);
    // If an update fails, only its errors are certain.
    const before = report.failures.length > 0 ? "May happen before it fails: " : "";
    const hubs = report.hubs.map((hub) => {
      const parts = Map.groupBy(hub.page, words.headingOf);
      const first = [
        ...[...parts].flatMap(([heading, items]) => section(`${before}${heading}`, items, words.item)),
        ...section(`${before}Manual changes that will be lost`, hub.overwritten, words.overwritten),
        ...section("Stays on the page", hub.stays, words.stay),
        ...section(`${before}Can't be restored`, hub.irreversible, words.irreversible),
      ];
      const rest = [
        ...section("Interrupted", hub.interrupted, words.interrupted),
        ...section(`${before}Messages`, hub.messages, words.message),
        ...section(`${before}Only subscribers notice`, hub.subscribers, words.item),
        ...section(`${before}Only your team notices`, hub.editors, words.item),
        ...section(notKnown, hub.unknown, words.unknown),
      ];
      return { hub: hub.hub, first, rest };
    });
    return {
      title: "Status page preview",
      summary: previewSummary(report),
      top: [...versions, ...top, ...undone],
      hubs,
    };
  };

function previewSummary(report: PreviewReport): string {
  const again = "The page or the stack is changing now, so this may be wrong: preview again later.";
  return report.outdated ? `${totalsOf(report)} ${again}` : totalsOf(report);
}

function totalsOf({ changes, fails, failures, hubs, writes, seconds, ...report }: PreviewReport): string {
  const where = stacksInWords(report);
  const pace =
    writes === 0
      ? "Nothing is written"
      : `${plural(writes, "write")} will take about ${timeInWords(seconds)}, at ${limits.writesPerSecond} a second`;
  if (failures.length > 0) {
    const resources = plural(failures.length, "resource");
    const atMost = writes === 0 ? "Nothing is written" : `Before that, at most ${plural(writes, "write")}`;
    return `The update ${fails ? "will" : "may"} fail at ${resources}${where}. ${atMost}.`;
  }
  if (!changes) return `The page doesn't change${where}.`;
  const items = hubs.flatMap(({ page }) => page);
  const visible = items.length === 0 ? "no change" : plural(items.length, "change");
  const lost = hubs.flatMap(({ overwritten }) => overwritten).length;
  const losing = lost === 0 ? "" : ` ${plural(lost, "manual change")} will be lost.`;
  const gone = hubs.flatMap(({ irreversible }) => irreversible).length;
  const deleting = gone === 0 ? "" : ` ${plural(gone, "deletion")} can't be undone.`;
  return `Visitors will see ${visible}${where}.${losing}${deleting} ${pace}.`;
}

const timeInWords = (seconds: number): string =>
  seconds < 120 ? plural(seconds, "second") : plural(Math.ceil(seconds / 60), "minute");

const marks = { appears: "+", disappears: "-", renamed: "~", moved: "~", changed: "~" } as const;

/** Ends a statement about what StatusHub doesn't document. */
const uncertain = ", as far as we know";

const asFarAsWeKnow = ({ guesses }: { readonly guesses: readonly string[] }): string =>
  guesses.length > 0 ? uncertain : "";

const datesInWords = (times: readonly string[]): string =>
  `${joinWithAnd(times.map((time) => `${time.slice(0, 10)} ${time.slice(11, 16)}`))} UTC`;

class PreviewWords extends Words {
  /** Names the part of the page to which a record belongs. */
  headingOf = ({ kind, group }: Item): string => {
    if (isHub(kind)) return "The page";
    const records = kebab(definitions[kind]?.plural ?? kind).replaceAll("-", " ");
    const heading = `${records.charAt(0).toUpperCase()}${records.slice(1)}`;
    return group === undefined ? heading : `${heading} in group ${this.plain(String(group))}`;
  };

  item = (item: Item): Line => ({
    sign: marks[item.change],
    text: `${this.record(item)}${this.#verb(item)}${asFarAsWeKnow(item)}`,
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
    const following = next.length > 0 ? `next: ${datesInWords(next)}` : "the next occurrences aren't known";
    return [this.schedule(schedule), following];
  }

  message = (message: Message): Line => {
    const { dependsOnOrder, rotated, reminders } = message;
    const further = reminders.map((reminder) => this.reminder(reminder));
    const added = `${plural(dependsOnOrder, "subscription")} that this update adds or changes`;
    return {
      sign: "~",
      text: `${this.#sent(message)}${asFarAsWeKnow(message)}`,
      details: [
        ...(rotated > 0
          ? [`${rotated} of them at the old address, or at the new one if written before the maintenance`]
          : []),
        ...(dependsOnOrder > 0 ? [`and to ${added}, if written before the maintenance`] : []),
        ...(further.length > 0 ? [`further messages${uncertain}: ${joinWithAnd(further)}`] : []),
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
    return `${it} is announced to ${plural(total, "subscription")} (${joinWithAnd(counts)}${own})`;
  }

  failure = (failure: UpdateFailure): Line => {
    const message = this.quote.message(failure.message);
    const rejected = `as far as we know, StatusHub would reject it: ${message}`;
    return {
      sign: "!",
      text: `${this.record(failure)} on ${this.quote(failure.hub)}`,
      details: [failure.certain ? message : rejected],
    };
  };

  otherVersion = (used: string): Line => ({
    sign: "!",
    text: `Rehearsed with ${version}, the stack uses ${this.plain(used)}: install the same`,
  });

  undone = (record: PreviewReport["undone"][number]): Line => ({
    sign: "~",
    text: `${this.record(record)} on ${this.quote(record.hub)}`,
  });

  stay = (stay: Stay): Line => ({ sign: "~", text: this.record(stay), details: [this.quote.message(stay.reason)] });

  irreversible = (record: HubPreview["irreversible"][number]): Line => ({
    sign: "!",
    text: `${this.record(record)} is deleted${asFarAsWeKnow(record)}`,
  });

  unknown = (unknown: Unknown): Line => {
    const { property, reason } = unknown;
    const what = property === "" ? "" : `, ${this.nameOf(property)}`;
    return { sign: "~", text: `${this.record(unknown)}${what}: ${unknownReasons[reason]}` };
  };
}
