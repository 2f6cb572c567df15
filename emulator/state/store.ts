import { z } from "zod";
import { parsed } from "../http/validation.ts";
import { largestId } from "./field.ts";
import { type IndexName, indicesOf, rowSchemas, type TableName, type Tables } from "./row.ts";
import { type RowChange, Table } from "./table.ts";

type AnyRow = Tables[TableName];

/** One change to one table, for undoing it. */
interface TableChange extends RowChange<AnyRow> {
  readonly table: TableName;
}

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
  #changes: TableChange[] = [];
  readonly #onCommit: () => void;
  readonly #watchers = new Set<() => void>();

  /** @param onCommit runs before a transaction completes; if it throws, the transaction is undone */
  constructor(onCommit: () => void = () => undefined) {
    this.#onCommit = onCommit;
    const tables = tableNames.map((table) => {
      const onChange = (change: RowChange<AnyRow>) => this.#changes.push({ table, ...change });
      // The keys of a table's indices take rows of that table, which the compiler can't follow through a variable.
      return [table, new Table<AnyRow, string>(indicesOf(table) as never, onChange)];
    });
    this.#tables = Object.fromEntries(tables);
  }

  table<Name extends TableName>(name: Name): Table<Tables[Name], IndexName<Name>> {
    return this.#tables[name];
  }

  transaction<Result>(work: () => Result): Result {
    const lastIds = this.#lastIds();
    try {
      const result = work();
      if (this.#changes.length > 0) this.#onCommit();
      return result;
    } catch (error) {
      for (const change of this.#changes.toReversed()) this.#any(change.table).undo(change);
      for (const name of tableNames) this.#tables[name].lastId = lastIds[name];
      throw error;
    } finally {
      this.#changes = [];
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
    return { lastIds: this.#lastIds(), rows: rows as Snapshot["rows"] };
  }

  /** Replaces the whole state, without a transaction. */
  load(snapshot: Snapshot): void {
    for (const name of tableNames) {
      const table = this.#any(name);
      table.clear();
      for (const row of snapshot.rows[name] ?? []) table.put(row);
      table.lastId = Math.max(table.lastId, snapshot.lastIds[name] ?? 0);
    }
    this.#changes = [];
    for (const watcher of this.#watchers) watcher();
  }

  #lastIds(): Record<TableName, number> {
    const ids = tableNames.map((name) => [name, this.#tables[name].lastId]);
    return Object.fromEntries(ids) as Record<TableName, number>;
  }

  // The name ties a table to its rows, which the compiler can't follow through a variable.
  #any(name: TableName): Table<AnyRow, string> {
    return this.#tables[name] as unknown as Table<AnyRow, string>;
  }
}
