import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { unusableDataFile } from "../errors.ts";
import { causeOf, DataFileError } from "./data-file-error.ts";
import { makeFolder } from "./make-folder.ts";
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
  /** JSON; null once the row is removed for good, so that its ID isn't reused. */
  readonly row: string | null;
}

interface Opened {
  readonly path: string;
  readonly database: DatabaseSync;
  /** Held for as long as the data file belongs to this emulator. */
  readonly lock: DatabaseSync;
}

/**
 * The state in a file, an SQLite database: its transactions survive a kill at any moment and a full disk, and the
 * operating system releases its lock when the process ends. A transaction doesn't wait for the disk, so it survives the
 * end of this process but not a power cut.
 */
export class DataFile {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #lock: DatabaseSync;
  readonly #put: StatementSync;
  readonly #version: StatementSync;
  /** Changes as soon as another process has written to the file. */
  readonly #ownVersion: unknown;
  /** Identifies the file, so that we notice if it was removed or replaced. */
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

  /** Opens and locks the file, following symbolic links. Creates the file and its folder if they don't exist. */
  static async open(path: string): Promise<DataFile> {
    const target = findTarget(path);
    // Loaded here because Node 22 prints a warning that it is experimental, which only matters to users who keep data.
    const { DatabaseSync } = await import("node:sqlite");
    const lock = new DatabaseSync(`${target}-lock`, { open: false });
    const database = new DatabaseSync(target, { open: false });
    try {
      // In a separate file, because POSIX releases a process's locks on a file once the process closes that file, as
      // tests that read the data file do. The transaction never ends.
      lock.open();
      lock.exec("BEGIN EXCLUSIVE");
      database.open();
      database.exec("PRAGMA synchronous = OFF; BEGIN EXCLUSIVE");
      // Writes nothing to a file that is in use already, so that starting needs no space on a full disk.
      if (isEmpty(database)) database.exec(create);
      else checkFormat(database);
      database.exec("COMMIT");
      return new DataFile({ path: target, database, lock });
    } catch (error) {
      closeAll(database, lock);
      throw new DataFileError(unusableDataFile.unusable({ path, reason: causeOf(error) }), { cause: error });
    }
  }

  /** Returns the state in the file; undefined if there is none yet. */
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

  /** Saves the changes of a transaction, or none of them if this throws. */
  append(changes: readonly TableChange[]): void {
    this.#write(() => {
      for (const { table, id, after } of changes) this.#put.run(table, id, after ? JSON.stringify(after) : null);
    });
  }

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
      // The lock can still be lost, for example if the whole folder is copied. Then the first one to write keeps the
      // file.
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
  // The columns are those in the query. A damaged file may have other kinds, which the check of the snapshot rejects.
  const byKind = [...Map.groupBy(found as readonly KeptRow[], ({ kind }) => kind)];
  const rowsOf = (kept: readonly KeptRow[]) => kept.flatMap(({ row }) => (row === null ? [] : [JSON.parse(row)]));
  return {
    lastIds: Object.fromEntries(byKind.map(([kind, kept]) => [kind, kept.at(-1)?.id])),
    rows: Object.fromEntries(byKind.map(([kind, kept]) => [kind, rowsOf(kept)])),
  };
}

function closeAll(...databases: readonly DatabaseSync[]): void {
  for (const database of databases) if (database.isOpen) database.close();
}

/** Returns the regular file that a path leads to, or will lead to. */
function findTarget(path: string): string {
  if (path === "") throw new DataFileError(unusableDataFile.unnamed());
  try {
    const target = realTarget(resolve(path));
    const found = statSync(target, { throwIfNoEntry: false });
    // Opening a pipe would block the emulator forever.
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
  makeFolder(dirname(path));
  return path;
}

const isEmpty = (database: DatabaseSync): boolean =>
  database.prepare("SELECT count(*) AS count FROM sqlite_schema").get()?.count === 0;

function checkFormat(database: DatabaseSync): void {
  const read = (pragma: string) => Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0];
  if (read("application_id") !== applicationId || read("user_version") !== version)
    throw new DataFileError("it was not made by this version of the emulator. Choose a different file.");
}
