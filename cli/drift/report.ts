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

export interface Comparison {
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
  options: Pick<DriftOptions, "unmanaged">,
): Promise<Comparison> {
  const { stacks, archived, onPage } = await readPages(planned);
  const services = new Services(
    namesOf(onPage),
    stacks.flatMap((stack) => stack.planned),
  );
  const unmanaged: OnPages["unmanaged"] = options.unmanaged ? await findUnmanaged(stacks) : new Map();
  const report = createDrift(stacks, { services, archived, unmanaged });
  return { stacks, report, onPage, services };
}

/** Plays the refresh, which tells what somebody has changed, and reads the names of services from the same copy. */
async function readPages(planned: readonly PlannedStack[]) {
  const played: Refreshed = await refreshed(planned);
  try {
    const stacks = withRefreshed(planned, played.stages);
    const onPage = await servicesOnPages(stacks, played);
    return { stacks, archived: played.stages.flatMap(findArchived), onPage };
  } finally {
    await played.close();
  }
}

/** What a report says besides the differences between plans and page. */
interface OnPages {
  readonly services: Services;
  readonly archived: readonly ArchivedOnHub[];
  /** By hub. Empty unless it was asked for. */
  readonly unmanaged: ReadonlyMap<string, UnmanagedContent>;
}

export function createDrift(stacks: readonly StackPlan[], onPages: OnPages): DriftReport {
  const { archived, unmanaged } = onPages;
  const names = new Set([...hubsIn(stacks), ...archived.map(({ hub }) => hub), ...unmanaged.keys()]);
  const hubs = [...names].sort().map((hub) => driftOf(hub, stacks, onPages));
  const counts = countsOf(hubs);
  return {
    version: 1,
    drift: counts.overwritten + counts.different + counts.archived > 0,
    stacks: stacks.map(({ stack }) => stack),
    counts,
    hubs: hubs.filter(isReported),
  };
}

function driftOf(hub: string, stacks: readonly StackPlan[], { services, archived, unmanaged }: OnPages): HubDrift {
  const isHere = (each: { readonly hub: string }) => each.hub === hub;
  const planned = stacks.flatMap((stack) => stack.planned).filter(isHere);
  const archivedHere = archived.filter(isHere).map(({ record }) => record);
  const { unmanaged: records = [], signUps = 0 } = unmanaged.get(hub) ?? {};
  return {
    ...factsOf(hub, stacks, services),
    different: planned.flatMap((change) => differentFrom(change, services)).sort(inOrder),
    archived: archivedHere.sort(inOrder),
    unmanaged: records.toSorted(inOrder),
    signUps,
  };
}

function countsOf(hubs: readonly HubDrift[]): DriftReport["counts"] {
  const sum = (count: (hub: HubDrift) => number) => hubs.reduce((total, hub) => total + count(hub), 0);
  return {
    overwritten: sum((hub) => hub.overwritten.length),
    different: sum((hub) => hub.different.length),
    archived: sum((hub) => hub.archived.length),
    unmanaged: sum((hub) => hub.unmanaged.length),
    signUps: sum((hub) => hub.signUps),
  };
}

/** Whether there is anything to say of a hub. */
function isReported({ overwritten, interrupted, different, archived, unmanaged, signUps }: HubDrift): boolean {
  const records = [...overwritten, ...interrupted, ...different, ...archived, ...unmanaged];
  return records.length > 0 || signUps > 0;
}
