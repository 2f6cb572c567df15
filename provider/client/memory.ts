import type { Live, Wire } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";
import { waitUnlessCanceled } from "./cancellation.ts";
import type { Clock } from "./clock.ts";
import { FirstList } from "./first-list.ts";
import { Lists } from "./lists.ts";

/** What this process knows of one collection, for all its resources: the records as last seen, its lists, and our POSTs. */
export class Memory {
  readonly firstList = new FirstList();
  readonly lists = new Lists();
  /** As last read, listed or written, by ID. */
  readonly #records = new Map<string, Live>();
  /** IDs that we have written. Inferred (current-lists): only a list that was requested earlier shows their old values. */
  readonly #written = new Set<string>();
  /** IDs whose DELETE by us has succeeded. */
  readonly #removed = new Set<string>();
  #hasAnswered = false;

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

  /** Notes records as a list, or its first page, shows them. Those that we have written stay as written: the list may be older. */
  noteListed(records: readonly Live[]): void {
    for (const live of records) {
      const id = String(live.id);
      if (!this.#written.has(id)) this.#records.set(id, live);
    }
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

  /**
   * Whether the record is live as we have it. If we have none, whether any list has ever shown it: so one that a list has shown, and that a
   * read has proved to be gone since, counts as shown, and the next 404 needs another proof.
   */
  wasShown(id: string): boolean {
    const record = this.#records.get(id);
    return record === undefined ? this.lists.hasShown(id) : !isDeleted(record);
  }

  /** Notes that a request for a record has succeeded: a read or a write, but not a list. */
  noteAnswer(): void {
    this.#hasAnswered = true;
  }

  /** Whether any request for a record has succeeded in this run. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
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

  /** Waits for a POST; if `listNow` is called meanwhile, its list begins when that has ended. */
  async waitForPost<Response>(posting: Promise<Response>): Promise<Response> {
    this.#postsUnderWay.add(posting);
    try {
      return await posting;
    } finally {
      this.#postsUnderWay.delete(posting);
    }
  }

  /** Requests a list after every POST in progress has ended. */
  async listNow(clock: Clock, requestList: () => Promise<Live[]>): Promise<Live[]> {
    // Otherwise, a record that one of them has just created would be mistaken for one whose response was lost.
    await Promise.allSettled(this.#postsUnderWay);
    return this.lists.listAgain(clock, requestList);
  }

  /** Runs tasks one after another, whether they succeed or fail. */
  inTurn<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const previous = this.#turn;
    const turn = waitUnlessCanceled(previous, signal).then(task);
    this.#turn = Promise.allSettled([previous, turn]);
    return turn;
  }
}
