import type { Live, Wire } from "../../model/api/form.ts";
import { formatInstant } from "../../model/api/instant.ts";
import { isLeft } from "../../model/api/live.ts";
import { type Operation, pathParameters } from "../../model/api/operation.ts";
import { maintenance } from "../../model/kinds/maintenance.ts";
import { endOf } from "../../model/kinds/maintenance-series.ts";
import { incidentOperations, incidentUpdateOperations } from "../../model/kinds/unmanaged/incident.ts";
import { failureOf } from "../../provider/inspect.ts";
import { briefly, type HubOfAccount } from "../hub/account.ts";
import {
  hasNoEnd,
  isDraft,
  isOpen,
  latestFirst,
  type Present,
  resolves,
  saysWhetherDraft,
  startOrZero,
  type Updates,
} from "./present.ts";

type Requests = ReturnType<HubOfAccount["account"]["at"]>;
type PathParameters = Readonly<Record<string, string>>;
type ReadingOperations = { readonly list: Operation; readonly get: Operation };

/** How long ago an incident may have ended that visitors may still see open: a week, in milliseconds. */
const longestDraft = 7 * 86_400_000;

/** A second, because times have whole seconds, and as much again for clocks that differ. */
const longestPause = 2000;

/** Reads and posts the incidents of a hub. */
export class Incidents {
  readonly #hub: HubOfAccount;
  readonly #requests: Requests;

  constructor(hub: HubOfAccount) {
    this.#hub = hub;
    this.#requests = requestsTo(hub);
  }

  /** Documented: an open incident lasts into the far future. One that has ended may only have a draft that says so. */
  async listOpen(): Promise<Present[]> {
    const since = this.#client.serverTime() - longestDraft;
    const listed = await this.#requests.list(incidentOperations.list, {}, { start_time: formatInstant(since) });
    const possible = await this.#withoutEnded(listed, since);
    const read = await this.#readInFull(incidentOperations, {}, possible);
    const incidents = await Promise.all(read.map(async (live) => ({ live, ...(await this.readUpdates(live)) })));
    return incidents.filter(isOpen);
  }

  /** Returns undefined if there is none, or it is deleted. */
  async get(id: string): Promise<Live | undefined> {
    const live = await this.#requests.find(incidentOperations.get, { incident_id: id });
    return isLeft(live) ? live : undefined;
  }

  async readUpdates(incident: Live): Promise<Updates> {
    const listed = await this.#listUpdates(incident);
    // If an update doesn't say it, its incident does.
    const isHidden = (update: Live) => isDraft(saysWhetherDraft(update) ? update : incident);
    const drafts = (listed ?? []).filter(isHidden);
    const published = (listed ?? []).filter((update) => !isHidden(update));
    // Documented: an incident has at least one update, so a list without any isn't whole.
    const isListed = published.length > 0 || (drafts.length > 0 && isDraft(incident));
    if (isListed) return { published, drafts, isListed };
    const titleNow = { title: incident.title, start_time: incident.start_time };
    if (isDraft(incident)) return { published: [], drafts: [titleNow], isListed };
    return { published: [titleNow], drafts, isListed };
  }

  /** Returns when the first of the published maintenances began that are under way, in milliseconds; undefined if there is none. */
  async maintenanceSince(): Promise<number | undefined> {
    const now = this.#client.serverTime();
    const at = formatInstant(now);
    const listed = await this.#requests.list(maintenance.operations.list, {}, { start_time: at, end_time: at });
    const isUnderWay = (live: Live) => startOrZero(live) <= now && now < endOf(live);
    const hasTimes = (live: Live) => live.start_time !== undefined && live.end_time !== undefined;
    const possible = listed.filter((live) => !hasTimes(live) || isUnderWay(live));
    const read = await this.#readInFull(maintenance.operations, {}, possible);
    const starts = read.filter((live) => isUnderWay(live) && !isDraft(live)).map(startOrZero);
    return starts.length === 0 ? undefined : Math.min(...starts);
  }

  /**
   * Posts with the server's time as the start. Documented: it isn't in the future, and an incident doesn't end when it starts.
   * So this waits until it is later than what was posted before.
   */
  async post(
    operation: Operation,
    parameters: PathParameters,
    { wire, after }: { readonly wire: Wire; readonly after: number },
  ): Promise<Live> {
    const client = this.#client;
    const pause = after + 1000 - client.serverTime();
    if (pause > 0) await client.clock.sleep(Math.min(pause, longestPause));
    return this.#requests.post(operation, parameters, { ...wire, start_time: formatInstant(client.serverTime()) });
  }

  /** Repeats a look at the page for as long as a POST whose response was lost may still take effect. */
  lookFor<Found>(look: () => Promise<Found | undefined>): Promise<Found | undefined> {
    return this.#requests.lookFor(look);
  }

  get #client() {
    return this.#hub.account.client;
  }

  /** Finds those among which some may be open, in one request for each that has ended, and without waiting long for them. */
  async #withoutEnded(incidents: readonly Live[], since: number): Promise<Live[]> {
    const brief = requestsTo(briefly(this.#hub));
    const mayBeOpen = incidents.map(async (live) => {
      if (hasNoEnd(live)) return true;
      // Inferred (list-filters): the list leaves it out.
      if (endOf(live) < since) return false;
      const updates = await brief
        .list(incidentUpdateOperations.list, { incident_id: String(live.id) })
        .catch(ifUnlisted);
      return updates !== undefined && !updates.some(isPublishedEnd);
    });
    const areKept = await Promise.all(mayBeOpen);
    return incidents.filter((_, index) => areKept[index]);
  }

  /** Not documented: the list exists. If it fails, returns undefined. */
  async #listUpdates(incident: Live): Promise<Live[] | undefined> {
    const parameters = { incident_id: String(incident.id) };
    try {
      const listed = await this.#requests.list(incidentUpdateOperations.list, parameters);
      return await this.#readInFull(incidentUpdateOperations, parameters, listed);
    } catch (error) {
      return ifUnlisted(error);
    }
  }

  /** Reads records in full: lists may carry basic info only, and shorten texts. Observed: only a list shows some fields. */
  async #readInFull({ get }: ReadingOperations, parameters: PathParameters, listed: readonly Live[]): Promise<Live[]> {
    const [id = ""] = pathParameters(get).slice(-1);
    const reading = listed.map(async (live) => {
      const whole = await this.#requests.find(get, { ...parameters, [id]: String(live.id) });
      return { ...live, ...whole };
    });
    return (await Promise.all(reading)).filter(isLeft).sort(latestFirst);
  }
}

const requestsTo = ({ account, subdomain }: HubOfAccount): Requests => account.at({ subdomain });

/** A list may not say whether an update is a draft. */
const isPublishedEnd = (update: Live): boolean => resolves(update) && saysWhetherDraft(update) && !isDraft(update);

/** A key that is wrong is said at once. Whatever else fails, the incident itself says something. */
function ifUnlisted(error: unknown): undefined {
  const failure = failureOf(error);
  if (failure === undefined || failure.is === "unauthorized") throw error;
}
