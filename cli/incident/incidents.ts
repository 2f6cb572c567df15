import type { Live, Wire } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { isDeleted } from "../../model/api/live.ts";
import { textOf } from "../../model/api/object.ts";
import { type Operation, pathParameters } from "../../model/api/operation.ts";
import { maintenance } from "../../model/kinds/maintenance.ts";
import { incidentOperations, incidentUpdateOperations } from "../../model/kinds/unmanaged/incident.ts";
import { failureOf } from "../../provider/inspect.ts";
import type { HubOfAccount } from "../hub/account.ts";

/** When something began, in milliseconds since 1970; 0 if the response doesn't say. */
export const startOf = ({ start_time }: Live): number => parseInstant(textOf(start_time)) ?? 0;

const latestFirst = (one: Live, other: Live) => startOf(other) - startOf(one) || Number(other.id) - Number(one.id);

/** Documented: an open incident has no end. Observed: a list shows the type of its last update. */
export const isOpen = ({ end_time = null, last_incident_type: type }: Live): boolean =>
  end_time === null && type !== "resolved";

export const isDraft = ({ flags, state }: Live): boolean =>
  (flags as { draft?: unknown } | undefined)?.draft === true || state === "draft";

/** A second, because times have whole seconds, and as much again for clocks that differ. */
const longestPause = 2000;

export function incidentsOn({ account, subdomain }: HubOfAccount) {
  const { client } = account;
  const requests = account.at({ subdomain });
  /** Reads each record in full: lists may carry basic info only, and shorten texts. Observed: only a list shows some fields. */
  const list = async (
    operations: { readonly list: Operation; readonly get: Operation },
    parameters: Readonly<Record<string, string>>,
    { filters = {}, isWanted = () => true }: { filters?: Record<string, string>; isWanted?: typeof isOpen } = {},
  ): Promise<Live[]> => {
    const isMeant = (live: Live) => isWanted(live) && !isDeleted(live);
    const [id = ""] = pathParameters(operations.get).slice(-1);
    const listed = await requests.list(operations.list, parameters, filters);
    const reading = listed.filter(isMeant).map(async (live) => ({
      ...live,
      ...(await requests.find(operations.get, { ...parameters, [id]: String(live.id) })),
    }));
    return (await Promise.all(reading)).filter(isMeant).sort(latestFirst);
  };
  /** Documented: an open incident lasts into the far future. */
  const listOpen = () =>
    list(incidentOperations, {}, { filters: { start_time: formatInstant(client.serverTime()) }, isWanted: isOpen });
  /** Not documented: the list exists. If not, returns undefined. */
  const listUpdates = (id: unknown): Promise<Live[] | undefined> =>
    list(incidentUpdateOperations, { incident_id: String(id) }).catch((error: unknown) => {
      if (failureOf(error)?.isListUnavailable) return undefined;
      throw error;
    });
  /** Returns when the first of the published maintenances began that are under way; undefined if there is none. */
  const maintenanceSince = async (): Promise<number | undefined> => {
    const now = client.serverTime();
    const at = formatInstant(now);
    const listed = await requests.list(maintenance.operations.list, {}, { start_time: at, end_time: at });
    const isUnderWay = (live: Live) => startOf(live) <= now && now < (parseInstant(textOf(live.end_time)) ?? 0);
    const starts = listed.filter((live) => isUnderWay(live) && !isDeleted(live) && !isDraft(live)).map(startOf);
    return starts.length === 0 ? undefined : Math.min(...starts);
  };
  return {
    listOpen,
    listUpdates,
    maintenanceSince,
    lookFor: requests.lookFor,

    async get(id: string): Promise<Live | undefined> {
      const live = await requests.find(incidentOperations.get, { incident_id: id });
      return live === undefined || isDeleted(live) ? undefined : live;
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
