import type { RecordOperations } from "../../model/api/operation.ts";
import { hubOperations } from "../../model/kinds/hub.ts";
import { Client, type ClientOptions } from "./client.ts";
import { type Collection, createCollection } from "./collection.ts";
import type { Connection } from "./connection.ts";
import { createHubRequests, type HubRequests } from "./hub-requests.ts";
import { type HubAddress, type HubReference, Hubs, type HubsInState } from "./hubs.ts";
import { Memory } from "./memory.ts";
import { shared } from "./network-error.ts";
import type { CollectionParts, Predicate } from "./place.ts";
import { throwNotOffered } from "./writes.ts";

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
  const memoryOf = (path: string, { id }: { id: string }) => {
    const name = `${id} ${path}`;
    const memory = memories.get(name) ?? new Memory();
    memories.set(name, memory);
    return memory;
  };

  const accountOf = (signal?: AbortSignal): Account => ({
    client,
    hubs,
    async open(operations, wanted, isComplete) {
      const hub = await shared(hubs.resolve(wanted), signal);
      if (operations.create === undefined) return createHubCollection({ client, hubs, signal }, hub);
      const memory = memoryOf(operations.list.path, hub);
      return createCollection({ client, hubs, operations, memory, isComplete, signal }, hub);
    },
    at: (hub) => createHubRequests({ client, hubs, signal }, hub),
    within: accountOf,
  });
  return accountOf();
}

type HubParts = Pick<CollectionParts, "client" | "hubs" | "signal">;

/** Treats one hub as a collection. A hub is found by its subdomain, which may change, and can be neither created nor deleted. */
function createHubCollection({ client, hubs, signal }: HubParts, hub: HubAddress): Collection {
  // Another hub may have taken its subdomain since the lookup.
  const find = async () => hubs.find((await shared(hubs.resolve(hub), signal)).subdomain);
  const list = () => shared(hubs.list(), signal);
  return {
    connection: client.connection,
    trouble: client.trouble,
    hub,
    read: find,
    get: async (id) => (id === hub.id ? find() : (await list()).find((other) => String(other.id) === id)),
    inFull: async (listed) => listed,
    list,
    listNow: list,
    deleted: async () => [],
    // A renamed hub is found only under its new subdomain. If the rename took effect but its response was lost, the
    // retry returns 404; then we find the hub by its ID and send the same values there.
    put: (id, wire) =>
      hubs.reach(hub, async (subdomain) => {
        const live = { ...(await client.perform(hubOperations.update, { subdomain }, { wire, signal })), id };
        hubs.keep(live, subdomain);
        return live;
      }),
    posts: [],
    post: throwNotOffered,
    creationOf: throwNotOffered,
    remove: throwNotOffered,
    restore: throwNotOffered,
    inTurn: (task) => task(),
    pause: throwNotOffered,
    serverTime: () => client.serverTime(),
  };
}
