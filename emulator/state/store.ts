import { z } from "zod";
import { parsed } from "../validation.ts";
import { largestId } from "./field.ts";
import { type Identified, type KeyOf, Table } from "./table.ts";

export interface TableDefinition {
  readonly row: z.ZodObject;
  /** Rows that belong to a hub are in the index `hub`, too. */
  readonly indices?: Readonly<Record<string, KeyOf<never>>>;
}

export type IndexName<Definition> =
  | "hub"
  | (Definition extends { readonly indices: infer Indices } ? keyof Indices & string : never);

/** All rows as plain data. A table that is missing has none. */
export interface SnapshotOf<Rows> {
  readonly lastIds: Readonly<Partial<Record<keyof Rows, number>>>;
  readonly rows: { readonly [Name in keyof Rows]?: readonly Rows[Name][] };
}

/**
 * The tables of an account. All changes happen in transactions: if the work of one throws, none of them take effect. A transaction doesn't
 * contain another.
 */
export class Store<Rows extends Record<string, Identified>, Indices extends Record<keyof Rows, string>> {
  readonly #definitions: Readonly<Record<string, TableDefinition>>;
  readonly #tables = new Map<string, Table<Identified, string>>();
  /** What takes back the changes of the current transaction, in the order of the changes. */
  #undo: (() => void)[] = [];
  readonly #onCommit: () => void;
  readonly #watchers = new Set<() => void>();

  /** @param onCommit runs before a transaction completes; if it throws, the transaction is undone */
  constructor(definitions: Readonly<Record<keyof Rows, TableDefinition>>, onCommit: () => void = () => undefined) {
    this.#definitions = definitions;
    this.#onCommit = onCommit;
    const noteChange = (undo: () => void) => this.#undo.push(undo);
    for (const [name, { indices }] of Object.entries<TableDefinition>(definitions)) {
      // The indices of a table take its rows, which the compiler can't follow through a variable.
      const keys = { hub: hubOf, ...indices } as never;
      this.#tables.set(name, new Table<Identified, string>(keys, noteChange));
    }
  }

  table<Name extends keyof Rows & string>(name: Name): Table<Rows[Name], Indices[Name]> {
    // The name ties a table to its rows, which the compiler can't follow through a map.
    return this.#tables.get(name) as never;
  }

  transaction<Result>(work: () => Result): Result {
    try {
      const result = work();
      if (this.#undo.length > 0) this.#onCommit();
      return result;
    } catch (error) {
      for (const undo of this.#undo.toReversed()) undo();
      throw error;
    } finally {
      this.#end();
    }
  }

  /** Calls back whenever the state may have changed. Returns a function that stops it. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  snapshot(): SnapshotOf<Rows> {
    const lastIds: Record<string, number> = {};
    const rows: Record<string, readonly Identified[]> = {};
    for (const [name, table] of this.#tables) {
      lastIds[name] = table.lastId;
      rows[name] = table.all();
    }
    // Each name has its own rows, which the compiler can't follow.
    return { lastIds, rows } as unknown as SnapshotOf<Rows>;
  }

  /** Copies a snapshot. Throws if a row in it is incomplete, with its place. */
  checked(snapshot: unknown): SnapshotOf<Rows> {
    return parsed(snapshotSchema(this.#definitions), snapshot, "the snapshot") as SnapshotOf<Rows>;
  }

  /** Replaces the whole state, which can't be undone. */
  load({ rows, lastIds }: SnapshotOf<Rows>): void {
    for (const [name, table] of this.#tables) {
      table.clear();
      for (const row of rows[name] ?? []) table.put(row);
      table.lastId = Math.max(table.lastId, lastIds[name] ?? 0);
    }
    this.#end();
  }

  #end(): void {
    this.#undo = [];
    for (const watcher of this.#watchers) watcher();
  }
}

const hubOf = ({ hub_id }: { readonly hub_id?: number }): number | undefined => hub_id;

function snapshotSchema(definitions: Readonly<Record<string, TableDefinition>>): z.ZodType {
  const lastIds: Record<string, z.ZodType> = {};
  const rows: Record<string, z.ZodType> = {};
  for (const [name, { row }] of Object.entries(definitions)) {
    lastIds[name] = z.int().min(0).max(largestId).optional();
    rows[name] = z.array(row).optional();
  }
  return z.strictObject({ lastIds: z.strictObject(lastIds), rows: z.strictObject(rows) });
}
