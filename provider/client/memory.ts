import type { Live, Wire } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";
import { waitUnlessCanceled } from "./cancellation.ts";
import type { Clock } from "./clock.ts";
import { FirstList } from "./first-list.ts";
import { Fresh } from "./memo.ts";

type RequestList = () => Promise<Live[]>;

/** A list that is read to its end, and when that was done: at infinity while it is read. */
interface WholeList {
  readonly records: Promise<Live[]>;
  at: number;
}

/** Keeps the knowledge of this process about one collection, which every resource shares: its records, its lists and our POSTs. */
export class Memory {
  readonly firstList = new FirstList();
  /** As last read or written, by ID. */
  readonly #records = new Map<string, Live>();
  /** IDs that we have written. Inferred (current-lists): only a list that was requested earlier shows their old values. */
  readonly #written = new Set<string>();
  /** IDs whose DELETE by us has succeeded. */
  readonly #removed = new Set<string>();
  /** Whether any request for a record has succeeded. */
  #hasAnswered = false;

  /** The latest whole list, unless a POST has come after it. */
  #whole: WholeList | undefined;
  /** Whether a list was read to its end. */
  #isListed = false;
  /** The IDs of the records that a whole list has shown as live, numbered in this order. */
  readonly #listed = new Map<string, number>();
  readonly #currentLists = new Fresh<Live[]>();
  readonly #deletedLists = new Fresh<Live[]>();

  /** The bodies of all POSTs, whatever became of them. */
  readonly #posts: Wire[] = [];
  readonly #postsUnderWay = new Set<Promise<unknown>>();
  /** Resolves when the last task that excludes all others has ended. */
  #turn: Promise<unknown> = Promise.resolve();

  /*
   * Records
   */

  record(id: string): Live | undefined {
    return this.#records.get(id);
  }

  noteRead(id: string, live: Live): void {
    this.#records.set(id, live);
  }

  noteWrite(live: Live): void {
    const id = String(live.id);
    this.#records.set(id, live);
    this.#written.add(id);
    this.#removed.delete(id);
  }

  noteGone(id: string): void {
    this.#records.delete(id);
  }

  noteRemoval(id: string): void {
    this.noteGone(id);
    this.#written.add(id);
    this.#removed.add(id);
  }

  /** Whether a DELETE of ours has removed the record. */
  wasRemoved(id: string): boolean {
    return this.#removed.has(id);
  }

  /** Whether the record was live when it was last read, listed or written. */
  wasShown(id: string): boolean {
    const record = this.#records.get(id);
    return record === undefined ? this.#listed.has(id) : !isDeleted(record);
  }

  /** Notes that a request for a record has succeeded: a read or a write, but not a list. */
  noteAnswer(): void {
    this.#hasAnswered = true;
  }

  /** Whether any request for a record has succeeded in this run. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /*
   * Lists
   */

  /** Notes the records of a list or of its first page, which doesn't show what we have written since it was requested. */
  noteList(records: readonly Live[]): void {
    for (const live of records) {
      const id = String(live.id);
      if (!this.#written.has(id)) this.#records.set(id, live);
    }
  }

  /** Notes which records a list that was read to its end shows as live. */
  noteWhole(records: readonly Live[]): void {
    this.#isListed = true;
    for (const live of records) {
      const id = String(live.id);
      if (!isDeleted(live) && !this.#listed.has(id)) this.#listed.set(id, this.#listed.size);
    }
  }

  /** Keeps a list that was read to its end, unless there is another one. */
  keepWhole(records: readonly Live[], clock: Clock): void {
    this.noteWhole(records);
    this.#whole ??= { records: Promise.resolve([...records]), at: clock.now() };
  }

  /** Whether the list of the collection was read to its end in this run. */
  get isListed(): boolean {
    return this.#isListed;
  }

  /** How many records whole lists have shown until now: compare it with `wasListed`. */
  get listedCount(): number {
    return this.#listed.size;
  }

  /** Whether a whole list had shown the record when this many records had been listed. */
  wasListed(id: string, count: number): boolean {
    const place = this.#listed.get(id);
    return place !== undefined && place < count;
  }

  /**
   * Returns the latest whole list, or requests one if that is older.
   *
   * @param longestAge in milliseconds
   */
  list(longestAge: number, clock: Clock, requestList: RequestList): Promise<Live[]> {
    const whole = this.#whole;
    const isYoung = whole !== undefined && clock.now() - whole.at <= longestAge;
    return isYoung ? whole.records : this.#requestWhole(clock, requestList);
  }

  /** Requests a whole list after every POST in progress has ended. */
  async listNow(clock: Clock, requestList: RequestList): Promise<Live[]> {
    // Otherwise, a record that another POST has just created would be mistaken for one whose response was lost.
    await Promise.allSettled(this.#postsUnderWay);
    return this.#currentLists.loadAgain(() => this.#requestWhole(clock, requestList));
  }

  deleted(requestList: RequestList): Promise<Live[]> {
    return this.#deletedLists.loadAgain(requestList);
  }

  #requestWhole(clock: Clock, requestList: RequestList): Promise<Live[]> {
    const whole: WholeList = { records: requestList(), at: Number.POSITIVE_INFINITY };
    this.#whole = whole;
    const noteRecords = (records: readonly Live[]) => {
      whole.at = clock.now();
      this.noteWhole(records);
    };
    const forget = () => {
      if (this.#whole === whole) this.#whole = undefined;
    };
    whole.records.then(noteRecords, forget);
    return whole.records;
  }

  /** Merges our own writes into a list: records that were created, updated or deleted since. */
  withOwnWrites(listed: readonly Live[]): Live[] {
    const others = listed.filter(({ id }) => !this.#written.has(String(id)));
    const own = [...this.#written].map((id) => this.#records.get(id)).filter((live) => live !== undefined);
    return [...others, ...own];
  }

  /*
   * POSTs
   */

  notePost(body: Wire): void {
    this.#posts.push(body);
  }

  /** The bodies of all POSTs of this run, whatever became of them. */
  get posts(): readonly Wire[] {
    return this.#posts;
  }

  /** Waits for a POST; until it has ended, no list for `listNow` begins. */
  async waitForPost<Response>(posting: Promise<Response>): Promise<Response> {
    this.#postsUnderWay.add(posting);
    try {
      return await posting;
    } finally {
      this.#postsUnderWay.delete(posting);
    }
  }

  /** A list from before a POST doesn't show the record that the POST may have created. */
  forgetList(): void {
    this.#whole = undefined;
  }

  /** Runs tasks one after another. */
  inTurn<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const previous = this.#turn;
    const turn = waitUnlessCanceled(previous, signal).then(task);
    this.#turn = Promise.allSettled([previous, turn]);
    return turn;
  }
}
