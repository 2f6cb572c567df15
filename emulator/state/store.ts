import { z } from "zod";
import { parsed } from "../validation.ts";
import { largestId } from "./field.ts";
import { type Identified, type KeyOf, Table } from "./table.ts";

export interface TableDefinition {
  readonly row: z.ZodObject;
  /** What each index finds rows by. Every table also has the index `hub`, for rows that belong to one. */
  readonly indices?: Readonly<Record<string, KeyOf<never>>>;
}

/** All rows as plain data. A table that is missing has none. */
export interface SnapshotOf<Rows> {
  readonly lastIds: Readonly<Partial<Record<keyof Rows, number>>>;
  readonly rows: { readonly [Name in keyof Rows]?: readonly Rows[Name][] };
}

/**
 * The tables of an account. All changes happen in transactions: if the work of one throws, none of its changes take effect. A transaction
 * doesn't contain another.
 *
 * `Rows` has the type of a row for each table, and `Indices` the names of its indices. The tables are in a map, in which the compiler can't
 * follow which name has which type, so a few casts say it.
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
      const keys = { hub: hubOf, ...indices } as never;
      this.#tables.set(name, new Table<Identified, string>(keys, noteChange));
    }
  }

  table<Name extends keyof Rows & string>(name: Name): Table<Rows[Name], Indices[Name]> {
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
    return { lastIds, rows } as unknown as SnapshotOf<Rows>;
  }

  /** Copies a snapshot. Throws an error with the place of a row that is incomplete. */
  checked(snapshot: unknown): SnapshotOf<Rows> {
    return parsed(snapshotSchema(this.#definitions), snapshot, "the snapshot") as SnapshotOf<Rows>;
  }

  /** Replaces the whole state, outside of any transaction: nothing takes that back. */
  load({ rows, lastIds }: SnapshotOf<Rows>): void {
    for (const [name, table] of this.#tables) {
      table.clear();
      for (const row of rows[name] ?? []) table.put(row);
      table.lastId = Math.max(table.lastId, lastIds[name] ?? 0);
    }
    this.#end();
  }

  /** From here on, the changes can't be taken back. */
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
