import type { ReportOptions } from "../options.ts";
import { inOrder } from "../records.ts";
import { namesOf, type ServiceOnPage, servicesOnPages } from "../rehearsal/names.ts";
import { withRefreshed } from "../rehearsal/refresh.ts";
import { type Refreshed, refreshed } from "../rehearsal/rehearse.ts";
import { differentFrom } from "../report/manual.ts";
import { factsOf, hubsIn, type Report } from "../report/report.ts";
import { Services } from "../report/services.ts";
import type { ComparedStack, PlannedStack, StackPlan } from "../report/stacks.ts";
import { type ArchivedOnHub, findArchived } from "./archived.ts";
import type { DriftReport, HubDrift, UnmanagedContent } from "./facts.ts";
import { findUnmanaged } from "./unmanaged.ts";
import { driftInWords } from "./words.ts";

const nothing: UnmanagedContent = { unmanaged: [], signUps: 0 };

export interface DriftOptions extends ReportOptions {
  readonly unmanaged?: true;
  /** Print what the program has to say for the page to stay as it is. */
  readonly keep?: true;
}

export const drift: Report<DriftReport, DriftOptions> = {
  facts: async (stacks, options) => (await compare(stacks, options)).report,
  words: driftInWords,
  exitCode: (facts) => (facts.drift ? 2 : 0),
};

interface Comparison {
  /** With what somebody has changed on the page. */
  readonly stacks: readonly ComparedStack[];
  readonly report: DriftReport;
  /** The services that the page has, by hub and ID. */
  readonly onPage: ReadonlyMap<string, ServiceOnPage>;
  readonly services: Services;
}

/** Compares the page with the programs of the stacks. */
export async function compare(
  planned: readonly PlannedStack[],
  { unmanaged }: Pick<DriftOptions, "unmanaged">,
): Promise<Comparison> {
  const { stacks, stages, onPage } = await readPages(planned);
  const services = new Services(
    namesOf(onPage),
    stacks.flatMap((stack) => stack.planned),
  );
  const archived = stages.flatMap(findArchived);
  const report = createDrift(stacks, { services, archived }, unmanaged && (await findUnmanaged(stacks)));
  return { stacks, report, onPage, services };
}

/** Plays the refresh, which tells what somebody has changed, and reads the names of services from the same copy. */
async function readPages(planned: readonly PlannedStack[]) {
  const played: Refreshed = await refreshed(planned);
  try {
    const stacks = withRefreshed(planned, played.stages);
    return { stacks, stages: played.stages, onPage: await servicesOnPages(stacks, played) };
  } finally {
    await played.close();
  }
}

export function createDrift(
  stacks: readonly StackPlan[],
  { services, archived }: { readonly services: Services; readonly archived: readonly ArchivedOnHub[] },
  unmanaged: ReadonlyMap<string, UnmanagedContent> = new Map(),
): DriftReport {
  const planned = stacks.flatMap((stack) => stack.planned);
  const hubsOfArchived = archived.map(({ hub }) => hub);
  const all = [...new Set([...hubsIn(stacks), ...hubsOfArchived, ...unmanaged.keys()])].sort().map((hub): HubDrift => {
    const { unmanaged: records, signUps } = unmanaged.get(hub) ?? nothing;
    const own = planned.filter((change) => change.hub === hub);
    return {
      ...factsOf(hub, stacks, services),
      different: own.flatMap((change) => differentFrom(change, services)).sort(inOrder),
      archived: archived
        .filter((each) => each.hub === hub)
        .map(({ record }) => record)
        .sort(inOrder),
      unmanaged: records.toSorted(inOrder),
      signUps,
    };
  });
  const count = (of: (hub: HubDrift) => number) => all.reduce((sum, hub) => sum + of(hub), 0);
  const counts = {
    overwritten: count((hub) => hub.overwritten.length),
    different: count((hub) => hub.different.length),
    archived: count((hub) => hub.archived.length),
    unmanaged: count((hub) => hub.unmanaged.length),
    signUps: count((hub) => hub.signUps),
  };
  return {
    version: 1,
    drift: counts.overwritten + counts.different + counts.archived > 0,
    stacks: stacks.map(({ stack }) => stack),
    counts,
    hubs: all.filter(
      ({ overwritten, interrupted, different, archived: hidden, unmanaged: records, signUps }) =>
        [overwritten, interrupted, different, hidden, records].some(({ length }) => length > 0) || signUps > 0,
    ),
  };
}
