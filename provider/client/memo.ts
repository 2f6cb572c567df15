/** Caches results by key. Concurrent callers share one load, and failures aren't cached. */
export class Memo<Value> {
  readonly #loads = new Map<string, Promise<Value>>();

  get(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#loads.get(key);
    if (known !== undefined) return known;
    const loading = load();
    this.#loads.set(key, loading);
    const drop = () => {
      // Another load may have replaced this one.
      if (this.#loads.get(key) === loading) this.#loads.delete(key);
    };
    loading.catch(drop);
    return loading;
  }

  set(key: string, value: Value): void {
    this.#loads.set(key, Promise.resolve(value));
  }

  forget(key: string): void {
    this.#loads.delete(key);
  }
}
