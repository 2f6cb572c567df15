import type { Live } from "../../model/api/form.ts";
import { isDeleted, isLeft, saysWhetherDeleted } from "../../model/api/live.ts";
import { ifError, isListUnavailable, isNotFound, isRejected } from "./errors.ts";
import { listLimits } from "./limits.ts";
import { type ListOptions, listAll, listIfWorthwhile } from "./list.ts";
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

  const listPages = (options: Omit<ListOptions, "parameters"> = {}): Promise<Live[]> =>
    hubs.reach(hub, (subdomain) => listAll(client, operations.list, { parameters: { subdomain }, ...options }));

  function isWorthwhile(first: readonly Live[], pages = 1): boolean {
    // Documented: some lists carry only basic info. If that isn't enough, the first page shows it, and we skip the
    // others: a series has many occurrences.
    const isEnough = first.some(isComplete);
    return isEnough && memory.paysToList(pages);
  }

  async function listFirst(): Promise<void> {
    try {
      const { records, isWhole } = await hubs.reach(hub, (subdomain) =>
        listIfWorthwhile(client, operations.list, { parameters: { subdomain } }, isWorthwhile),
      );
      if (isWhole) memory.keepWhole(records, client.clock);
      memory.noteList(records);
    } catch (error) {
      // Inferred (service-list): the list of services exists. If it doesn't, or doesn't page, we read each record
      // individually from now on.
      if (isListUnavailable(error)) return;
      memory.forgetFirstList();
      throw error;
    }
  }

  async function readOne(id: string): Promise<Live | undefined> {
    try {
      const live = withId(await perform(operations.get, { [idParameter]: id }), operations.get, operations.recordId);
      memory.noteAnswer();
      return live;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await requireWitness(place, { id, listPages }, error);
      memory.noteGone(id);
      return undefined;
    }
  }

  async function get(id: string): Promise<Live | undefined> {
    const live = await readOne(id);
    if (live !== undefined) memory.noteRead(id, live);
    return live;
  }

  const liveOf = async (records: Promise<Live[]>) => memory.withOwnWrites(await shared(records, signal)).filter(isLeft);

  /** Inferred (list-filters): the filter exists. If it is rejected, the list may show them all the same. */
  const listDeleted = (): Promise<Live[]> =>
    listPages({ filters: { deleted: "true" } }).catch(ifError(isRejected, () => listPages()));

  return {
    readOne,
    get,
    inFull: async (listed) => (isComplete(listed) ? listed : get(String(listed.id))),
    list: (longestAge = listLimits.longestAge) => liveOf(memory.list(longestAge, client.clock, listPages)),
    listNow: () => liveOf(memory.listNow(client.clock, listPages)),

    async read(id, isExpected = () => true) {
      await shared(memory.loadFirstList(listFirst), signal);
      const cached = memory.record(id);
      if (cached && isComplete(cached) && saysWhetherDeleted(cached) && isExpected(cached)) return cached;
      // A list can't prove that a record is gone: it may be new, have moved between two pages, or be shown in part.
      return get(id);
    },

    deleted: async () => (await shared(memory.deleted(listDeleted), signal)).filter(isDeleted),
  };
}
