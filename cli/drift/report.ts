import { changesOf } from "../preview/change.ts";
import type { LiveFacts } from "../preview/live.ts";
import { differentFrom, type ManualChange, type OtherDifference, overwrittenBy } from "../preview/manual.ts";
import type { StackPlan } from "../preview/report.ts";
import { createServiceNames } from "../preview/services.ts";
import { inOrder } from "../records.ts";

/** Incremented when programs that read the report would have to change. */
export const reportVersion = 1;

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
  readonly version: typeof reportVersion;
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
  live: Pick<LiveFacts, "adopted" | "occurrences" | "services">,
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
      overwritten: own.flatMap((change) => overwrittenBy(change, live, nameServices)).sort(inOrder),
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
    version: reportVersion,
    drift: counts.overwritten + counts.different > 0,
    stacks: stacks.map(({ stack }) => stack),
    counts,
    hubs: all.filter((hub) => hub.overwritten.length + hub.different.length + hub.unmanaged.length + hub.signUps > 0),
  };
}
