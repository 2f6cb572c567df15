import type { Live, Wire } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";
import { waitUnlessCanceled } from "./cancellation.ts";
import type { Clock } from "./clock.ts";
import { FirstList } from "./first-list.ts";
import { Fresh } from "./memo.ts";

type RequestList = () => Promise<Live[]>;

/** A list that is, or was, read to its end. */
interface WholeList {
  readonly records: Promise<Live[]>;
  /** When it was read; undefined as long as it is being read. */
  readAt: number | undefined;
}

/**
 * What this process knows of one collection, for all its resources: the records as last seen, which of them were ever listed, the latest
 * list, and our POSTs.
 */
export class Memory {
  readonly firstList = new FirstList();
  /** As last read, listed or written, by ID. */
  readonly #records = new Map<string, Live>();
  /** IDs that we have written. Inferred (current-lists): only a list that was requested earlier shows their old values. */
  readonly #written = new Set<string>();
  /** IDs whose DELETE by us has succeeded. */
  readonly #removed = new Set<string>();
  #hasAnswered = false;

  /** The latest list, unless a POST has failed since. */
  #latest: WholeList | undefined;
  #isListed = false;
  /** The IDs of all records that any whole list has shown as live, each with how many others were listed before it. */
  readonly #listedAfter = new Map<string, number>();
  readonly #currentLists = new Fresh<Live[]>();
  readonly #deletedLists = new Fresh<Live[]>();

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

  /** Notes that a read has proved that a record is gone. */
  noteGone(id: string): void {
    this.#records.delete(id);
  }

  /** Notes that a DELETE of ours has succeeded. */
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
    return record === undefined ? this.#listedAfter.has(id) : !isDeleted(record);
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
   * Lists: which records were listed
   */

  /** Notes the records of a list, or of its first page. Those that we have written stay as written: the list may be older. */
  noteList(records: readonly Live[]): void {
    for (const live of records) {
      const id = String(live.id);
      if (!this.#written.has(id)) this.#records.set(id, live);
    }
  }

  /** Notes that a list was read to its end, and which records it shows as live. */
  noteWhole(records: readonly Live[]): void {
    this.#isListed = true;
    for (const live of records) {
      const id = String(live.id);
      const isNew = !this.#listedAfter.has(id);
      if (isNew && !isDeleted(live)) this.#listedAfter.set(id, this.#listedAfter.size);
    }
  }

  /** Whether the list of the collection was read to its end in this run. */
  get isListed(): boolean {
    return this.#isListed;
  }

  /** How many records were ever listed: stands for this moment in `wasListed`. */
  get listedCount(): number {
    return this.#listedAfter.size;
  }

  /** Whether the record had been listed at the moment at which `listedCount` was `count`. */
  wasListed(id: string, count: number): boolean {
    const before = this.#listedAfter.get(id);
    return before !== undefined && before < count;
  }

  /*
   * Lists: what they say now
   */

  /** Keeps a list that was read to its end, unless there is another one. */
  keepWhole(records: readonly Live[], clock: Clock): void {
    this.noteWhole(records);
    this.#latest ??= { records: Promise.resolve([...records]), readAt: clock.now() };
  }

  /**
   * Returns the latest list, or requests one if that is older.
   *
   * @param longestAge in milliseconds
   */
  list(longestAge: number, clock: Clock, requestList: RequestList): Promise<Live[]> {
    const latest = this.#latest;
    if (latest === undefined) return this.#requestWhole(clock, requestList);
    // One that is still being read is as young as can be.
    const age = latest.readAt === undefined ? 0 : clock.now() - latest.readAt;
    return age <= longestAge ? latest.records : this.#requestWhole(clock, requestList);
  }

  /** Requests a list after every POST in progress has ended. */
  async listNow(clock: Clock, requestList: RequestList): Promise<Live[]> {
    // Otherwise, a record that another POST has just created would be mistaken for one whose response was lost.
    await Promise.allSettled(this.#postsUnderWay);
    return this.#currentLists.loadAgain(() => this.#requestWhole(clock, requestList));
  }

  deleted(requestList: RequestList): Promise<Live[]> {
    return this.#deletedLists.loadAgain(requestList);
  }

  #requestWhole(clock: Clock, requestList: RequestList): Promise<Live[]> {
    const list: WholeList = { records: requestList(), readAt: undefined };
    this.#latest = list;
    const noteRecords = (records: readonly Live[]) => {
      list.readAt = clock.now();
      this.noteWhole(records);
    };
    const forget = () => {
      if (this.#latest === list) this.#latest = undefined;
    };
    list.records.then(noteRecords, forget);
    return list.records;
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

  /** After a POST has failed: the latest list doesn't show the record that it may have created. */
  forgetList(): void {
    this.#latest = undefined;
  }

  /** Runs tasks one after another, whether they succeed or fail. */
  inTurn<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const previous = this.#turn;
    const turn = waitUnlessCanceled(previous, signal).then(task);
    this.#turn = Promise.allSettled([previous, turn]);
    return turn;
  }
}
