import type { Declared, Live, Wire } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { isDeleted } from "../../model/api/live.ts";
import { textOf } from "../../model/api/object.ts";
import { type Operation, pathParameters } from "../../model/api/operation.ts";
import { incidentTemplate } from "../../model/kinds/incident-template.ts";
import { incidentOperations, incidentUpdateOperations } from "../../model/kinds/unmanaged/incident.ts";
import { failureOf, hasSimilarIdentity } from "../../provider/inspect.ts";
import { unknownOutcome } from "../errors/incident.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { CommandError } from "../terminal/failure.ts";

/** When something began, in milliseconds since 1970; 0 if the response doesn't say. */
export const startOf = ({ start_time }: Live): number => parseInstant(textOf(start_time)) ?? 0;

const latestFirst = (one: Live, other: Live) => startOf(other) - startOf(one) || Number(other.id) - Number(one.id);

/** Documented: an open incident has no end. Observed: a list shows the type of its last update. */
export const isOpen = ({ end_time = null, last_incident_type: type }: Live): boolean =>
  end_time === null && type !== "resolved";

export const isDraft = ({ flags, state }: Live): boolean =>
  (flags as { draft?: unknown } | undefined)?.draft === true || state === "draft";

/** The first one that visitors see, or else the first one. */
export const firstPublic = (found: readonly Live[]): Live | undefined =>
  found.find((live) => !isDraft(live)) ?? found[0];

/** Whether texts differ only in the form in which StatusHub may keep them. What isn't shown differs. */
const hasTexts = (shown: Live, declared: Declared, ...names: string[]): boolean =>
  hasSimilarIdentity(incidentTemplate, shown, { declared, names });

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
  return {
    listOpen,
    listUpdates,
    lookFor: requests.lookFor,

    async get(id: string): Promise<Live | undefined> {
      const live = await requests.find(incidentOperations.get, { incident_id: id });
      return live === undefined || isDeleted(live) ? undefined : live;
    },

    /**
     * Finds the open incidents that have or had a title, because a later update may have changed it.
     *
     * @throws CommandError if an open one may have it
     */
    async findOpen(title: unknown): Promise<Live[]> {
      const open = await listOpen();
      const titles = await Promise.all(
        open.map(async (live) => [live, ...((await listUpdates(live.id)) ?? [{}])].map((each) => each.title)),
      );
      const isMeant = (shown: unknown) => hasTexts({ title: shown }, { title }, "title");
      const found = open.filter((_, index) => titles[index]?.some(isMeant));
      const unclear = open.find((_, index) => titles[index]?.includes(undefined));
      if (found.length > 0 || unclear === undefined) return found;
      throw new CommandError(unknownOutcome.unclear({ where: `${subdomain}/${unclear.id}` }));
    },

    /**
     * Finds this text and type in the latest update, or in the latest one that visitors see; `unclear` if what is shown of one
     * doesn't tell.
     */
    async findUpdate(id: string, wire: Wire): Promise<Live | "unclear" | undefined> {
      const isLike = ({ title = wire.title, body = wire.body, incident_type: type = wire.incident_type }: Live) =>
        hasTexts({ title, body }, { title: wire.title, body: wire.body }, "title", "body") &&
        type === wire.incident_type;
      const shown = async (): Promise<Live[]> => {
        const live = (await listOpen()).filter((each) => String(each.id) === id);
        return live.map(({ title, last_incident_type: incident_type }) => ({ title, incident_type }));
      };
      const updates = (await listUpdates(id)) ?? (await shown());
      const found = [firstPublic(updates), updates[0]].find((live) => live && isLike(live));
      const { title, body, incident_type } = found ?? {};
      return found && [title, body, incident_type].includes(undefined) ? "unclear" : found;
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
