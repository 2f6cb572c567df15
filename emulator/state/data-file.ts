import {
  accessSync,
  constants,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { unusableDataFile } from "../errors.ts";
import { causeOf, DataFileError } from "./data-file-error.ts";
import { type LockFile, takeLock } from "./lock-file.ts";
import { makeFolder } from "./make-folder.ts";
import { checkedSnapshot, type Snapshot } from "./store.ts";

/** How the file begins, so that no other one is overwritten. */
const start = '{"format":"pulumi-statushub emulator 3",';

/** How a database of SQLite begins, in which earlier versions kept the records. */
const database = "SQLite format 3\0";

/**
 * The state in a JSON file. Each change writes all of it to a temporary file, which then takes the place of the old one,
 * so the file is whole after a kill at any moment. Nothing waits for the disk, so a change survives the end of this
 * process but not a power cut.
 */
export class DataFile {
  readonly #path: string;
  readonly #lock: LockFile;

  /** Opens and locks the file, following symbolic links. Creates its folder if it doesn't exist. */
  constructor(path: string) {
    if (path === "") throw new DataFileError(unusableDataFile.unnamed());
    this.#path = explained(path, "unusable", () => findTarget(path));
    this.#lock = explained(path, "unusable", () => takeLock(`${this.#path}-lock`));
  }

  /** Returns the state in the file; undefined if there is none yet. */
  read(): Snapshot | undefined {
    const text = explained(this.#path, "unusable", () => textOf(this.#path));
    return text === "" ? undefined : explained(this.#path, "unreadable", () => parsed(text));
  }

  /** Saves the state. If this throws, the file is as it was. */
  write(snapshot: Snapshot): void {
    const temporary = `${this.#path}.tmp`;
    explained(this.#path, "unwritable", () => {
      this.#lock.check();
      try {
        writeFileSync(temporary, start + JSON.stringify(snapshot).slice(1), { mode: 0o600 });
        renameSync(temporary, this.#path);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    });
  }

  close(): void {
    this.#lock.release();
  }
}

function textOf(path: string): string {
  const text = statSync(path, { throwIfNoEntry: false }) ? readFileSync(path, "utf8") : "";
  if (text.startsWith(database))
    throw new DataFileError("an earlier version of the emulator made it. Delete it, or choose a different file.");
  if (text !== "" && !text.startsWith(start))
    throw new DataFileError("it is not a data file of this version of the emulator. Choose a different file.");
  return text;
}

function parsed(text: string): Snapshot {
  let snapshot: object;
  try {
    snapshot = JSON.parse(`{${text.slice(start.length)}`);
  } catch {
    throw new DataFileError("it is damaged. Choose a different file.");
  }
  return checkedSnapshot(snapshot);
}

function explained<Result>(
  path: string,
  problem: "unusable" | "unreadable" | "unwritable",
  work: () => Result,
): Result {
  try {
    return work();
  } catch (error) {
    throw new DataFileError(unusableDataFile[problem]({ path, reason: causeOf(error) }), { cause: error });
  }
}

/** Returns the regular file that a path leads to, or will lead to. */
function findTarget(path: string): string {
  const target = realTarget(resolve(path));
  const found = statSync(target, { throwIfNoEntry: false });
  // Reading a pipe would block the emulator forever.
  if (found && !found.isFile()) throw new DataFileError("it is not a regular file. Name another one.");
  if (found) accessSync(target, constants.W_OK);
  accessSync(dirname(target), constants.W_OK);
  return target;
}

function realTarget(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })) return realpathSync(path);
  makeFolder(dirname(path));
  return path;
}
