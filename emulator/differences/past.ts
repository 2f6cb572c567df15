import type { Snapshot } from "../tables/index.ts";

/** In milliseconds. Older records aren't asked for. */
const longestLag = 60_000;

/** The records of an account in the last minute, for lists that are late. */
export class Past {
  #changes: readonly { readonly at: number; readonly snapshot: Snapshot }[] = [];

  /** @param snapshot the records after a change at this time */
  add(at: number, snapshot: Snapshot): void {
    const startOfMinute = at - longestLag;
    // What was shown at the start of the minute is kept, although that change was before it.
    const shownThen = this.#changes.findLastIndex((change) => change.at <= startOfMinute);
    this.#changes = [...this.#changes.slice(Math.max(0, shownThen)), { at, snapshot }];
  }

  /** Returns the records at a time; before the first change that is known, those after it. */
  recordsAt(time: number): Snapshot | undefined {
    const last = this.#changes.findLast(({ at }) => at <= time);
    return (last ?? this.#changes[0])?.snapshot;
  }

  clear(): void {
    this.#changes = [];
  }
}
