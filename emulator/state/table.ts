import type { Key } from "./key.ts";

/** A row before and after a change; undefined if it didn't exist or no longer does. */
export interface RowChange<Row> {
  readonly id: number;
  readonly before: Row | undefined;
  readonly after: Row | undefined;
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
  readonly #onChange: (change: RowChange<Row>) => void;
  /** The highest ID so far. IDs are never reused, even after a row is removed for good. */
  lastId = 0;

  constructor(keys: Readonly<Record<Name, (row: Row) => Key | undefined>>, onChange: (change: RowChange<Row>) => void) {
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

  /** Removes a row for good. */
  remove(id: number): void {
    if (this.#rows.has(id)) this.#set(id, undefined);
  }

  /** Restores the row before a change, without reporting it. */
  undo(change: RowChange<Row>): void {
    this.#replace(change.id, change.after, change.before);
  }

  clear(): void {
    this.#rows.clear();
    for (const { rows } of this.#indices.values()) rows.clear();
    this.lastId = 0;
  }

  #set(id: number, after: Row | undefined): void {
    const before = this.#rows.get(id);
    this.#replace(id, before, after);
    this.lastId = Math.max(this.lastId, id);
    this.#onChange({ id, before, after });
  }

  #replace(id: number, before: Row | undefined, after: Row | undefined): void {
    if (after) this.#rows.set(id, after);
    else this.#rows.delete(id);
    for (const index of this.#indices.values()) index.replace(id, before, after);
  }
}
