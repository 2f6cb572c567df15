import { randomUUID } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, resolve } from "node:path";
import { unusableDataFile } from "../errors.ts";
import { makeFolder } from "./make-folder.ts";

/** How the file begins, so that no other one is overwritten. */
const start = '{"format":"pulumi-statushub emulator 3",';

/**
 * The state in a JSON file. Each change writes all of it to a temporary file, which then takes the place of the old one,
 * so the file is whole after a kill at any moment. Nothing waits for the disk, so a change survives the end of this
 * process but not a power cut.
 */
export class DataFile {
  readonly #path: string;
  /** What the lock file holds while this emulator has the data file. */
  readonly #lock: string;

  /** Opens and locks the file, following symbolic links. Creates its folder if it doesn't exist. */
  constructor(path: string) {
    if (path === "") throw new DataFileError(unusableDataFile.unnamed());
    this.#path = withExplanation(path, "unusable", () => findTarget(path));
    this.#lock = withExplanation(path, "unusable", () => takeLock(lockOf(this.#path)));
  }

  /** Returns the state in the file, checked; undefined if there is none yet. */
  read<State>(check: (state: unknown) => State): State | undefined {
    const text = withExplanation(this.#path, "unusable", () => textOf(this.#path));
    return text === "" ? undefined : withExplanation(this.#path, "unreadable", () => check(parsed(text)));
  }

  /** Saves the state. If this throws, the file is as it was. */
  write(state: object): void {
    const temporary = `${this.#path}.tmp`;
    withExplanation(this.#path, "unwritable", () => {
      if (!held.has(this.#lock)) throw new DataFileError("this emulator is closed.");
      // Two emulators that find the lock of a killed one may both take it. Then the later one keeps the file.
      if (contentOf(lockOf(this.#path)) !== this.#lock)
        throw new DataFileError("its lock was removed, or a different emulator took it. Start this emulator again.");
      try {
        writeFileSync(temporary, start + JSON.stringify(state).slice(1), { mode: 0o600 });
        renameSync(temporary, this.#path);
      } catch (error) {
        rmSync(temporary, { force: true });
        throw error;
      }
    });
  }

  close(): void {
    const lock = lockOf(this.#path);
    if (held.delete(this.#lock) && contentOf(lock) === this.#lock) rmSync(lock);
  }
}

function textOf(path: string): string {
  const text = contentOf(path);
  if (text !== "" && !text.startsWith(start))
    throw new DataFileError("it is not a data file of this version of the emulator. Choose a different file.");
  return text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(`{${text.slice(start.length)}`);
  } catch {
    throw new DataFileError("it is damaged. Choose a different file.");
  }
}

/** Does some work on the file. If that fails, throws an error that names the file, the reason and what helps. */
function withExplanation<Result>(
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

/** The locks that this process holds. In a container, a new process often has the number of a killed one. */
const held = new Set<string>();

const lockOf = (path: string): string => `${path}-lock`;

/** Takes a lock, unless a process that still runs has it. A process that was killed leaves its lock behind. */
function takeLock(path: string): string {
  const own = `${process.pid} ${randomUUID()}`;
  try {
    writeFileSync(path, own, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    const holder = contentOf(path);
    const pid = Number.parseInt(holder, 10);
    // The lock may be left over from a process whose number this one has now.
    const isHeld = pid === process.pid ? held.has(holder) : isRunning(pid);
    if (isHeld)
      throw new InUseError(
        `a different emulator is using it (process ${pid}). Stop that one, or choose a different file. If that process is ` +
          `something else, delete ${path}.`,
      );
    rmSync(path, { force: true });
    return takeLock(path);
  }
  held.add(own);
  return own;
}

const contentOf = (path: string): string => (existsSync(path) ? readFileSync(path, "utf8") : "");

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0) && !isZombie(pid);
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

/** Whether a process has ended, but its parent hasn't noticed: in a container, perhaps nobody ever does. */
const isZombie = (pid: number): boolean =>
  process.platform === "linux" && /\) Z [^)]*$/.test(contentOf(`/proc/${pid}/stat`));

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

export class DataFileError extends Error {
  override readonly name = "DataFileError";
}

/** The data file belongs to a different emulator, which still runs. */
export class InUseError extends DataFileError {}

// errno(3)
const full = "the disk is full. Make room, and send the request again.";
const noFolder = "its folder is a file. Choose a different file.";
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EACCES: "its folder or the file itself can't be written. Name another file, or change the permissions.",
  EROFS: "its file system is read-only. Choose a different file.",
  EEXIST: noFolder,
  ENOTDIR: noFolder,
};

/** Explains why an operation on the data file failed, and what to do. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof DataFileError) return error.message;
  if (error.name === "HttpError") return `a record in it is not complete: ${error.message}. Choose a different file.`;
  const reason = "code" in error ? reasons[String(error.code)] : undefined;
  return reason ?? `${error.message}. Check the disk and the permissions, or name another file.`;
}
