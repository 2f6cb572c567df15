import type { Live } from "../../model/api/form.ts";
import { Fresh } from "./memo.ts";

/** Cached state of one collection, shared by every resource in the process. */
export class Memory {
  readonly records = new Map<string, Live>();
  /** IDs that we have written. Inferred (current-lists): only a list that was requested earlier shows their old values. */
  readonly written = new Set<string>();
  /** POSTs in progress. */
  readonly posting = new Set<Promise<unknown>>();
  /** Resolves when the last task that has to run alone has ended. */
  turn: Promise<unknown> = Promise.resolve();
  /** The IDs of the records that a whole list has shown, numbered in this order. */
  readonly listed = new Map<string, number>();
  /** The one list request that all reads wait for. */
  listing?: Promise<void>;
  /** How many records have been asked for, and from which number on the list costs less than reading each of them. */
  reads = 0;
  listedFrom = 1;
  /** The whole list, and when it was complete; at infinity while it is read. */
  whole?: { readonly records: Promise<Live[]>; at: number };
  readonly live = new Fresh<Live[]>();
  readonly deleted = new Fresh<Live[]>();
}

/** Merges our own writes into a list: records that were created, updated or deleted since. */
export function mergeOwnWrites(listed: readonly Live[], { records, written }: Memory): Live[] {
  const others = listed.filter(({ id }) => !written.has(String(id)));
  const own = [...written].map((id) => records.get(id)).filter((live) => live !== undefined);
  return [...others, ...own];
}
