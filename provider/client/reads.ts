import type { Live } from "../../model/api/form.ts";
import { isDeleted, saysWhetherDeleted } from "../../model/api/live.ts";
import { ifError, isListUnavailable, isNotFound, isRejected } from "./errors.ts";
import { listLimits } from "./limits.ts";
import { type ListOptions, listAll } from "./list.ts";
import { mergeOwnWrites } from "./memory.ts";
import { shared } from "./network-error.ts";
import type { Place, Predicate } from "./place.ts";
import { withId } from "./response.ts";
import { requireWitness } from "./witness.ts";

/** Reads the records of a collection. */
export interface Reads {
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
}

/** @returns also how to read a record without keeping what was read */
export function createReads(place: Place): Reads & { readonly readOne: Reads["get"] } {
  const { client, hub, hubs, operations, memory, isComplete, signal, perform, idParameter } = place;

  const listPages = (options: Omit<ListOptions, "parameters">): Promise<Live[]> =>
    hubs.reach(hub, (subdomain) => listAll(client, operations.list, { parameters: { subdomain }, ...options }));

  async function listInto(): Promise<void> {
    const isWorthwhile = (records: readonly Live[], pages = 1) => {
      // Documented: some lists carry only basic info. If that isn't enough, the first page shows it, and we skip the
      // others: a series has many occurrences.
      if (!records.some(isComplete)) return false;
      // If a list takes longer than a second, and a program has just one of its records, its pages have to pay off first.
      if (pages > listLimits.pagesAtOnce) memory.listedFrom = pages;
      return memory.reads >= memory.listedFrom;
    };
    let isWhole = true;
    try {
      const records = await listPages({
        isWorthwhile(first, pages) {
          const goesOn = isWorthwhile(first, pages);
          isWhole = goesOn || first.length === 0 || pages === 1;
          return goesOn;
        },
      });
      if (isWhole) memory.noteWhole(records);
      for (const live of records) {
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
      const live = withId(await perform(operations.get, { [idParameter]: id }), operations.get, operations.recordId);
      memory.hasAnswered = true;
      return live;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await requireWitness(place, { id, listPages }, error);
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
      memory.noteWhole(records);
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

  return {
    readOne,
    get,
    inFull: async (listed) => (isComplete(listed) ? listed : get(String(listed.id))),
    list,

    async read(id, isExpected = () => true) {
      memory.reads += 1;
      if (memory.listing === undefined || memory.reads === memory.listedFrom) memory.listing = listInto();
      await shared(memory.listing, signal);
      const cached = memory.records.get(id);
      if (cached && isComplete(cached) && saysWhetherDeleted(cached) && isExpected(cached)) return cached;
      // A list can't prove that a record is gone: it may be new, have moved between two pages, or be shown in part.
      return get(id);
    },

    async listNow() {
      // Otherwise, a record that another POST has just created would be mistaken for one whose response was lost.
      await shared(Promise.allSettled(memory.posting), signal);
      return liveOf(memory.live.load(listWhole));
    },

    deleted: async () => (await shared(memory.deleted.load(listDeleted), signal)).filter(isDeleted),
  };
}
