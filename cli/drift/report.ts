import { inOrder } from "../records.ts";
import { changesOf } from "../report/change.ts";
import type { LiveFacts } from "../report/live.ts";
import { differentFrom, type ManualChange, type OtherDifference, overwrittenBy } from "../report/manual.ts";
import type { Describe, Line } from "../report/render.ts";
import { listed } from "../report/schedule.ts";
import { createServiceNames } from "../report/services.ts";
import type { StackPlan } from "../report/stacks.ts";
import { section, stacksInWords, Words } from "../report/words.ts";
import { plural } from "../terminal/output.ts";

export interface UnmanagedRecord {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
}

/** What none of the stacks manages on a hub. It doesn't count as drift. */
export interface UnmanagedContent {
  readonly unmanaged: readonly UnmanagedRecord[];
  /** Number of subscriptions that visitors may have signed up for. */
  readonly signUps: number;
}

export interface HubDrift extends UnmanagedContent {
  readonly hub: string;
  /** Changed or deleted outside Pulumi since the last update of the state, as `preview` reports it. */
  readonly overwritten: readonly ManualChange[];
  /** The page matches the state but not the program: the program was edited, or a refresh stored a manual change. */
  readonly different: readonly OtherDifference[];
}

type Section = "overwritten" | "different" | "unmanaged";

export interface DriftReport {
  /** Incremented when programs that read the report would have to change. */
  readonly version: 1;
  /** The page differs from the program; the exit code is then 2. */
  readonly drift: boolean;
  readonly stacks: readonly string[];
  readonly counts: Readonly<Record<Section | "signUps", number>>;
  readonly hubs: readonly HubDrift[];
}

const nothing: UnmanagedContent = { unmanaged: [], signUps: 0 };

/** Creates the report, in an order that depends only on its contents. */
export function createDrift(
  stacks: readonly StackPlan[],
  live: Pick<LiveFacts, "adopted" | "services">,
  unmanaged: ReadonlyMap<string, UnmanagedContent> = new Map(),
): DriftReport {
  const planned = stacks.flatMap(({ changes }) => changes);
  const changes = planned.flatMap((change) => changesOf(change, live.adopted, Date.now()));
  const nameServices = createServiceNames(changes, live.services);
  const names = new Set([...planned.map(({ hub }) => hub), ...unmanaged.keys()]);
  const all = [...names].sort().map((hub): HubDrift => {
    const own = planned.filter((change) => change.hub === hub);
    const { unmanaged: records, signUps } = unmanaged.get(hub) ?? nothing;
    return {
      hub,
      overwritten: own.flatMap((change) => overwrittenBy(change, nameServices)).sort(inOrder),
      different: own.flatMap((change) => differentFrom(change, nameServices)).sort(inOrder),
      unmanaged: records.toSorted(inOrder),
      signUps,
    };
  });
  const count = (of: (hub: HubDrift) => number) => all.reduce((sum, hub) => sum + of(hub), 0);
  const counts = {
    overwritten: count((hub) => hub.overwritten.length),
    different: count((hub) => hub.different.length),
    unmanaged: count((hub) => hub.unmanaged.length),
    signUps: count((hub) => hub.signUps),
  };
  return {
    version: 1,
    drift: counts.overwritten + counts.different > 0,
    stacks: stacks.map(({ stack }) => stack),
    counts,
    hubs: all.filter((hub) => hub.overwritten.length + hub.different.length + hub.unmanaged.length + hub.signUps > 0),
  };
}

/** Describes what was changed outside Pulumi, and what else differs from the program. */
export const driftInWords =
  (report: DriftReport): Describe =>
  (quote) => {
    const words = new DriftWords(quote);
    const hubs = report.hubs.map(({ hub, overwritten, different, unmanaged, signUps }) => {
      return {
        hub,
        first: [
          ...section("Manual changes", overwritten, words.overwritten),
          ...section("Different from the program", different, words.different),
        ],
        rest: section("Not managed", [...unmanaged, ...visitorsIn(signUps)], words.unmanaged),
      };
    });
    return { title: "Status page drift", summary: driftSummary(report), hubs };
  };

function driftSummary({ drift, counts, ...report }: DriftReport): string {
  const { overwritten, different, unmanaged, signUps } = counts;
  const nobodys = [...(unmanaged > 0 ? [plural(unmanaged, "record")] : []), ...visitorsIn(signUps)];
  const sentences = [
    ...(drift ? [] : ["No drift: the page is as declared."]),
    ...(overwritten > 0 ? [`Drift: ${plural(overwritten, "manual change")}.`] : []),
    ...(different > 0 ? [`${plural(different, "record differs", "records differ")} from the program: ${reasons}`] : []),
    ...(nobodys.length > 0 ? [`No stack manages ${listed(nobodys)}.`] : []),
  ];
  return `${sentences.join(" ")}${stacksInWords(report)}`;
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
  different = (record: OtherDifference): Line => ({
    mark: "~",
    text: `${this.record(record)} ${differences[record.action]}`,
    details: record.properties.map(this.difference),
  });

  unmanaged = (record: UnmanagedRecord | string): Line => ({
    mark: "?",
    text: typeof record === "string" ? record : `${this.record({ ...record, name: "" })} (ID ${record.id})`,
  });
}
