import { type Operation, pathParameters, type RecordOperations } from "../../api/operation.ts";
import type { Connection } from "../config.ts";
import type { CallOptions, Client } from "./client.ts";
import { isCancelled, isListUnavailable, isNotFound } from "./errors.ts";
import type { HubAddress, Hubs } from "./hubs.ts";
import { type ListOptions, listAll } from "./list.ts";
import { shared } from "./network-error.ts";
import { withId } from "./record-id.ts";
import type { ApiRecord } from "./request.ts";
import { backoff } from "./retry-timing.ts";

/** The records of one kind in one hub, or the hub itself: all that the lifecycle sees of HTTP. */
export interface Collection {
  readonly connection: Connection;
  /** The hub of the records. */
  readonly hub: HubAddress;
  /**
   * The record, or `undefined` where the API says 404 although the hub is visible. The first call lists the collection,
   * so that 1,000 records cost 10 requests. A record of the list is returned if it is complete and as expected; any other
   * is read by itself, as a list may lack fields or shorten them.
   *
   * @param isExpected whether the caller believes what the list shows of this record. @default always
   */
  read(id: string, isExpected?: Predicate): Promise<ApiRecord | undefined>;
  /** The record as it is now, by a request of its own; `undefined` as above. */
  get(id: string): Promise<ApiRecord | undefined>;
  /** The records that are not deleted: as the list showed them when it was first needed, own writes as they are now. */
  live(): Promise<ApiRecord[]>;
  /** The records that are not deleted, listed again, once every POST that is under way has ended. */
  liveNow(): Promise<ApiRecord[]>;
  /** The deleted records that the list shows. */
  deleted(): Promise<ApiRecord[]>;
  post(body: ApiRecord): Promise<ApiRecord>;
  put(id: string, body: ApiRecord): Promise<ApiRecord>;
  remove(id: string): Promise<void>;
  /** Brings a deleted record back, perhaps under another id. */
  restore(record: ApiRecord): Promise<ApiRecord>;
  /**
   * Waits between two looks at the API, longer after each one.
   *
   * @param looks how many there were before
   * @param atLeast milliseconds that the API asked to wait
   */
  pause(looks: number, atLeast?: number): Promise<void>;
  /** The time of day at the server, in milliseconds since 1970. */
  serverTime(): number;
}

export type Predicate = (listed: ApiRecord) => boolean;

/** Documented: a deleted record stays viewable and says so. */
export const isDeleted = (record: ApiRecord) => (record.flags as { deleted?: unknown } | undefined)?.deleted === true;

/** What is known of one collection; shared by every resource in the process. */
export interface Memory {
  readonly records: Map<string, ApiRecord>;
  /** IDs of own writes: a list that was read meanwhile may show them as they were before. */
  readonly written: Set<string>;
  /** POSTs that are under way. */
  readonly posting: Set<Promise<unknown>>;
  /** The one listing that all reads wait for. */
  listing?: Promise<void>;
  /** The whole list, as it was when it was last needed. */
  whole?: Promise<ApiRecord[]>;
}

export const createMemory = (): Memory => ({ records: new Map(), written: new Set(), posting: new Set() });

export interface CollectionParts {
  readonly client: Client;
  readonly hubs: Hubs;
  readonly operations: RecordOperations;
  readonly memory: Memory;
  /** Whether a listed record carries all that its readers need. */
  readonly isComplete: Predicate;
  /** Ends the requests of this caller; the reads that it shares with others go on. */
  readonly signal?: AbortSignal | undefined;
}

/** The records of a kind in a hub. */
export function createCollection(parts: CollectionParts, hub: HubAddress): Collection {
  const { client, hubs, operations, memory, isComplete, signal } = parts;
  const { recordId } = operations;
  const [idParameter = ""] = pathParameters(operations.get).slice(-1);

  const perform = (operation: Operation, parameters: Record<string, string> = {}, options: CallOptions = {}) =>
    hubs.reach(hub, (subdomain) =>
      client.perform(operation, { ...parameters, subdomain }, { ...options, ...(signal && { signal }) }),
    );

  function keep(record: ApiRecord): ApiRecord {
    memory.records.set(String(record.id), record);
    memory.written.add(String(record.id));
    return record;
  }

  const list = (options: Omit<ListOptions, "parameters">) =>
    hubs.reach(hub, (subdomain) => listAll(client, operations.list, { parameters: { subdomain }, ...options }));

  async function listInto(): Promise<void> {
    // Documented: some lists carry basic info. Where that will not do, one page shows it; a series makes many.
    const isWorthwhile = (records: readonly ApiRecord[]) => records.some(isComplete);
    try {
      for (const record of await list({ isWorthwhile })) {
        const id = String(record.id);
        if (!memory.written.has(id)) memory.records.set(id, record);
      }
    } catch (error) {
      // Inferred: the list of services exists. Should it not, or not page, each record is read by itself from now on.
      if (isListUnavailable(error)) return;
      // Any other failure says nothing about the list: the next read asks for it again.
      delete memory.listing;
      throw error;
    }
  }

  async function readOne(id: string): Promise<ApiRecord | undefined> {
    try {
      return withId(await perform(operations.get, { [idParameter]: id }), { ...operations.get, recordId });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  async function get(id: string): Promise<ApiRecord | undefined> {
    const record = await readOne(id);
    if (record !== undefined) memory.records.set(id, record);
    return record;
  }

  async function live(): Promise<ApiRecord[]> {
    memory.whole ??= list({});
    const listing = memory.whole;
    try {
      return withOwn(await shared(listing, signal), memory).filter((record) => !isDeleted(record));
    } catch (error) {
      // A list that one caller stops waiting for is still good for the others.
      if (memory.whole === listing && !isCancelled(error)) delete memory.whole;
      throw error;
    }
  }

  return {
    connection: client.connection,
    hub,
    get,
    live,

    async read(id, isExpected = () => true) {
      memory.listing ??= listInto();
      await shared(memory.listing, signal);
      const known = memory.records.get(id);
      if (known !== undefined && isComplete(known) && isExpected(known)) return known;
      // No list proves that a record is gone: made since, moved between two pages, softly deleted, shown in part.
      return get(id);
    },

    async liveNow() {
      // Else a record that another POST has just created would be taken for the one of a POST whose response is lost.
      await shared(Promise.allSettled(memory.posting), signal);
      delete memory.whole;
      return live();
    },

    async deleted() {
      // Inferred: the filter exists. Should it be ignored, no deleted record is found.
      return (await list({ filters: { deleted: "all" } })).filter(isDeleted);
    },

    async post(body) {
      const operation = operations.create ?? notOffered();
      const posting = perform(operation, {}, { body });
      memory.posting.add(posting);
      try {
        return keep(withId(await posting, { ...operation, recordId }));
      } catch (error) {
        // What was listed before does not show what this may have created.
        delete memory.whole;
        throw error;
      } finally {
        memory.posting.delete(posting);
      }
    },

    async put(id, body) {
      // A response may carry less than the record; which one it is about is known.
      return keep({ ...(await perform(operations.update, { [idParameter]: id }, { body })), id });
    },

    async remove(id) {
      await perform(operations.delete ?? notOffered(), { [idParameter]: id });
      memory.records.delete(id);
      memory.written.add(id);
    },

    async restore(record) {
      const operation = operations.restore ?? notOffered();
      const parameters = Object.fromEntries(pathParameters(operation).map((name) => [name, String(record[name])]));
      const response = await perform(operation, { ...parameters, [idParameter]: String(record.id) });
      return keep(recordId.safeParse(response.id).success ? response : { ...response, id: record.id });
    },

    pause: (looks, atLeast = 0) => client.clock.sleep(Math.max(backoff(looks, Math.random()), atLeast), signal),
    serverTime: () => client.serverTime(),
  };
}

/** A list with what this process has written since: records that are new, changed or gone. */
function withOwn(listed: readonly ApiRecord[], { records, written }: Memory): ApiRecord[] {
  const others = listed.filter(({ id }) => !written.has(String(id)));
  const own = [...written].map((id) => records.get(id)).filter((record) => record !== undefined);
  return [...others, ...own];
}

/** The lifecycle looks into the definition first; this is for the compiler. */
export function notOffered(): never {
  throw new TypeError("The API has no such operation for this kind of record.");
}
