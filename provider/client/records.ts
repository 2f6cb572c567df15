import type { Operation } from "../../api/operation.ts";
import type { Client } from "./client.ts";
import { isNotFound } from "./errors.ts";
import type { HubAddress } from "./hubs.ts";
import { listAll } from "./list.ts";
import type { ApiRecord } from "./request.ts";

/** The records of one kind in one hub. */
export interface Collection {
  readonly hub: HubAddress;
  readonly list: Operation;
  readonly get: Operation;
}

/** Reads records of one account; shared by every resource in the process. */
export interface Records {
  /** The record, or undefined where the API says 404. `isComplete` tells whether a record of a list will do. */
  find(collection: Collection, id: string, isComplete: (record: ApiRecord) => boolean): Promise<ApiRecord | undefined>;
  /** Every record that the list shows now, never from memory. */
  list(collection: Collection): Promise<ApiRecord[]>;
  /** Own write: the record is this now. */
  keep(collection: Collection, record: ApiRecord): void;
  /** Own write: the record is deleted. */
  forget(collection: Collection, id: string): void;
}

export function createRecords(client: Client): Records {
  return {
    async find(collection, id) {
      try {
        return await client.perform(collection.get, parametersFor(collection.get, collection.hub, id));
      } catch (error) {
        if (isNotFound(error)) return undefined;
        throw error;
      }
    },
    list: (collection) => listAll(client, collection.list, { subdomain: collection.hub.subdomain }),
    keep() {},
    forget() {},
  };
}

/** Fills the hub and the record's own id, which is the last parameter of the path. */
export function parametersFor(operation: Operation, hub: HubAddress, id: string): Record<string, string> {
  const name = [...operation.path.matchAll(/\{(\w+)\}/g)].at(-1)?.[1] ?? "";
  return name === "subdomain" ? { subdomain: hub.subdomain } : { subdomain: hub.subdomain, [name]: id };
}
