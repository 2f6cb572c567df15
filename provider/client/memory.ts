import type { Live } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";

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
class Fresh<Value> {
  #latest: Promise<unknown> = Promise.resolve();
  #next: Promise<Value> | undefined;

  load(load: () => Promise<Value>): Promise<Value> {
    this.#next ??= Promise.allSettled([this.#latest]).then(() => {
      this.#next = undefined;
      const loading = load();
      this.#latest = loading;
      return loading;
    });
    return this.#next;
  }
}

/** Cached state of one collection, shared by every resource in the process. */
export class Memory {
  readonly records = new Map<string, Live>();
  /** IDs that we have written. Inferred (current-lists): only a list that was requested earlier shows their old values. */
  readonly written = new Set<string>();
  readonly posting = new Set<Promise<unknown>>();
  /** Resolves when the last task that excludes all others has ended. */
  turn: Promise<unknown> = Promise.resolve();
  /** The IDs of the records that a whole list has shown as live, numbered in this order. */
  readonly listed = new Map<string, number>();
  /** Whether the list of the collection was read to its end in this run, and whether any other request for its records has succeeded. */
  isListed = false;
  hasAnswered = false;
  /** The one list request that all reads wait for. */
  listing?: Promise<void>;
  /** How many records have been asked for, and from which number on the list costs less than reading each of them. */
  reads = 0;
  listedFrom = 1;
  /** The whole list, and when it was complete; at infinity while it is read. */
  whole?: { readonly records: Promise<Live[]>; at: number };
  readonly live = new Fresh<Live[]>();
  readonly deleted = new Fresh<Live[]>();

  noteWhole(records: readonly Live[]): void {
    this.isListed = true;
    for (const live of records.filter((each) => !isDeleted(each)))
      if (!this.listed.has(String(live.id))) this.listed.set(String(live.id), this.listed.size);
  }
}

/** Merges our own writes into a list: records that were created, updated or deleted since. */
export function mergeOwnWrites(listed: readonly Live[], { records, written }: Memory): Live[] {
  const others = listed.filter(({ id }) => !written.has(String(id)));
  const own = [...written].map((id) => records.get(id)).filter((live) => live !== undefined);
  return [...others, ...own];
}
