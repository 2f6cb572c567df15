import { z } from "zod";
import { parsed } from "../http/validation.ts";
import type { Key } from "./field.ts";
import { largestId } from "./field.ts";
import { type IndexName, indicesOf, rowSchemas, type TableName, type Tables } from "./row.ts";

type AnyRow = Tables[TableName];

/** The whole state as plain data, for JSON and for `restore`. */
export interface Snapshot {
  readonly lastIds: Readonly<Partial<Record<TableName, number>>>;
  readonly rows: { readonly [Name in TableName]?: readonly Tables[Name][] };
}

// Object.keys is typed as string[]; the keys are the tables.
export const tableNames = Object.keys(rowSchemas) as readonly TableName[];

const forEachTable = (schemaOf: (name: TableName) => z.ZodType) =>
  z.strictObject(Object.fromEntries(tableNames.map((name) => [name, schemaOf(name).optional()])));

const snapshotSchema = z.strictObject({
  lastIds: forEachTable(() => z.int().min(0).max(largestId)),
  rows: forEachTable((name) => z.array(rowSchemas[name])),
});

/** Copies a snapshot. Throws if a row in it is incomplete, with its place. */
export const checkedSnapshot = (value: unknown): Snapshot =>
  // Object.fromEntries loses the types of the keys.
  parsed(snapshotSchema, value, "the snapshot") as Snapshot;

/** Changes happen in transactions: if the work throws, none of them take effect. */
export class Store {
  readonly #tables: { readonly [Name in TableName]: Table<Tables[Name], IndexName<Name>> };
  /** What takes back the changes of the current transaction, in order. */
  #undo: (() => void)[] = [];
  readonly #onCommit: () => void;
  readonly #watchers = new Set<() => void>();

  /** @param onCommit runs before a transaction completes; if it throws, the transaction is undone */
  constructor(onCommit: () => void = () => undefined) {
    this.#onCommit = onCommit;
    const onChange = (undo: () => void) => this.#undo.push(undo);
    // The keys of a table's indices take rows of that table, which the compiler can't follow through a variable.
    const tables = tableNames.map((name) => [name, new Table<AnyRow, string>(indicesOf(name) as never, onChange)]);
    this.#tables = Object.fromEntries(tables);
  }

  table<Name extends TableName>(name: Name): Table<Tables[Name], IndexName<Name>> {
    return this.#tables[name];
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
      this.#undo = [];
      for (const watcher of this.#watchers) watcher();
    }
  }

  /** Calls back whenever the state may have changed. Returns a function that stops it. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  snapshot(): Snapshot {
    // Object.fromEntries loses the types of the keys, here and below.
    const rows = Object.fromEntries(tableNames.map((name) => [name, this.#tables[name].all()]));
    const lastIds = Object.fromEntries(tableNames.map((name) => [name, this.#tables[name].lastId]));
    return { lastIds: lastIds as Snapshot["lastIds"], rows: rows as Snapshot["rows"] };
  }

  /** Replaces the whole state, without a transaction. */
  load(snapshot: Snapshot): void {
    for (const name of tableNames) {
      // The name ties a table to its rows, which the compiler can't follow through a variable.
      const table = this.#tables[name] as unknown as Table<AnyRow, string>;
      table.clear();
      for (const row of snapshot.rows[name] ?? []) table.put(row);
      table.lastId = Math.max(table.lastId, snapshot.lastIds[name] ?? 0);
    }
    this.#undo = [];
    for (const watcher of this.#watchers) watcher();
  }
}

/**
 * Returns the rows in the order of their IDs, in which they were inserted. A map has another one if a removed row comes back,
 * because a write is undone, or if a row leaves an index and returns.
 */
const ordered = <Row extends { readonly id: number }>(rows: Iterable<Row>): Row[] =>
  [...rows].sort((first, second) => first.id - second.id);

class Index<Row extends { readonly id: number }> {
  readonly keyOf: (row: Row) => Key | undefined;
  readonly rows = new Map<Key, Map<number, Row>>();

  constructor(keyOf: (row: Row) => Key | undefined) {
    this.keyOf = keyOf;
  }

  replace(id: number, before: Row | undefined, after: Row | undefined): void {
    const oldKey = before && this.keyOf(before);
    const newKey = after && this.keyOf(after);
    if (oldKey !== undefined && oldKey !== newKey) {
      const rows = this.rows.get(oldKey);
      if (rows?.delete(id) && rows.size === 0) this.rows.delete(oldKey);
    }
    if (!after || newKey === undefined) return;
    const rows = this.rows.get(newKey) ?? new Map<number, Row>();
    this.rows.set(newKey, rows.set(id, after));
  }
}

/**
 * Rows of one kind in memory, by ID and by index. Rows are replaced and never changed in place, so that returned rows
 * and lists don't change.
 */
export class Table<Row extends { readonly id: number }, Name extends string> {
  readonly #rows = new Map<number, Row>();
  readonly #indices: ReadonlyMap<string, Index<Row>>;
  readonly #onChange: (undo: () => void) => void;
  /** The highest ID so far. IDs are never reused, even after a row is removed for good. */
  lastId = 0;

  constructor(keys: Readonly<Record<Name, (row: Row) => Key | undefined>>, onChange: (undo: () => void) => void) {
    const entries = Object.entries<(row: Row) => Key | undefined>(keys);
    this.#indices = new Map(entries.map(([name, keyOf]) => [name, new Index(keyOf)]));
    this.#onChange = onChange;
  }

  find(id: number): Row | undefined {
    return this.#rows.get(id);
  }

  all(): Row[] {
    return ordered(this.#rows.values());
  }

  by(name: Name, key: Key): readonly Row[] {
    return ordered(this.#indices.get(name)?.rows.get(key)?.values() ?? []);
  }

  findBy(name: Name, key: Key): Row | undefined {
    return this.by(name, key)[0];
  }

  /** Adds a row with the next ID. */
  insert(fields: Omit<Row, "id">): Row {
    // The compiler can't see that Omit<Row, "id"> with an ID is Row again.
    const row = { id: this.lastId + 1, ...fields } as unknown as Row;
    this.put(row);
    return row;
  }

  put(row: Row): void {
    this.#set(row.id, row);
  }

  remove(id: number): void {
    if (this.#rows.has(id)) this.#set(id, undefined);
  }

  clear(): void {
    this.#rows.clear();
    for (const { rows } of this.#indices.values()) rows.clear();
    this.lastId = 0;
  }

  #set(id: number, after: Row | undefined): void {
    const { lastId } = this;
    const before = this.#rows.get(id);
    this.#replace(id, before, after);
    this.lastId = Math.max(lastId, id);
    this.#onChange(() => {
      this.#replace(id, after, before);
      this.lastId = lastId;
    });
  }

  #replace(id: number, before: Row | undefined, after: Row | undefined): void {
    if (after) this.#rows.set(id, after);
    else this.#rows.delete(id);
    for (const index of this.#indices.values()) index.replace(id, before, after);
  }
}
