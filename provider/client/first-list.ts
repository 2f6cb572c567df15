import { listLimits } from "./limits.ts";

/** Decides when a list costs less than reading each record, and lets all reads wait for it. */
export class FirstList {
  #reads = 0;
  #paysFrom = 1;
  #loading: Promise<void> | undefined;

  /** Counts a read, and loads the list if this is the first one, or the one from which the list pays. */
  load(load: () => Promise<void>): Promise<void> {
    this.#reads += 1;
    if (this.#loading === undefined || this.#reads === this.#paysFrom) this.#loading = load();
    return this.#loading;
  }

  /** A list that takes longer than a second doesn't pay yet if a program has just one of its records. */
  noteLength(pages: number): void {
    if (pages > listLimits.pagesAtOnce) this.#paysFrom = pages;
  }

  get pays(): boolean {
    return this.#reads >= this.#paysFrom;
  }

  forget(): void {
    this.#loading = undefined;
  }
}
