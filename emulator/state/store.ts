import { z } from "zod";
import { parsed } from "../validation.ts";
import { type Key, largestId, type RowIndices } from "./field.ts";

export interface TableDefinition {
  readonly row: z.ZodObject;
  /** Rows that belong to a hub are in the index `hub`, too. */
  readonly indices?: RowIndices<never>;
}

export type IndexName<Definition> =
  | "hub"
  | (Definition extends { readonly indices: infer Indices } ? keyof Indices & string : never);

interface Identified {
  readonly id: number;
}

export interface SnapshotOf<Rows> {
  readonly lastIds: Readonly<Partial<Record<keyof Rows, number>>>;
  readonly rows: { readonly [Name in keyof Rows]?: readonly Rows[Name][] };
}

/** Changes happen in transactions: if the work throws, none of them take effect. */
export class Store<Rows extends Record<string, Identified>, Indices extends Record<keyof Rows, string>> {
  readonly #definitions: Readonly<Record<string, TableDefinition>>;
  readonly #tables: ReadonlyMap<string, Table<Identified, string>>;
  /** What takes back the changes of the current transaction, in order. */
  #undo: (() => void)[] = [];
  readonly #onCommit: () => void;
  readonly #watchers = new Set<() => void>();

  /** @param onCommit runs before a transaction completes; if it throws, the transaction is undone */
  constructor(tables: Readonly<Record<keyof Rows, TableDefinition>>, onCommit: () => void = () => undefined) {
    this.#definitions = tables;
    this.#onCommit = onCommit;
    const onChange = (undo: () => void) => this.#undo.push(undo);
    const hub = ({ hub_id }: { readonly hub_id?: number }) => hub_id;
    this.#tables = new Map(
      Object.entries<TableDefinition>(tables).map(([name, { indices }]) => [
        name,
        // The keys of a table's indices take rows of that table, which the compiler can't follow through a variable.
        new Table<Identified, string>({ hub, ...indices } as never, onChange),
      ]),
    );
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
      this.#undo = [];
      for (const watcher of this.#watchers) watcher();
    }
  }

  /** Calls back whenever the state may have changed. Returns a function that stops it. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  snapshot(): SnapshotOf<Rows> {
    const rows = Object.fromEntries([...this.#tables].map(([name, table]) => [name, table.all()]));
    const lastIds = Object.fromEntries([...this.#tables].map(([name, { lastId }]) => [name, lastId]));
    // Object.fromEntries loses the types of the keys, here and below.
    return { lastIds, rows } as unknown as SnapshotOf<Rows>;
  }

  /** Copies a snapshot. Throws if a row in it is incomplete, with its place. */
  checked(snapshot: unknown): SnapshotOf<Rows> {
    const forEachTable = (schemaOf: (definition: TableDefinition) => z.ZodType) =>
      z.strictObject(
        Object.fromEntries(Object.entries(this.#definitions).map(([name, each]) => [name, schemaOf(each).optional()])),
      );
    const schema = z.strictObject({
      lastIds: forEachTable(() => z.int().min(0).max(largestId)),
      rows: forEachTable(({ row }) => z.array(row)),
    });
    return parsed(schema, snapshot, "the snapshot") as SnapshotOf<Rows>;
  }

  /** Replaces the whole state, without a transaction. */
  load({ rows, lastIds }: SnapshotOf<Rows>): void {
    for (const [name, table] of this.#tables) {
      table.clear();
      for (const row of rows[name] ?? []) table.put(row);
      table.lastId = Math.max(table.lastId, lastIds[name] ?? 0);
    }
    this.#undo = [];
    for (const watcher of this.#watchers) watcher();
  }
}

/**
 * Returns the rows in the order of their IDs, in which they were inserted. A map has another one if a removed row comes back,
 * because a write is undone, or if a row leaves an index and returns.
 */
const ordered = <Row extends Identified>(rows: Iterable<Row>): Row[] =>
  [...rows].sort((first, second) => first.id - second.id);

class Index<Row extends Identified> {
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
export class Table<Row extends Identified, Name extends string> {
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
