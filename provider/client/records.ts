import type { Operation } from "../../api/operation.ts";
import type { Client } from "./client.ts";
import { isNotFound, isNotOffered, isRefused } from "./errors.ts";
import type { HubAddress } from "./hubs.ts";
import { listAll } from "./list.ts";
import { type ApiRecord, withId } from "./request.ts";

/** The records of one kind in one hub. */
export interface Collection {
  readonly hub: HubAddress;
  readonly list: Operation;
  readonly get: Operation;
}

/**
 * Reads records of one account; shared by every resource in the process. The first read of a kind in a hub lists it, the
 * others take their record from that list: 1,000 records are 10 requests, not 1,000.
 */
export interface Records {
  /** The record, or undefined where the API says 404. `isComplete` tells whether a record of a list will do. */
  find(collection: Collection, id: string, isComplete: (record: ApiRecord) => boolean): Promise<ApiRecord | undefined>;
  /** The records that were there before this process wrote any, by one listing; none where there is no list. */
  others(collection: Collection): Promise<ApiRecord[]>;
  /** Every record that the list shows now, never from memory. `filters` go into the query. */
  list(collection: Collection, filters?: Record<string, string>): Promise<ApiRecord[]>;
  /** Own write: the record is this now. */
  keep(collection: Collection, record: ApiRecord): void;
  /** Whether this process has written the record: then it belongs to one of its resources. */
  isOwn(collection: Collection, id: string): boolean;
  /** Own write: the record is deleted. */
  forget(collection: Collection, id: string): void;
}

/** What is known of one collection. */
interface Memory {
  readonly records: Map<string, ApiRecord>;
  /** Ids of own writes: a list that was read meanwhile may show them as they were before. */
  readonly written: Set<string>;
  /** The one listing that all reads wait for. */
  listing?: Promise<void>;
  /** The whole list, as it was when it was first needed. */
  whole?: Promise<readonly ApiRecord[]>;
}

export function createRecords(client: Client): Records {
  const memories = new Map<string, Memory>();

  // By the hub's id, as it keeps that when it is renamed.
  const memoryOf = ({ hub, list }: Collection): Memory => {
    const name = `${hub.id} ${list.path}`;
    const memory = memories.get(name) ?? { records: new Map(), written: new Set() };
    memories.set(name, memory);
    return memory;
  };

  return {
    async find(collection, id, isComplete) {
      const memory = memoryOf(collection);
      memory.listing ??= listInto(memory, client, { collection, isComplete });
      await memory.listing;
      const known = memory.records.get(id);
      if (known !== undefined && isComplete(known)) return known;
      // No list proves that a record is gone: made since, moved between two pages, softly deleted, shown in part.
      const record = await getOne(client, collection, id);
      if (record !== undefined) memory.records.set(id, record);
      return record;
    },
    async others(collection) {
      const memory = memoryOf(collection);
      memory.whole ??= listWhole(memory, client, collection);
      const records = await memory.whole;
      return records.filter(({ id }) => !memory.written.has(String(id)));
    },
    list: ({ hub, list }, filters = {}) => listAll(client, list, { parameters: { subdomain: hub.subdomain }, filters }),
    keep(collection, record) {
      const { records, written } = memoryOf(collection);
      records.set(String(record.id), record);
      written.add(String(record.id));
    },
    isOwn: (collection, id) => memoryOf(collection).written.has(id),
    forget(collection, id) {
      const { records, written } = memoryOf(collection);
      records.delete(id);
      written.add(id);
    },
  };
}

interface Listing {
  readonly collection: Collection;
  readonly isComplete: (record: ApiRecord) => boolean;
}

async function listInto(memory: Memory, client: Client, { collection, isComplete }: Listing): Promise<void> {
  const { hub, list } = collection;
  // Documented: some lists carry basic info. Where that will not do, one page is enough to know it; a series makes many.
  const isWorthwhile = (records: readonly ApiRecord[]) => records.some(isComplete);
  try {
    for (const record of await listAll(client, list, { parameters: { subdomain: hub.subdomain }, isWorthwhile })) {
      const id = String(record.id);
      if (!memory.written.has(id)) memory.records.set(id, record);
    }
  } catch (error) {
    // Inferred: the list of services exists. Should it not, or take no pages, each record is read by itself from now on.
    if (hasNoList(error)) return;
    // Any other failure says nothing about the list: the next read asks for it again.
    delete memory.listing;
    throw error;
  }
}

async function listWhole(memory: Memory, client: Client, { hub, list }: Collection): Promise<readonly ApiRecord[]> {
  try {
    return await listAll(client, list, { parameters: { subdomain: hub.subdomain } });
  } catch (error) {
    if (hasNoList(error)) return [];
    delete memory.whole;
    throw error;
  }
}

const hasNoList = (error: unknown) => isNotFound(error) || isNotOffered(error) || isRefused(error);

async function getOne(client: Client, { hub, get }: Collection, id: string): Promise<ApiRecord | undefined> {
  try {
    return withId(await client.perform(get, parametersFor(get, hub, id)), get);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/**
 * Fills the hub and the record's own id, which is the last parameter of the path. Any other parameter has the name of the
 * record's field that it stands for.
 */
export function parametersFor(
  operation: Operation,
  hub: HubAddress,
  id: string,
  record: ApiRecord = {},
): Record<string, string> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const fill = (name: string, index: number) => {
    if (name === "subdomain") return hub.subdomain;
    return index === names.length - 1 ? id : String(record[name]);
  };
  return Object.fromEntries(names.map((name, index) => [name, fill(name, index)]));
}
