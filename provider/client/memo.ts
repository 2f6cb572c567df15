/** Caches results by key. Concurrent callers share one load, and failures aren't cached. */
export class Memo<Value> {
  readonly #loads = new Map<string, Promise<Value>>();

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const cached = this.#loads.get(key);
    if (cached !== undefined) return cached;
    const loading = load();
    this.#loads.set(key, loading);
    const drop = () => {
      // Another load may have replaced this one.
      if (this.#loads.get(key) === loading) this.#loads.delete(key);
    };
    loading.catch(drop);
    return loading;
  }

  /** Returns what was asked for already, if anything. */
  cached(key: string): Promise<Value> | undefined {
    return this.#loads.get(key);
  }

  set(key: string, value: Value): void {
    this.#loads.set(key, Promise.resolve(value));
  }

  forget(key: string): void {
    this.#loads.delete(key);
  }
}

/**
 * Loads something again for each caller. Those who come while it loads share the next load, because the one that has begun
 * may be too old for them.
 */
export class Fresh<Value> {
  #latest: Promise<unknown> = Promise.resolve();
  #next: Promise<Value> | undefined;

  loadAgain(load: () => Promise<Value>): Promise<Value> {
    this.#next ??= Promise.allSettled([this.#latest]).then(() => {
      this.#next = undefined;
      const loading = load();
      this.#latest = loading;
      return loading;
    });
    return this.#next;
  }
}
