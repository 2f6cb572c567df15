import type { RecordOperations } from "../../api/operation.ts";
import type { Connection } from "../config.ts";
import { type Client, type ClientOptions, createClient } from "./client.ts";
import { type Collection, createCollection, createMemory, type Memory, type Predicate } from "./collection.ts";
import { createHubCollection } from "./hub-collection.ts";
import { createHubs, type HubReference, type Hubs } from "./hubs.ts";
import { shared } from "./network-error.ts";

/** One key at one base URL, and everything that its users share: the rate limits, the connections, what has been read. */
export interface Account {
  readonly client: Client;
  readonly hubs: Hubs;
  /**
   * The records of a kind in a hub, which is looked up first.
   *
   * @param isComplete whether a listed record carries all that its readers need; the same for all of a kind
   * @throws HubNotVisibleError, OtherHubError, and whatever a request may throw
   */
  open(operations: RecordOperations, hub: HubReference, isComplete: Predicate): Promise<Collection>;
  /** The same account for one caller, whose signal ends what it waits for. What it shares with others goes on. */
  within(signal: AbortSignal): Account;
}

/** Opens an account that shares nothing with any other. */
export function openAccount(connection: Connection, options?: ClientOptions): Account {
  const client = createClient(connection, options);
  const hubs = createHubs(client);
  const memories = new Map<string, Memory>();

  // By the hub's id, as it keeps that when it is renamed.
  const memoryOf = (path: string, { id }: { id: string }) => {
    const name = `${id} ${path}`;
    const memory = memories.get(name) ?? createMemory();
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
    within: accountOf,
  });
  return accountOf();
}
