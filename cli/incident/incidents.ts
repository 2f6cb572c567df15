import type { Live, Wire } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { isLeft } from "../../model/api/live.ts";
import { textOf } from "../../model/api/object.ts";
import { type Operation, pathParameters } from "../../model/api/operation.ts";
import { maintenance } from "../../model/kinds/maintenance.ts";
import { endOf } from "../../model/kinds/maintenance-series.ts";
import { incidentOperations, incidentUpdateOperations } from "../../model/kinds/unmanaged/incident.ts";
import { failureOf } from "../../provider/inspect.ts";
import { briefly, type HubOfAccount } from "../hub/account.ts";

/** When something began, in milliseconds since 1970; 0 if the response doesn't say. */
export const startOrZero = ({ start_time }: Live): number => parseInstant(textOf(start_time)) ?? 0;

const latestFirst = (one: Live, other: Live) =>
  startOrZero(other) - startOrZero(one) || Number(other.id) - Number(one.id);

/** Documented: an open incident has no end. Observed: a list shows the type of its last update. */
const hasNoEnd = ({ end_time: end, last_incident_type: type }: Live): boolean =>
  end === undefined ? type !== "resolved" : end === null;

const isResolving = ({ incident_type: type }: Live): boolean => type === "resolved";

/** Not documented: whether a draft of an update ends its incident. Visitors see it open until a published one does. */
export const isEndedByDraft = ({ live, published, drafts, isListed }: Present): boolean =>
  isListed && !isDraft(live) && drafts.some(isResolving) && !published.some(isResolving);

export const isOpen = (incident: Present): boolean => hasNoEnd(incident.live) || isEndedByDraft(incident);

const draftFlag = ({ flags }: Live): unknown => (flags as { draft?: unknown } | undefined)?.draft;

export const isDraft = (live: Live): boolean => draftFlag(live) === true || live.state === "draft";

export const saysWhetherDraft = (live: Live): boolean =>
  typeof live.state === "string" || typeof draftFlag(live) === "boolean";

/** What an incident says, the latest update first. */
export interface Updates {
  /** If StatusHub doesn't list them, the title that the incident has now stands for them. */
  readonly published: readonly Live[];
  readonly drafts: readonly Live[];
  readonly isListed: boolean;
}

/** A list may not say whether an update is a draft. */
const isPublishedEnd = (update: Live): boolean => isResolving(update) && saysWhetherDraft(update) && !isDraft(update);

/** A key that is wrong is said at once. Whatever else fails, the incident itself says something. */
function ifUnlisted(error: unknown): undefined {
  const failure = failureOf(error);
  if (failure === undefined || failure.is === "unauthorized") throw error;
}

/** An incident as it is now. */
export interface Present extends Updates {
  readonly live: Live;
}

/** The updates that say what an incident is about: the latest one, and the one that opened it. */
export const latestAndFirst = (updates: readonly Live[]): readonly Live[] => [
  ...updates.slice(0, 1),
  ...updates.slice(-1),
];

/** How long ago an incident may have ended that visitors may still see open: a week, in milliseconds. */
const longestDraft = 7 * 86_400_000;

/** A second, because times have whole seconds, and as much again for clocks that differ. */
const longestPause = 2000;

type ReadingOperations = { readonly list: Operation; readonly get: Operation };

export function incidentsOn(hub: HubOfAccount) {
  const { client } = hub.account;
  const reaching = ({ account, subdomain }: HubOfAccount) => account.at({ subdomain });
  const requests = reaching(hub);

  /** Reads records in full: lists may carry basic info only, and shorten texts. Observed: only a list shows some fields. */
  const inFull = async (
    { get }: ReadingOperations,
    parameters: Readonly<Record<string, string>>,
    listed: readonly Live[],
  ): Promise<Live[]> => {
    const [id = ""] = pathParameters(get).slice(-1);
    const reading = listed.map(async (live) => ({
      ...live,
      ...(await requests.find(get, { ...parameters, [id]: String(live.id) })),
    }));
    return (await Promise.all(reading)).filter(isLeft).sort(latestFirst);
  };

  /** Not documented: the list exists. If it fails, returns undefined. */
  const listUpdates = async (incident: Live): Promise<Live[] | undefined> => {
    const parameters = { incident_id: String(incident.id) };
    const read = async () =>
      inFull(incidentUpdateOperations, parameters, await requests.list(incidentUpdateOperations.list, parameters));
    return read().catch(ifUnlisted);
  };

  const readUpdates = async (incident: Live): Promise<Updates> => {
    const listed = await listUpdates(incident);
    // If an update doesn't say it, its incident does.
    const isHidden = (update: Live) => isDraft(saysWhetherDraft(update) ? update : incident);
    const drafts = (listed ?? []).filter(isHidden);
    const published = (listed ?? []).filter((update) => !isHidden(update));
    // Documented: an incident has at least one update, so a list without any isn't whole.
    const isListed = drafts.length + published.length > 0 && (published.length > 0 || isDraft(incident));
    if (isListed) return { published, drafts, isListed };
    const present = { title: incident.title, start_time: incident.start_time };
    if (isDraft(incident)) return { published: [], drafts: [present], isListed };
    return { published: [present], drafts, isListed };
  };

  /** Finds those among which some may be open, in one request for each that has ended, and without waiting long for them. */
  const withoutEnded = async (incidents: readonly Live[], since: number): Promise<Live[]> => {
    const brief = reaching(briefly(hub));
    const mayBeOpen = incidents.map(async (live) => {
      if (hasNoEnd(live)) return true;
      // Inferred (list-filters): the list leaves it out.
      if (endOf(live) < since) return false;
      const updates = await brief
        .list(incidentUpdateOperations.list, { incident_id: String(live.id) })
        .catch(ifUnlisted);
      return updates !== undefined && !updates.some(isPublishedEnd);
    });
    const areMeant = await Promise.all(mayBeOpen);
    return incidents.filter((_, index) => areMeant[index]);
  };

  return {
    lookFor: requests.lookFor,
    readUpdates,

    /** Documented: an open incident lasts into the far future. One that has ended may only have a draft that says so. */
    async listOpen(): Promise<Present[]> {
      const since = client.serverTime() - longestDraft;
      const listed = await requests.list(incidentOperations.list, {}, { start_time: formatInstant(since) });
      const read = await inFull(incidentOperations, {}, await withoutEnded(listed, since));
      const present = read.map(async (live) => ({ live, ...(await readUpdates(live)) }));
      return (await Promise.all(present)).filter(isOpen);
    },

    /** Returns undefined if there is none, or it is deleted. */
    async get(id: string): Promise<Live | undefined> {
      const live = await requests.find(incidentOperations.get, { incident_id: id });
      return isLeft(live) ? live : undefined;
    },

    /** Returns when the first of the published maintenances began that are under way, in milliseconds; undefined if there is none. */
    async maintenanceSince(): Promise<number | undefined> {
      const now = client.serverTime();
      const at = formatInstant(now);
      const listed = await requests.list(maintenance.operations.list, {}, { start_time: at, end_time: at });
      const isUnderWay = (live: Live) => startOrZero(live) <= now && now < endOf(live);
      const mayBe = (live: Live) => live.start_time === undefined || live.end_time === undefined || isUnderWay(live);
      const read = await inFull(maintenance.operations, {}, listed.filter(mayBe));
      const starts = read.filter((live) => isUnderWay(live) && !isDraft(live)).map(startOrZero);
      return starts.length === 0 ? undefined : Math.min(...starts);
    },

    /**
     * Posts with the server's time as the start. Documented: it isn't in the future, and an incident doesn't end when it starts.
     * So this waits until it is later than what was posted before.
     */
    async post(
      operation: Operation,
      parameters: Readonly<Record<string, string>>,
      { wire, after }: { wire: Wire; after: number },
    ): Promise<Live> {
      const pause = after + 1000 - client.serverTime();
      if (pause > 0) await client.clock.sleep(Math.min(pause, longestPause));
      return requests.post(operation, parameters, { ...wire, start_time: formatInstant(client.serverTime()) });
    },
  };
}
