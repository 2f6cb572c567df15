import type { Live } from "../../model/api/form.ts";
import { type Operation, pathParameters, type RecordOperations } from "../../model/api/operation.ts";
import type { CallOptions, Client } from "./client.ts";
import type { HubAddress, Hubs } from "./hubs.ts";
import type { Memory } from "./memory.ts";

export type Predicate = (listed: Live) => boolean;

export interface CollectionParts {
  readonly client: Client;
  readonly hubs: Hubs;
  readonly operations: RecordOperations;
  readonly memory: Memory;
  /** Whether a listed record has every field its readers need. */
  readonly isComplete: Predicate;
  /** Cancels the requests of this caller; reads that it shares with others continue. */
  readonly signal?: AbortSignal | undefined;
}

/** Where reads and writes of a collection go. */
export interface Place extends CollectionParts {
  readonly hub: HubAddress;
  /** The parameter of a path with the ID of a record. */
  readonly idParameter: string;
  /** Sends a request to the hub, whatever its name is now. */
  readonly perform: (operation: Operation, parameters?: Record<string, string>, options?: CallOptions) => Promise<Live>;
}

export function placeOf(parts: CollectionParts, hub: HubAddress): Place {
  const { client, hubs, operations, signal } = parts;
  const idParameter = pathParameters(operations.get).at(-1) ?? "";
  return {
    ...parts,
    hub,
    idParameter,
    perform: (operation, parameters = {}, options = {}) =>
      hubs.reach(hub, (subdomain) => client.perform(operation, { ...parameters, subdomain }, { ...options, signal })),
  };
}
