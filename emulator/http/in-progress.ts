/** Requests that have arrived but have no response yet. */
export class InProgress {
  #current = new AbortController();

  /** @param closing ends all requests for good */
  constructor(closing: AbortSignal) {
    closing.addEventListener("abort", () => this.#current.abort());
  }

  get signal(): AbortSignal {
    return this.#current.signal;
  }

  /** Ends the requests in progress. Later ones aren't affected. */
  end(): void {
    this.#current.abort();
    this.#current = new AbortController();
  }
}
