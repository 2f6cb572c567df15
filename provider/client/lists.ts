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
 * The lists of one collection that were read to their end. They tell which records were ever listed, and the latest one what there is now:
 *
 *                        its records count as listed    it is the latest list
 *     notice             yes                            no: it is needed only once
 *     keep               yes                            unless there is one
 *     list, listAgain    once it has been read          since it was requested, so that others wait for it
 *     deleted            no                             no
 */
export class Lists {
  #isRead = false;
  /** The IDs of all records that any list has shown as live, numbered from 0 in the order in which they were first shown. */
  readonly #numbers = new Map<string, number>();

  /** The latest list, unless it was forgotten. */
  #latest: WholeList | undefined;
  readonly #currentLists = new Fresh<Live[]>();
  readonly #deletedLists = new Fresh<Live[]>();

  notice(records: readonly Live[]): void {
    this.#isRead = true;
    for (const live of records) {
      const id = String(live.id);
      const isNew = !this.#numbers.has(id);
      if (isNew && !isDeleted(live)) this.#numbers.set(id, this.count);
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
    return this.#numbers.has(id);
  }

  /** How many records were ever listed. It only grows, so it stands for a moment: see `hadShown`. */
  get count(): number {
    return this.#numbers.size;
  }

  /** Whether the record had been listed when `count` had this value: then its number is lower. */
  hadShown(id: string, count: number): boolean {
    const number = this.#numbers.get(id);
    return number !== undefined && number < count;
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

  /** Requests a list, and doesn't return one that was requested before the call. */
  listAgain(clock: Clock, requestList: RequestList): Promise<Live[]> {
    return this.#currentLists.loadAgain(() => this.#request(clock, requestList));
  }

  /** Requests the list of deleted records, for each call again. */
  deleted(requestList: RequestList): Promise<Live[]> {
    return this.#deletedLists.loadAgain(requestList);
  }

  /** From now on there is no latest list. Records that were ever listed still count as listed. */
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
