import type { ReportOptions } from "../options.ts";
import { inOrder } from "../records.ts";
import { isAdoption } from "../report/change.ts";
import { differentFrom, type OtherDifference } from "../report/manual.ts";
import { type PageFacts, readPageFacts } from "../report/page.ts";
import { createPlan, type HubFacts, type Report } from "../report/report.ts";
import { createManaged, type StackPlan } from "../report/stacks.ts";
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
    // What the program is going to adopt doesn't matter here.
    const known = stacks.map((stack) => ({ ...stack, planned: stack.planned.filter((each) => !isAdoption(each)) }));
    const page = await readPageFacts(known, createManaged(stacks));
    return createDrift(stacks, page, unmanaged && (await findUnmanaged(stacks)));
  },
  words: driftInWords,
  differs: (facts) => facts.drift,
};

export function createDrift(
  stacks: readonly StackPlan[],
  page: Pick<PageFacts, "adopted" | "services">,
  unmanaged: ReadonlyMap<string, UnmanagedContent> = new Map(),
): DriftReport {
  const { planned, services, onHubs } = createPlan(stacks, page, Date.now());
  const all = onHubs(unmanaged.keys(), (facts): HubDrift => {
    const { unmanaged: records, signUps } = unmanaged.get(facts.hub) ?? nothing;
    const own = planned.filter(({ hub }) => hub === facts.hub);
    return {
      ...facts,
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
