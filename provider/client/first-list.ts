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

  /** Whether it pays now to read the whole list if it has this many pages. It does as long as that takes about a second. */
  pays(pages: number): boolean {
    if (pages > listLimits.pagesAtOnce) this.#readsThatPay = pages;
    return this.#reads >= this.#readsThatPay;
  }

  /** After a failure, the next read requests the list again. */
  forget(): void {
    this.#request = undefined;
  }
}
