import type { RecordOperations } from "../../model/api/operation.ts";
import { waitUnlessCanceled } from "./cancellation.ts";
import { Client, type ClientOptions } from "./client.ts";
import { type Collection, createCollection } from "./collection.ts";
import type { Connection } from "./connection.ts";
import { createHubCollection } from "./hub-collection.ts";
import { createHubRequests, type HubRequests } from "./hub-requests.ts";
import { type HubReference, Hubs, type HubsInState } from "./hubs.ts";
import { Memory } from "./memory.ts";
import { type Predicate, placeOf } from "./place.ts";

/** One API key at one base URL, with everything its users share: rate limits, connections and cached reads. */
export interface Account {
  readonly client: Client;
  readonly hubs: Hubs;
  /**
   * Opens the records of a kind in a hub, after looking up the hub.
   *
   * @param isComplete whether a listed record has every field its readers need; the same for all resources of a kind
   * @throws HubNotVisibleError, OtherHubError, and any error of a request
   */
  open(operations: RecordOperations, hub: HubReference, isComplete: Predicate): Promise<Collection>;
  /** Reaches records of a hub that are of no kind. */
  at(hub: HubReference): HubRequests;
  /** Returns the same account for one caller, whose signal cancels that caller's requests and waits. Shared requests continue. */
  within(signal: AbortSignal): Account;
}

/** Opens an account that shares nothing with other accounts. */
export function openAccount(
  connection: Connection,
  { hubsInState, ...options }: ClientOptions & { readonly hubsInState?: HubsInState } = {},
): Account {
  const client = new Client(connection, options);
  const hubs = new Hubs(client, hubsInState);
  const memories = new Map<string, Memory>();

  // Keyed by the hub's ID, which survives a rename.
  const memoryOf = (path: string, hubId: string) => {
    const name = `${hubId} ${path}`;
    const memory = memories.get(name) ?? new Memory();
    memories.set(name, memory);
    return memory;
  };

  const accountWithin = (signal: AbortSignal | undefined): Account => ({
    client,
    hubs,
    async open(operations, reference, isComplete) {
      const hub = await waitUnlessCanceled(hubs.resolve(reference), signal);
      const areHubs = operations.create === undefined;
      if (areHubs) return createHubCollection({ client, hubs, signal }, hub);
      const memory = memoryOf(operations.list.path, hub.id);
      return createCollection(placeOf({ client, hubs, operations, memory, isComplete, signal }, hub));
    },
    at: (hub) => createHubRequests({ client, hubs, signal }, hub),
    within: accountWithin,
  });
  return accountWithin(undefined);
}
