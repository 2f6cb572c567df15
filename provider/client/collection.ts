import type { Live, Wire } from "../../model/api/form.ts";
import { isDeleted, saysWhetherDeleted } from "../../model/api/live.ts";
import { type Operation, pathParameters, type RecordOperations } from "../../model/api/operation.ts";
import { deletedOnHub, existingReturned, unmanagedAdvice } from "../errors/up.ts";
import type { CallOptions, Client } from "./client.ts";
import type { Connection } from "./connection.ts";
import {
  DeletedRecordError,
  ifError,
  isListUnavailable,
  isNotFound,
  isRejected,
  isStatusHubError,
  StatusHubError,
} from "./errors.ts";
import type { HubAddress, Hubs } from "./hubs.ts";
import { backoff, listLimits } from "./limits.ts";
import { type ListOptions, listAll } from "./list.ts";
import { type Memory, mergeOwnWrites } from "./memory.ts";
import { shared } from "./network-error.ts";
import { isAmbiguous } from "./outcomes.ts";
import { withId } from "./response.ts";
import { type Creation, creationOf, isOlderThanClocks, listedClockError, serverClockError } from "./server-time.ts";
import { requireWitness } from "./witness.ts";

/** The records of one kind in one hub, or the hub itself. */
export interface Collection {
  readonly connection: Connection;
  readonly hub: HubAddress;
  /**
   * Returns the record, or `undefined` if it is gone, as its own GET and the list say. The first call lists the collection, so
   * 1,000 records cost 10 requests. A listed record is returned if it is complete and as expected; otherwise it is read
   * individually, because lists may omit or shorten fields.
   *
   * @param isExpected whether the caller accepts the listed version of this record. @default always
   */
  read(id: string, isExpected?: Predicate): Promise<Live | undefined>;
  /** Reads the current record with its own request; `undefined` as above. */
  get(id: string): Promise<Live | undefined>;
  /** Returns a listed record if it is complete; otherwise, reads it with its own request. */
  inFull(listed: Live): Promise<Live | undefined>;
  /**
   * Returns the records that are not deleted, as listed some time ago, with our own writes since then.
   *
   * @param longestAge how long ago, in milliseconds. @default ten seconds
   */
  list(longestAge?: number): Promise<Live[]>;
  /** Lists the records that are not deleted again, after every POST in progress has ended. */
  listNow(): Promise<Live[]>;
  deleted(): Promise<Live[]>;
  /** @param isUnique whether the API rejects a second one, so that nothing was listed before */
  post(wire: Wire, isUnique?: boolean): Promise<Live>;
  /**
   * Compares a record's creation with the first POST of this operation that may have taken effect: `before` if a list from
   * before it shows the record. `after` if there was none.
   */
  creationOf(live: Live): Creation;
  /** @throws DeletedRecordError if the response shows that the record is deleted */
  put(id: string, wire: Wire): Promise<Live>;
  /** Deletes the record, and returns the response, which may be empty. */
  remove(id: string): Promise<Live>;
  /** Restores a deleted record, perhaps under another ID. Returns `undefined` if the response doesn't say which. */
  restore(deleted: Live): Promise<Live | undefined>;
  /**
   * Runs tasks of this collection one after another. So if a record appears during a task, and no other resource of the
   * process has it, that task has made it.
   */
  inTurn<Result>(task: () => Promise<Result>): Promise<Result>;
  /** Waits between two searches; the longer, the more `looks` there were before. */
  pause(looks: number): Promise<void>;
  /** Returns the server's time in milliseconds since 1970. */
  serverTime(): number;
}

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

export function createCollection(parts: CollectionParts, hub: HubAddress): Collection {
  const { client, hubs, operations, memory, isComplete, signal } = parts;
  const { recordId } = operations;
  const [idParameter = ""] = pathParameters(operations.get).slice(-1);
  /** When a POST is sent, and how many records have been listed before. */
  const now = () => ({ at: client.clock.now(), listed: memory.listed.size });
  type Posted = ReturnType<typeof now>;
  /** The first POST that may have taken effect without a usable response. */
  let posted: Posted | undefined;

  const perform = (operation: Operation, parameters: Record<string, string> = {}, options: CallOptions = {}) =>
    hubs.reach(hub, (subdomain) => client.perform(operation, { ...parameters, subdomain }, { ...options, signal }));

  function keep(live: Live): Live {
    memory.records.set(String(live.id), live);
    memory.written.add(String(live.id));
    return live;
  }

  async function listPages(options: Omit<ListOptions, "parameters">): Promise<Live[]> {
    const records = await hubs.reach(hub, (subdomain) =>
      listAll(client, operations.list, { parameters: { subdomain }, ...options }),
    );
    memory.isListed = true;
    return records;
  }

  async function listInto(): Promise<void> {
    const isWorthwhile = (records: readonly Live[], pages = 1) => {
      // Documented: some lists carry only basic info. If that isn't enough, the first page shows it, and we skip the
      // others: a series has many occurrences.
      if (!records.some(isComplete)) return false;
      // If a list takes longer than a second, and a program has just one of its records, its pages have to pay off first.
      if (pages > listLimits.pagesAtOnce) memory.listedFrom = pages;
      return memory.reads >= memory.listedFrom;
    };
    try {
      for (const live of await listPages({ isWorthwhile })) {
        const id = String(live.id);
        if (!memory.written.has(id)) memory.records.set(id, live);
      }
    } catch (error) {
      // Inferred (service-list): the list of services exists. If it doesn't, or doesn't page, we read each record
      // individually from now on.
      if (isListUnavailable(error)) return;
      // After any other failure, the next read requests the list again.
      delete memory.listing;
      throw error;
    }
  }

  async function readOne(id: string): Promise<Live | undefined> {
    try {
      const live = withId(await perform(operations.get, { [idParameter]: id }), operations.get, recordId);
      memory.hasAnswered = true;
      return live;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await requireWitness({ id, memory, isInferred: operations.list.evidence === "inferred", listPages }, error);
      memory.records.delete(id);
      return undefined;
    }
  }

  async function get(id: string): Promise<Live | undefined> {
    const live = await readOne(id);
    if (live !== undefined) memory.records.set(id, live);
    return live;
  }

  function listWhole(): Promise<Live[]> {
    const whole = { records: listPages({}), at: Number.POSITIVE_INFINITY };
    memory.whole = whole;
    const complete = (records: readonly Live[]) => {
      whole.at = client.clock.now();
      for (const { id } of records)
        if (!memory.listed.has(String(id))) memory.listed.set(String(id), memory.listed.size);
    };
    whole.records.then(complete, () => {
      if (memory.whole === whole) delete memory.whole;
    });
    return whole.records;
  }

  const liveOf = async (records: Promise<Live[]>) =>
    mergeOwnWrites(await shared(records, signal), memory).filter((live) => !isDeleted(live));

  async function list(longestAge: number = listLimits.longestAge): Promise<Live[]> {
    const { whole } = memory;
    const isGood = whole !== undefined && client.clock.now() - whole.at <= longestAge;
    return liveOf(isGood ? whole.records : listWhole());
  }

  /** Inferred (list-filters): the filter exists. If it is rejected, the list may show them all the same. */
  const listDeleted = (): Promise<Live[]> =>
    listPages({ filters: { deleted: "true" } }).catch(ifError(isRejected, () => listPages({})));

  const wasListed = ({ id }: Live, { listed }: Posted) => (memory.listed.get(String(id)) ?? listed) < listed;

  /**
   * Whether a POST has returned a record that was there before, perhaps because it has the same key. The record may be somebody
   * else's, so it doesn't count as created. Its time only counts if clocks don't explain the difference.
   */
  function existedBefore(live: Live, sent: Posted, isUnique: boolean): boolean {
    const first = posted ?? sent;
    if (wasListed(live, first)) return true;
    const known = memory.records.get(String(live.id));
    // An earlier attempt may have created it.
    if (known !== undefined && posted === undefined) return !isDeleted(known);
    const error = isUnique ? serverClockError : listedClockError;
    return isOlderThanClocks(live.created_at, client.serverTimeAt(first.at), error);
  }

  const pause = (looks: number) => shared(client.clock.sleep(backoff(looks, Math.random()), signal), signal);

  return {
    connection: client.connection,
    hub,
    get,
    inFull: async (listed) => (isComplete(listed) ? listed : get(String(listed.id))),
    list,

    async read(id, isExpected = () => true) {
      memory.reads += 1;
      if (memory.listing === undefined || memory.reads === memory.listedFrom) memory.listing = listInto();
      await shared(memory.listing, signal);
      const known = memory.records.get(id);
      if (known && isComplete(known) && saysWhetherDeleted(known) && isExpected(known)) return known;
      // A list can't prove that a record is gone: it may be new, have moved between two pages, or be shown in part.
      return get(id);
    },

    async listNow() {
      // Otherwise, a record that another POST has just created would be mistaken for one whose response was lost.
      await shared(Promise.allSettled(memory.posting), signal);
      return liveOf(memory.live.load(listWhole));
    },

    deleted: async () => (await shared(memory.deleted.load(listDeleted), signal)).filter(isDeleted),

    async post(wire, isUnique = false) {
      const operation = operations.create ?? throwNotOffered();
      let latest = now();
      const onSend = () => {
        latest = now();
      };
      const posting = perform(operation, {}, { wire, onSend });
      memory.posting.add(posting);
      try {
        const live = withId(await posting, operation, recordId);
        memory.hasAnswered = true;
        if (!existedBefore(live, latest, isUnique)) return keep(live);
        const id = String(live.id);
        throw new StatusHubError(existingReturned({ id, advice: unmanagedAdvice(id) }));
      } catch (error) {
        if (isAmbiguous(error)) posted ??= latest;
        // A list from before the POST doesn't show the created record.
        delete memory.whole;
        throw error;
      } finally {
        memory.posting.delete(posting);
      }
    },

    creationOf(live) {
      if (posted === undefined) return "after";
      return wasListed(live, posted) ? "before" : creationOf(live.created_at, client.serverTimeAt(posted.at));
    },

    async put(id, wire) {
      const response = await perform(operations.update, { [idParameter]: id }, { wire });
      // Inferred (write-responses): it is the record. If not, only reading the record shows what has become of the values.
      const isRecord = recordId.safeParse(response.id).success;
      // The write took effect, so a failed read must not turn it into an error.
      const live = isRecord ? response : await readOne(id).catch(ifError(isStatusHubError, () => undefined));
      const written = keep({ ...(live ?? response), id });
      // Inferred (deleted-updates): a rejection. If not, the page shows nothing of it, so it isn't done.
      if (isDeleted(written)) throw new DeletedRecordError(deletedOnHub.accepted());
      return written;
    },

    async remove(id) {
      const live = await perform(operations.delete ?? throwNotOffered(), { [idParameter]: id });
      memory.records.delete(id);
      memory.written.add(id);
      return live;
    },

    async restore(deleted) {
      const operation = operations.restore ?? throwNotOffered();
      const parameters = Object.fromEntries(pathParameters(operation).map((name) => [name, String(deleted[name])]));
      const live = await perform(operation, { ...parameters, [idParameter]: String(deleted.id) });
      if (recordId.safeParse(live.id).success && !isDeleted(live)) return keep(live);
      const found = await readOne(String(deleted.id));
      return found === undefined || isDeleted(found) ? undefined : keep(found);
    },

    inTurn(task) {
      const previous = memory.turn;
      const turn = shared(previous, signal).then(task);
      memory.turn = Promise.allSettled([previous, turn]);
      return turn;
    },

    pause,
    serverTime: () => client.serverTime(),
  };
}

/** Unreachable: the lifecycle checks the definition before it calls. */
export function throwNotOffered(): never {
  throw new TypeError("The API has no such operation for this kind of record.");
}
