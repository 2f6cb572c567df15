/** The requests that have arrived and have no response yet. */
export class InProgress {
  #current = new AbortController();

  /** `closing` ends them for good. */
  constructor(closing: AbortSignal) {
    closing.addEventListener("abort", () => this.#current.abort());
  }

  /** Aborted when the requests that are in progress now are to end. */
  get signal(): AbortSignal {
    return this.#current.signal;
  }

  /** Ends them. Later ones are not affected. */
  end(): void {
    this.#current.abort();
    this.#current = new AbortController();
  }
}
