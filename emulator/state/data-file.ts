import { accessSync, constants, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { unusableDataFile } from "../../errors/emulator.ts";
import { causeOf, DataFileError } from "./data-file-error.ts";
import { checkedSnapshot, type Snapshot, type TableChange, tableNames } from "./store.ts";

/** Marks the file as the emulator's: "SHUB" in ASCII. */
const applicationId = 0x53485542;
const version = 2;

const create = `
  PRAGMA application_id = ${applicationId};
  PRAGMA user_version = ${version};
  CREATE TABLE records (kind TEXT, id INTEGER, row TEXT, PRIMARY KEY (kind, id)) WITHOUT ROWID;
`;

interface KeptRow {
  readonly kind: string;
  readonly id: number;
  /** JSON; null once the row is removed for good, which keeps its id from being given again. */
  readonly row: string | null;
}

interface Opened {
  readonly path: string;
  readonly database: DatabaseSync;
  /** Held open for as long as the data file belongs to this emulator. */
  readonly lock: DatabaseSync;
}

/**
 * The state in a file, an SQLite database: its transactions survive a kill at any moment and a full disk, and its lock
 * is the system's, which gives it back when the process ends. A transaction is handed to the operating system without
 * waiting for the disk: that survives the end of this process, not a power cut.
 */
export class DataFile {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #lock: DatabaseSync;
  readonly #put: StatementSync;
  readonly #version: StatementSync;
  /** Changes as soon as another process has written to the file. */
  readonly #ownVersion: unknown;
  /** Identifies the file, so that one that was removed or replaced is noticed. */
  readonly #inode: number;

  private constructor({ path, database, lock }: Opened) {
    this.#path = path;
    this.#database = database;
    this.#lock = lock;
    this.#put = database.prepare("INSERT OR REPLACE INTO records (kind, id, row) VALUES (?, ?, ?)");
    this.#version = database.prepare("PRAGMA data_version");
    this.#ownVersion = this.#version.get()?.data_version;
    this.#inode = statSync(path).ino;
  }

  /** Opens and locks the file, following symbolic links. Creates it and its folder if they do not exist. */
  static async open(path: string): Promise<DataFile> {
    const target = findTarget(path);
    // Loaded here, as Node 22 calls it experimental on stderr, which concerns nobody who keeps no data.
    const { DatabaseSync } = await import("node:sqlite");
    const lock = new DatabaseSync(`${target}-lock`, { open: false });
    const database = new DatabaseSync(target, { open: false });
    try {
      // Beside the data file, as POSIX ends the locks of a process on a file once it closes that, as every test does that
      // reads the file. The transaction never ends.
      lock.open();
      lock.exec("BEGIN EXCLUSIVE");
      database.open();
      database.exec("PRAGMA synchronous = OFF; BEGIN EXCLUSIVE");
      // Writes nothing to a file that is in use already, so that a start needs no room on a full disk.
      if (isEmpty(database)) database.exec(create);
      else checkFormat(database);
      database.exec("COMMIT");
      return new DataFile({ path: target, database, lock });
    } catch (error) {
      closeAll(database, lock);
      throw new DataFileError(unusableDataFile.unusable({ path, reason: causeOf(error) }), { cause: error });
    }
  }

  /** The state in the file; undefined where there is none yet. */
  read(): Snapshot | undefined {
    try {
      const found = this.#database.prepare("SELECT kind, id, row FROM records ORDER BY id").all();
      return found.length === 0 ? undefined : checkedSnapshot(toSnapshot(found));
    } catch (error) {
      throw new DataFileError(unusableDataFile.unreadable({ path: this.#path, reason: causeOf(error) }), {
        cause: error,
      });
    }
  }

  /** Keeps what a transaction changed, all of it or, where this throws, nothing. */
  append(changes: readonly TableChange[]): void {
    this.#write(() => {
      for (const { table, id, after } of changes) this.#put.run(table, id, after ? JSON.stringify(after) : null);
    });
  }

  /** Replaces the whole state. */
  replace({ lastIds, rows }: Snapshot): void {
    this.#write(() => {
      this.#database.exec("DELETE FROM records");
      for (const table of tableNames) {
        const lastId = lastIds[table] ?? 0;
        if (lastId > 0) this.#put.run(table, lastId, null);
        for (const row of rows[table] ?? []) this.#put.run(table, row.id, JSON.stringify(row));
      }
    });
  }

  close(): void {
    closeAll(this.#database, this.#lock);
  }

  #write(work: () => void): void {
    try {
      if (!this.#database.isOpen) throw new DataFileError("this emulator is closed.");
      if (statSync(this.#path, { throwIfNoEntry: false })?.ino !== this.#inode)
        throw new DataFileError("it was removed or replaced while the emulator ran. Start the emulator again.");
      this.#database.exec("BEGIN IMMEDIATE");
      // The lock may be lost all the same, as when the whole folder is copied. Then the first to write keeps the file.
      if (this.#version.get()?.data_version !== this.#ownVersion)
        throw new DataFileError("another process has written to it. Start this emulator again.");
      work();
      this.#database.exec("COMMIT");
    } catch (error) {
      if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw new DataFileError(unusableDataFile.unwritable({ path: this.#path, reason: causeOf(error) }), {
        cause: error,
      });
    }
  }
}

function toSnapshot(found: readonly unknown[]): unknown {
  // The columns are those that were asked for.
  const byKind = Map.groupBy(found as readonly KeptRow[], ({ kind }) => kind);
  const rowsOf = (name: string) =>
    (byKind.get(name) ?? []).flatMap(({ row }) => (row === null ? [] : [JSON.parse(row)]));
  return {
    lastIds: Object.fromEntries(tableNames.map((name) => [name, byKind.get(name)?.at(-1)?.id ?? 0])),
    rows: Object.fromEntries(tableNames.map((name) => [name, rowsOf(name)])),
  };
}

function closeAll(...databases: readonly DatabaseSync[]): void {
  for (const database of databases) if (database.isOpen) database.close();
}

/** The regular file that a path leads to, or is to be. */
function findTarget(path: string): string {
  if (path === "") throw new DataFileError(unusableDataFile.unnamed());
  try {
    const target = realTarget(resolve(path));
    const found = statSync(target, { throwIfNoEntry: false });
    // A pipe would keep the emulator waiting for ever.
    if (found && !found.isFile()) throw new DataFileError("it is not a regular file. Name another one.");
    accessSync(found ? target : dirname(target), constants.W_OK);
    accessSync(dirname(target), constants.W_OK);
    return target;
  } catch (error) {
    throw new DataFileError(unusableDataFile.unusable({ path, reason: causeOf(error) }), { cause: error });
  }
}

function realTarget(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path);
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

const isEmpty = (database: DatabaseSync): boolean =>
  database.prepare("SELECT count(*) AS count FROM sqlite_schema").get()?.count === 0;

function checkFormat(database: DatabaseSync): void {
  const read = (pragma: string) => Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  if (read("application_id") !== applicationId || read("user_version") !== version)
    throw new DataFileError("it was not made by this version of the emulator. Name another file.");
}
