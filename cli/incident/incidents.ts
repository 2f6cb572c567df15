import type { Live, Wire } from "../../model/api/form.ts";
import { formatInstant, parseInstant } from "../../model/api/instant.ts";
import { textOf } from "../../model/api/object.ts";
import type { Operation } from "../../model/api/operation.ts";
import { incidentTemplate } from "../../model/kinds/incident-template.ts";
import { incidentOperations, incidentUpdateOperations } from "../../model/kinds/unmanaged/incident.ts";
import { ifError, isListUnavailable, isNotFound } from "../../provider/client/errors.ts";
import { backoff, retries } from "../../provider/client/limits.ts";
import { listAll } from "../../provider/client/list.ts";
import { isDeleted } from "../../provider/client/response.ts";
import { textForm } from "../../provider/lifecycle/forms/server-form.ts";
import type { HubOfAccount } from "../hub/template.ts";

/** When something began, in milliseconds since 1970; 0 if the response doesn't say. */
export const startOf = ({ start_time }: Live): number => parseInstant(textOf(start_time)) ?? 0;

const latestFirst = (one: Live, other: Live) => startOf(other) - startOf(one) || Number(other.id) - Number(one.id);

/** Documented: an open incident has no end. Observed: a list shows the type of its last update. */
export const isOpen = ({ end_time = null, last_incident_type: type }: Live): boolean =>
  end_time === null && type !== "resolved";

export const isDraft = ({ flags, state }: Live): boolean =>
  (flags as { draft?: unknown } | undefined)?.draft === true || state === "draft";

/** StatusHub may keep a text in its own form. */
const isSameText = (name: "title" | "body", one: unknown, other: unknown): boolean => {
  const [first, second] = [one, other].map((text) => textForm(incidentTemplate.properties[name], text, "rewritten"));
  return first === second;
};

/** A second, because times have whole seconds, and as much again for clocks that differ. */
const longestPause = 2000;

export function incidentsOn({ account: { client, hubs }, subdomain }: HubOfAccount) {
  const reach = async <Response>(send: (parameters: { subdomain: string }) => Promise<Response>) =>
    hubs.reach(await hubs.resolve({ subdomain }), (current) => send({ subdomain: current }));
  const perform = (operation: Operation, parameters: object, wire?: Wire) =>
    reach((hub) => client.perform(operation, { ...parameters, ...hub }, { wire }));
  const list = async (operation: Operation, parameters: object, filters?: Record<string, string>): Promise<Live[]> => {
    const records = await reach((hub) =>
      listAll(client, operation, { parameters: { ...parameters, ...hub }, ...(filters && { filters }) }),
    );
    return records.filter((live) => !isDeleted(live)).sort(latestFirst);
  };
  /** Documented: an open incident lasts into the far future. */
  const listOpen = async () =>
    (await list(incidentOperations.list, {}, { start_time: formatInstant(client.serverTime()) })).filter(isOpen);
  /** Not documented: the list exists. If not, returns undefined. */
  const listUpdates = (id: unknown): Promise<Live[] | undefined> =>
    list(incidentUpdateOperations.list, { incident_id: String(id) }).catch(ifError(isListUnavailable, () => undefined));
  return {
    listOpen,
    listUpdates,

    async get(id: string): Promise<Live | undefined> {
      const reading = perform(incidentOperations.get, { incident_id: id });
      const live = await reading.catch(ifError(isNotFound, () => undefined));
      return live === undefined || isDeleted(live) ? undefined : live;
    },

    /** Finds the open incidents that have or had a title, because a later update may have changed it. */
    async findOpen(title: unknown): Promise<Live[]> {
      const open = await listOpen();
      const isTitled = (live: Live) => isSameText("title", live.title, title);
      const titled = open.filter(isTitled);
      if (titled.length > 0) return titled;
      const updates = await Promise.all(open.map(({ id }) => listUpdates(id)));
      return open.filter((_, index) => updates[index]?.some(isTitled));
    },

    /**
     * Finds this text and type in the latest update, or in the latest one that visitors see. Without a list of updates,
     * `unclear` if title and type are those that the incident shows.
     */
    async findUpdate(id: string, wire: Wire): Promise<Live | "unclear" | undefined> {
      const isLike = (title: unknown, type: unknown) =>
        isSameText("title", title, wire.title) && type === wire.incident_type;
      const updates = await listUpdates(id);
      if (updates === undefined) {
        const shown = (await listOpen()).find((live) => String(live.id) === id);
        return shown && isLike(shown.title, shown.last_incident_type ?? wire.incident_type) ? "unclear" : undefined;
      }
      for (const update of new Set([updates[0] ?? {}, updates.find((live) => !isDraft(live)) ?? {}])) {
        if (!isLike(update.title, update.incident_type)) continue;
        // Lists may carry basic info only.
        const parameters = { incident_id: id, incident_update_id: String(update.id) };
        const full = update.body === undefined ? await perform(incidentUpdateOperations.get, parameters) : update;
        if (isSameText("body", full.body, wire.body)) return full;
      }
      return undefined;
    },

    /**
     * Posts with the server's time as the start. Documented: it isn't in the future, and an incident doesn't end when it starts.
     * So this waits until it is later than what was posted before.
     */
    async post(
      operation: Operation,
      parameters: object,
      { wire, after }: { wire: Wire; after: number },
    ): Promise<Live> {
      const pause = after + 1000 - client.serverTime();
      if (pause > 0) await client.clock.sleep(Math.min(pause, longestPause));
      return perform(operation, parameters, { ...wire, start_time: formatInstant(client.serverTime()) });
    },

    /** Looks for several seconds, because a request whose response was lost may still take effect. */
    async lookFor<Found>(find: () => Promise<Found | undefined>): Promise<Found | undefined> {
      for (let look = 0; ; look++) {
        const found = await find();
        if (found !== undefined || look === retries) return found;
        await client.clock.sleep(backoff(look, Math.random()));
      }
    },
  };
}
