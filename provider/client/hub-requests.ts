import { recordId } from "../../model/api/field.ts";
import type { Live, Wire } from "../../model/api/form.ts";
import type { Operation } from "../../model/api/operation.ts";
import type { Client } from "./client.ts";
import { ifError, isNotFound } from "./errors.ts";
import type { HubReference, Hubs } from "./hubs.ts";
import { backoff, retries } from "./limits.ts";
import { listAll } from "./list.ts";
import { withId } from "./response.ts";

type PathParameters = Readonly<Record<string, string>>;

/** Requests to a hub for records that are of no kind, such as incidents. They follow the hub to its current subdomain. */
export interface HubRequests {
  /** Returns `undefined` if there is no such record. */
  find(operation: Operation, parameters: PathParameters): Promise<Live | undefined>;
  list(operation: Operation, parameters: PathParameters, filters?: Record<string, string>): Promise<Live[]>;
  /** @throws ResponseShapeError if the response has no ID */
  post(operation: Operation, parameters: PathParameters, wire: Wire): Promise<Live>;
  /** Looks for several seconds, because a request whose response was lost may still take effect. */
  lookFor<Found>(find: () => Promise<Found | undefined>): Promise<Found | undefined>;
}

interface HubRequestParts {
  readonly client: Client;
  readonly hubs: Hubs;
  /** Cancels the requests and waits of this caller. */
  readonly signal?: AbortSignal | undefined;
}

export function createHubRequests({ client, hubs, signal }: HubRequestParts, hub: HubReference): HubRequests {
  const reach = async <Response>(send: (place: { subdomain: string }) => Promise<Response>) =>
    hubs.reach(await hubs.resolve(hub), (subdomain) => send({ subdomain }));
  const perform = (operation: Operation, parameters: PathParameters, wire?: Wire) =>
    reach((place) => client.perform(operation, { ...parameters, ...place }, { wire, signal }));
  return {
    find: (operation, parameters) => perform(operation, parameters).catch(ifError(isNotFound, () => undefined)),
    list: (operation, parameters, filters = {}) =>
      reach((place) => listAll(client, operation, { parameters: { ...parameters, ...place }, filters, signal })),
    post: async (operation, parameters, wire) =>
      withId(await perform(operation, parameters, wire), operation, recordId),
    async lookFor(find) {
      for (let look = 0; ; look++) {
        const found = await find();
        if (found !== undefined || look === retries) return found;
        await client.clock.sleep(backoff(look, Math.random()), signal);
      }
    },
  };
}
