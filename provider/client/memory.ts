import type { Live, Wire } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";
import { waitUnlessCanceled } from "./cancellation.ts";
import type { Clock } from "./clock.ts";
import { FirstList } from "./first-list.ts";
import { Lists } from "./lists.ts";

/**
 * What this process knows of one collection, for all its resources: the records as last seen, its lists, and our POSTs. A record is noted
 * by what has shown it:
 *
 *     noteRead       a GET. The record is as it shows it
 *     noteListed     a list. The same, unless we have written the record: the list may be older
 *     noteWrite      the response to a write of ours
 *     noteGone       a read that has proved that the record is gone
 *     noteRemoval    a DELETE of ours that has succeeded. As noteGone, and no list shows it again
 */
export class Memory {
  readonly firstList = new FirstList();
  readonly lists = new Lists();
  /** As last noted, by ID. */
  readonly #records = new Map<string, Live>();
  /** IDs that we have written or deleted. Inferred (current-lists): only a list that was requested earlier shows their old values. */
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

  /** Whether the record was live when it was last noted. If it isn't noted, whether any list has ever shown it as live. */
  wasShown(id: string): boolean {
    const record = this.#records.get(id);
    if (record !== undefined) return !isDeleted(record);
    // Also one that is gone since: the next 404 needs another proof.
    return this.lists.hasShown(id);
  }

  /** Notes that a request for a record has succeeded: a read or a write, but not a list. */
  noteAnswer(): void {
    this.#hasAnswered = true;
  }

  /** Whether any request for a record has succeeded in this run. */
  get hasAnswered(): boolean {
    return this.#hasAnswered;
  }

  /** Returns a list with the records that we have written since as we have written them, and without those that we have deleted. */
  withOwnWrites(listed: readonly Live[]): Live[] {
    const others = listed.filter(({ id }) => !this.#written.has(String(id)));
    const own = [...this.#written].map((id) => this.#records.get(id)).filter((live) => live !== undefined);
    return [...others, ...own];
  }

  /*
   * POSTs
   */

  /** Notes the body of a POST that is about to be sent. */
  notePost(body: Wire): void {
    this.#posts.push(body);
  }

  /** The bodies of all POSTs of this run, whatever became of them. */
  get posts(): readonly Wire[] {
    return this.#posts;
  }

  /** Waits for a POST, and makes every `listNow` wait for it, too. It ends when its record is noted, and whose that is. */
  async waitForPost<Response>(posting: Promise<Response>): Promise<Response> {
    this.#postsUnderWay.add(posting);
    try {
      return await posting;
    } finally {
      this.#postsUnderWay.delete(posting);
    }
  }

  /**
   * Requests a list, and then waits for every POST that may have made one of its records. Otherwise, a record that another POST has just
   * made would be mistaken for one whose response was lost:
   *
   *     template a    POST, and no response
   *     template b    POST, which makes 5
   *     list          5, equal to a, and no resource has it yet
   *     template b    response: 5
   *
   * A POST that begins after the list was read has made none of its records. One of another provider process isn't waited for.
   */
  async listNow(clock: Clock, requestList: () => Promise<Live[]>): Promise<Live[]> {
    // So that ten POSTs that fail together share a list. On a large hub, each costs 200 requests.
    await Promise.allSettled(this.#postsUnderWay);
    const listed = await this.lists.listAgain(clock, requestList);
    await Promise.allSettled(this.#postsUnderWay);
    return listed;
  }

  /** Runs tasks one after another, whether they succeed or fail. */
  inTurn<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const previous = this.#turn;
    const turn = waitUnlessCanceled(previous, signal).then(task);
    // A turn that is canceled while it waits ends before the previous one, for which the next turn still has to wait.
    this.#turn = Promise.allSettled([previous, turn]);
    return turn;
  }
}
