import type { Live } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";
import type { Clock } from "./clock.ts";
import { Fresh } from "./memo.ts";

type RequestList = () => Promise<Live[]>;

/** A list that is, or was, read to its end. */
interface WholeList {
  readonly records: Promise<Live[]>;
  /** When it was read to its end, from which its age counts; undefined as long as it is being read. */
  readAt: number | undefined;
}

/**
 * The lists of one collection that were read to their end. They say two things: which records were ever listed, and what there is now.
 * So there are three ways in:
 *
 *     notice             of a list that is needed only once: which records it shows
 *     keep               the same, and it is the latest list, unless there is one
 *     list, listAgain    request a list; once it has been read: the same, and it is the latest list
 */
export class Lists {
  #isRead = false;
  /** The IDs of all records that any list has shown as live, each with how many others were listed before it. */
  readonly #listedAfter = new Map<string, number>();

  /** The latest list, unless it was forgotten. */
  #latest: WholeList | undefined;
  readonly #currentLists = new Fresh<Live[]>();
  readonly #deletedLists = new Fresh<Live[]>();

  notice(records: readonly Live[]): void {
    this.#isRead = true;
    for (const live of records) {
      const id = String(live.id);
      const isNew = !this.#listedAfter.has(id);
      if (isNew && !isDeleted(live)) this.#listedAfter.set(id, this.#listedAfter.size);
    }
  }

  keep(records: readonly Live[], clock: Clock): void {
    this.notice(records);
    this.#latest ??= { records: Promise.resolve([...records]), readAt: clock.now() };
  }

  /** Whether any list was read to its end in this run. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Whether any list has ever shown the record as live. */
  hasShown(id: string): boolean {
    return this.#listedAfter.has(id);
  }

  /** How many records were ever listed: with it, `hadShown` asks about this moment later. */
  get count(): number {
    return this.#listedAfter.size;
  }

  /** Whether the record had been listed at the moment at which `count` was this number. */
  hadShown(id: string, count: number): boolean {
    const before = this.#listedAfter.get(id);
    return before !== undefined && before < count;
  }

  /**
   * Returns the latest list, or requests one if that is older.
   *
   * @param longestAge in milliseconds
   */
  list(longestAge: number, clock: Clock, requestList: RequestList): Promise<Live[]> {
    const latest = this.#latest;
    if (latest === undefined) return this.#request(clock, requestList);
    // One that is still being read is as young as can be.
    const age = latest.readAt === undefined ? 0 : clock.now() - latest.readAt;
    return age <= longestAge ? latest.records : this.#request(clock, requestList);
  }

  listAgain(clock: Clock, requestList: RequestList): Promise<Live[]> {
    return this.#currentLists.loadAgain(() => this.#request(clock, requestList));
  }

  /** Requests the list of deleted records, which says neither. */
  deleted(requestList: RequestList): Promise<Live[]> {
    return this.#deletedLists.loadAgain(requestList);
  }

  /** The latest list counts no longer. Records that were ever listed still count as listed. */
  forgetLatest(): void {
    this.#latest = undefined;
  }

  #request(clock: Clock, requestList: RequestList): Promise<Live[]> {
    const list: WholeList = { records: requestList(), readAt: undefined };
    this.#latest = list;
    const noteEnd = (records: readonly Live[]) => {
      list.readAt = clock.now();
      this.notice(records);
    };
    const forget = () => {
      if (this.#latest === list) this.#latest = undefined;
    };
    list.records.then(noteEnd, forget);
    return list.records;
  }
}
