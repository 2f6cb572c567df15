import type { ReportOptions } from "../options.ts";
import { inOrder } from "../records.ts";
import { namesOnPages } from "../rehearsal/names.ts";
import { type Refreshed, refreshed } from "../rehearsal/rehearse.ts";
import { differentFrom, type OtherDifference } from "../report/manual.ts";
import { factsOf, type HubFacts, hubsIn, type Report } from "../report/report.ts";
import { createServices, type ServiceNames } from "../report/services.ts";
import type { PlannedStack, StackPlan } from "../report/stacks.ts";
import { findUnmanaged } from "./unmanaged.ts";
import { driftInWords } from "./words.ts";

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

export interface HubDrift extends HubFacts, UnmanagedContent {
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

export interface DriftOptions extends ReportOptions {
  readonly unmanaged?: true;
}

export const drift: Report<DriftReport, DriftOptions> = {
  facts: async (stacks, { unmanaged }) => {
    const names = await namesIn(stacks);
    return createDrift(stacks, names, unmanaged && (await findUnmanaged(stacks)));
  },
  words: driftInWords,
  exitCode: (facts) => (facts.drift ? 2 : 0),
};

/** Plays the refresh, and returns the names of the services that the page has. */
async function namesIn(stacks: readonly PlannedStack[]) {
  const played: Refreshed = await refreshed(stacks);
  try {
    return await namesOnPages(stacks, played);
  } finally {
    await played.close();
  }
}

export function createDrift(
  stacks: readonly StackPlan[],
  names: ServiceNames,
  unmanaged: ReadonlyMap<string, UnmanagedContent> = new Map(),
): DriftReport {
  const planned = stacks.flatMap((stack) => stack.planned);
  const services = createServices(names, planned);
  const all = [...new Set([...hubsIn(stacks), ...unmanaged.keys()])].sort().map((hub): HubDrift => {
    const { unmanaged: records, signUps } = unmanaged.get(hub) ?? nothing;
    const own = planned.filter((change) => change.hub === hub);
    return {
      ...factsOf(hub, stacks, services),
      different: own.flatMap((change) => differentFrom(change, services)).sort(inOrder),
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
    hubs: all.filter(
      ({ overwritten, interrupted, different, unmanaged: records, signUps }) =>
        [overwritten, interrupted, different, records].some(({ length }) => length > 0) || signUps > 0,
    ),
  };
}
