import type { Key } from "./field.ts";

export interface Identified {
  readonly id: number;
}

/**
 * Rows of one kind in memory, by ID and by index. Rows are replaced and never changed in place, so that returned rows
 * and lists don't change.
 */
export class Table<Row extends Identified, IndexName extends string> {
  readonly #rows = new Map<number, Row>();
  readonly #indices: ReadonlyMap<string, Index<Row>>;
  readonly #onChange: (undo: () => void) => void;
  /** The highest ID so far. IDs are never reused, even after a row is removed for good. */
  lastId = 0;

  /**
   * @param keys for each index, what it finds rows by
   * @param onChange gets what takes a change back
   */
  constructor(keys: Readonly<Record<IndexName, KeyOf<Row>>>, onChange: (undo: () => void) => void) {
    const entries = Object.entries<KeyOf<Row>>(keys);
    this.#indices = new Map(entries.map(([name, keyOf]) => [name, new Index(keyOf)]));
    this.#onChange = onChange;
  }

  find(id: number): Row | undefined {
    return this.#rows.get(id);
  }

  all(): Row[] {
    return ordered(this.#rows.values());
  }

  by(index: IndexName, key: Key): readonly Row[] {
    return ordered(this.#indices.get(index)?.find(key) ?? []);
  }

  findBy(index: IndexName, key: Key): Row | undefined {
    return this.by(index, key)[0];
  }

  insert(fields: Omit<Row, "id">): Row {
    // The compiler can't see that Omit<Row, "id"> with an ID is Row again.
    const row = { id: this.lastId + 1, ...fields } as unknown as Row;
    this.put(row);
    return row;
  }

  /** Adds a row, or replaces the one with its ID. */
  put(row: Row): void {
    this.#change(row.id, row);
  }

  remove(id: number): void {
    if (this.#rows.has(id)) this.#change(id, undefined);
  }

  clear(): void {
    this.#rows.clear();
    for (const index of this.#indices.values()) index.clear();
    this.lastId = 0;
  }

  #change(id: number, after: Row | undefined): void {
    const { lastId } = this;
    const before = this.#rows.get(id);
    this.#replace(id, before, after);
    this.lastId = Math.max(lastId, id);
    this.#onChange(() => {
      this.#replace(id, after, before);
      this.lastId = lastId;
    });
  }

  /** Puts one row in the place of another. Each may be missing. */
  #replace(id: number, before: Row | undefined, after: Row | undefined): void {
    if (after) this.#rows.set(id, after);
    else this.#rows.delete(id);
    for (const index of this.#indices.values()) {
      if (before) index.remove(before);
      if (after) index.add(after);
    }
  }
}

/** Returns the key of a row in an index; undefined if the row isn't in it. */
export type KeyOf<Row> = (row: Row) => Key | undefined;

class Index<Row extends Identified> {
  readonly #keyOf: KeyOf<Row>;
  readonly #rowsByKey = new Map<Key, Map<number, Row>>();

  constructor(keyOf: KeyOf<Row>) {
    this.#keyOf = keyOf;
  }

  find(key: Key): Iterable<Row> {
    return this.#rowsByKey.get(key)?.values() ?? [];
  }

  add(row: Row): void {
    const key = this.#keyOf(row);
    if (key === undefined) return;
    const rows = this.#rowsByKey.get(key) ?? new Map<number, Row>();
    this.#rowsByKey.set(key, rows.set(row.id, row));
  }

  remove(row: Row): void {
    const key = this.#keyOf(row);
    if (key === undefined) return;
    const rows = this.#rowsByKey.get(key);
    rows?.delete(row.id);
    if (rows?.size === 0) this.#rowsByKey.delete(key);
  }

  clear(): void {
    this.#rowsByKey.clear();
  }
}

/**
 * Returns rows in the order of their IDs, in which they were inserted. A map has another order if a row was replaced, or if a removed one
 * came back because the removal was undone.
 */
const ordered = <Row extends Identified>(rows: Iterable<Row>): Row[] =>
  [...rows].sort((first, second) => first.id - second.id);
