import { advise } from "../advice.ts";
import type { ReportOptions } from "../options.ts";
import type { OtherDifference } from "../report/manual.ts";
import type { Describe, Line, Quote } from "../report/render.ts";
import { section, stacksInWords, Words } from "../report/words.ts";
import { joinWithAnd, plural } from "../terminal/output.ts";
import type { ArchivedRecord, DriftReport, UnmanagedRecord } from "./facts.ts";

/** Describes what was changed outside Pulumi, and what else differs from the program. */
export const driftInWords =
  (report: DriftReport, where: Where = {}): Describe =>
  (quote) => {
    const words = new DriftWords(quote);
    const hubs = report.hubs.map(({ hub, overwritten, interrupted, different, archived, unmanaged, signUps }) => ({
      hub,
      first: [
        ...section("Manual changes", overwritten, words.overwritten),
        ...section("Archived", archived, words.archived),
        ...section("Interrupted", interrupted, words.interrupted),
        ...section("Different from the program", different, words.different),
      ],
      rest: section("Not managed", [...unmanaged, ...visitorsIn(signUps)], words.unmanaged),
    }));
    return { title: "Status page drift", summary: driftSummary(report, quote, where), hubs };
  };

/** Where the report is run. */
export type Where = Partial<Pick<ReportOptions, "cwd" | "stack">>;

export function driftSummary({ drift, counts, ...report }: DriftReport, quote: Quote, where: Where): string {
  const { overwritten, different, archived, unmanaged, signUps } = counts;
  const nobodys = [...(unmanaged > 0 ? [plural(unmanaged, "record")] : []), ...visitorsIn(signUps)];
  const sentences = [
    ...(drift ? [] : ["No drift: the page is as declared."]),
    ...(overwritten > 0
      ? [`Drift: ${plural(overwritten, "manual change")}. ${choice(report, overwritten, where, quote)}`]
      : []),
    ...(archived > 0
      ? [`${plural(archived, "service is", "services are")} archived, so visitors don't see what is declared.`]
      : []),
    ...(different > 0 ? [`${plural(different, "record differs", "records differ")} from the program: ${reasons}`] : []),
    ...(nobodys.length > 0 ? [`No stack manages ${joinWithAnd(nobodys)}.`] : []),
  ];
  return `${sentences.join(" ")}${stacksInWords(report)}`;
}

/** Prints a command of ours that reports about the same stacks. */
export function adviseReport(args: readonly string[], { cwd, stack = [] }: Where): string {
  const options = stack.flatMap((each) => ["--stack", each]);
  return advise("npx pulumi-statushub", [...args, ...options], cwd === undefined ? {} : { cwd });
}

/** Names what people can do about manual changes. */
function choice({ hubs }: Pick<DriftReport, "hubs">, count: number, where: Where, quote: Quote): string {
  const { cwd, stack: named } = where;
  const changed = hubs.flatMap(({ overwritten }) => overwritten.map(({ stack }) => stack));
  const stacks = named === undefined ? [undefined] : [...new Set(changed)];
  const whereabouts = cwd === undefined ? {} : { cwd };
  const keep = adviseReport(["drift", "--keep"], where);
  const undo = stacks.map((stack) =>
    advise("pulumi", ["up", "--refresh"], { ...whereabouts, ...(stack && { stack }) }),
  );
  const them = count === 1 ? "it" : "them";
  return `Keep ${them}: ${quote.message(keep)}. Undo ${them}: ${joinWithAnd(undo.map(quote.message))}.`;
}

const visitorsIn = (signUps: number) =>
  signUps === 0 ? [] : [plural(signUps, "subscription of visitors", "subscriptions of visitors")];

const reasons =
  "the program was edited and not deployed yet, or the page was changed outside Pulumi and a refresh wrote that into the state.";

const differences: Readonly<Record<OtherDifference["action"], string>> = {
  create: "is declared and not in the state",
  update: "differs from the program",
  replace: "differs from the program, which replaces it",
  delete: "is in the state and no longer declared",
};

class DriftWords extends Words {
  archived = (record: ArchivedRecord): Line => ({
    sign: "!",
    text: `${this.record(record)} is archived, so visitors don't see it`,
    details: ["no update changes that: unarchive it in the control panel, or remove it from the program"],
  });

  different = (record: OtherDifference): Line => ({
    sign: "~",
    text: `${this.record(record)} ${differences[record.action]}`,
    details: record.properties.map(this.difference),
  });

  unmanaged = (record: UnmanagedRecord | string): Line => ({
    sign: "?",
    text: typeof record === "string" ? record : `${this.record({ ...record, name: "" })} (ID ${record.id})`,
  });
}
