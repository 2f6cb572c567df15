import type { Live } from "../../model/api/form.ts";
import { isDeleted, isLeft, saysWhetherDeleted } from "../../model/api/live.ts";
import { waitUnlessCanceled } from "./cancellation.ts";
import { ifError, isListUnavailable, isNotFound, isRejected } from "./errors.ts";
import { listLimits } from "./limits.ts";
import { type ListOptions, listAll, openList } from "./list.ts";
import type { Place, Predicate } from "./place.ts";
import { withId } from "./response.ts";
import { requireWitness } from "./witness.ts";

/** Reads the records of a collection. */
export interface Reads {
  /**
   * Returns the record; `undefined` if it is gone: its own GET says so, and something else proves it (`witness.ts`). The first call lists
   * the collection, so 1,000 records cost 10 requests. A listed record is returned if it is complete and as expected; otherwise it is read
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
  /** Requests the list, or only its first page if it is long, and returns the records that are not deleted. */
  listUnlessLong(): Promise<ListBeginning>;
  /** Lists the records that are not deleted again. When it resolves, each POST that may have made one of them has ended. */
  listNow(): Promise<Live[]>;
  deleted(): Promise<Live[]>;
}

export interface ListBeginning {
  readonly records: Live[];
  /** Number of pages, if only the first one was read. */
  readonly longListPages: number | undefined;
}

export function createReads(place: Place): Reads {
  const { client, hub, hubs, operations, memory, isComplete, signal, perform, idParameter } = place;

  async function read(id: string, isExpected: Predicate = () => true): Promise<Live | undefined> {
    await waitUnlessCanceled(memory.firstList.beforeRead(requestFirstList), signal);
    const listed = memory.record(id);
    const isEnough = listed !== undefined && isComplete(listed) && saysWhetherDeleted(listed) && isExpected(listed);
    // A list can't prove that a record is gone: it may be new, have moved between two pages, or be shown in part.
    return isEnough ? listed : get(id);
  }

  async function requestFirstList(): Promise<void> {
    try {
      await hubs.reach(hub, async (subdomain) => {
        const list = await openList(client, operations.list, { parameters: { subdomain } });
        // Documented: some lists carry only basic info. If the first page has no more, other pages save no reads, and a series may have many.
        const savesReads = list.records.some(isComplete);
        if (savesReads && list.longListPages !== undefined) memory.firstList.noteLongList(list.longListPages);
        const readsOtherPages = savesReads && memory.firstList.paysNow;
        const records = readsOtherPages ? await list.readAll() : list.records;
        memory.noteListed(records);
        const isReadToItsEnd = readsOtherPages || list.isWhole;
        if (isReadToItsEnd) memory.lists.keep(records, client.clock);
      });
    } catch (error) {
      // Inferred (service-list): the list of services exists. If it doesn't, or doesn't page, we read each record
      // individually from now on.
      if (isListUnavailable(error)) return;
      memory.firstList.forget();
      throw error;
    }
  }

  async function get(id: string): Promise<Live | undefined> {
    try {
      const live = withId(await perform(operations.get, { [idParameter]: id }), operations.get, operations.recordId);
      // A later 404 may need this as a proof: such records can be read.
      memory.noteAnswer();
      memory.noteRead(id, live);
      return live;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      await requireWitness(place, { id, listPages }, error);
      memory.noteGone(id);
      return undefined;
    }
  }

  const listPages = (options: Omit<ListOptions, "parameters"> = {}): Promise<Live[]> =>
    hubs.reach(hub, (subdomain) => listAll(client, operations.list, { parameters: { subdomain }, ...options }));

  const listUnlessLong = (): Promise<ListBeginning> =>
    hubs.reach(hub, async (subdomain) => {
      const list = await openList(client, operations.list, { parameters: { subdomain } });
      const { longListPages } = list;
      if (longListPages !== undefined) return { records: list.records.filter(isLeft), longListPages };
      const records = await list.readAll();
      memory.lists.keep(records, client.clock);
      return { records: memory.withOwnWrites(records).filter(isLeft), longListPages };
    });

  /** Inferred (list-filters): the filter exists. If it is rejected, the list without it may contain deleted records. */
  const listDeleted = (): Promise<Live[]> =>
    listPages({ filters: { deleted: "true" } }).catch(ifError(isRejected, () => listPages()));

  async function liveIn(list: Promise<Live[]>): Promise<Live[]> {
    const listed = await waitUnlessCanceled(list, signal);
    return memory.withOwnWrites(listed).filter(isLeft);
  }

  return {
    read,
    get,
    inFull: async (listed) => (isComplete(listed) ? listed : get(String(listed.id))),
    list: (longestAge = listLimits.longestAge) => liveIn(memory.lists.list(longestAge, client.clock, listPages)),
    listUnlessLong: () => waitUnlessCanceled(listUnlessLong(), signal),
    listNow: () => liveIn(memory.listNow(client.clock, listPages)),
    deleted: async () => {
      const listed = await waitUnlessCanceled(memory.lists.deleted(listDeleted), signal);
      return listed.filter(isDeleted);
    },
  };
}
