/**
 * Decides when reads of a collection begin with its list. The list costs one request for each page, and reading records one by one costs
 * one for each record. So the first read asks for the first page, which says how many there are:
 *
 *     3 pages      take about a second: all are read
 *     50 pages     reads 1 to 49 go on without the list, and read 50 requests all of it
 */
export class FirstList {
  #reads = 0;
  /** The number of reads from which the whole list costs less. */
  #readsThatPay = 1;
  #request: Promise<void> | undefined;

  /**
   * Counts a read, and resolves when it may look into the list.
   *
   * @param requestList requests the first page, and all others if that `paysNow`
   */
  beforeRead(requestList: () => Promise<void>): Promise<void> {
    this.#reads += 1;
    const paysFromNow = this.#reads === this.#readsThatPay;
    if (this.#request === undefined || paysFromNow) this.#request = requestList();
    return this.#request;
  }

  noteLongList(pages: number): void {
    this.#readsThatPay = pages;
  }

  /** Whether there have been so many reads that the whole list costs less. */
  get paysNow(): boolean {
    return this.#reads >= this.#readsThatPay;
  }

  /** After a failure, the next read requests the list again. */
  forget(): void {
    this.#request = undefined;
  }
}
