import { listLimits } from "./limits.ts";

/**
 * Decides when reads of a collection begin with its list. The list costs one request for each page, and reading records one by one costs
 * one for each record. So the first read asks for the first page. If the list is long, reads go on without it, until
 * there have been as many of them as it has pages.
 */
export class FirstList {
  #reads = 0;
  /** The number of reads from which the whole list costs less. */
  #readsThatPay = 1;
  #request: Promise<void> | undefined;

  /**
   * Counts a read, and resolves when it may look into the list.
   *
   * @param requestList requests the list, as far as it pays
   */
  beforeRead(requestList: () => Promise<void>): Promise<void> {
    this.#reads += 1;
    const paysFromNow = this.#reads === this.#readsThatPay;
    if (this.#request === undefined || paysFromNow) this.#request = requestList();
    return this.#request;
  }

  /**
   * Learns from the first page how many there are, and returns whether it pays now to read them all: a list that takes about a second
   * always does, and a longer one after as many reads as it has pages.
   */
  pays(pages: number): boolean {
    const isLong = pages > listLimits.pagesAtOnce;
    if (isLong) this.#readsThatPay = pages;
    return this.#reads >= this.#readsThatPay;
  }

  /** After a failure, the next read requests the list again. */
  forget(): void {
    this.#request = undefined;
  }
}
