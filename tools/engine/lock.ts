import { accessSync, constants, truncateSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const pollMilliseconds = 200;
const pollsBetweenNews = 50;

/** SQLite's codes, as in `errcode` of an error from node:sqlite. */
const busy = 5;
const notADatabase = 26;

/**
 * Runs `action` while no other process on this machine holds the lock file `path`. Waits as long as necessary, and says
 * so. SQLite uses the operating system's file lock, which is released when the process ends for any reason. The
 * contents of the file don't matter, and it is never removed, because two processes could then hold a file of this
 * name.
 */
export async function withLock<T>(path: string, action: () => Promise<T>): Promise<T> {
  const release = await acquire(path);
  try {
    return await action();
  } finally {
    release();
  }
}

async function acquire(path: string): Promise<() => void> {
  for (let calls = 0; ; calls++) {
    const release = await tryLock(path);
    if (release !== undefined) return release;
    if (calls % pollsBetweenNews === 0) console.error(`Waiting for another process, which has locked ${path}`);
    await wait(pollMilliseconds);
  }
}

/** Returns a function that releases the lock; undefined while another process holds it. */
async function tryLock(path: string): Promise<(() => void) | undefined> {
  // Loaded here, because Node 22 prints a warning about it.
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(path, { open: false });
  const lock = () => database.exec("BEGIN EXCLUSIVE");
  try {
    database.open();
    // SQLite would open a file that it can't write as read-only, which locks nobody out.
    accessSync(path, constants.W_OK);
    try {
      lock();
    } catch (error) {
      if (!hasCode(error, notADatabase)) throw error;
      // Left by something else, such as a lock file with a process ID. A file that SQLite can't read isn't locked.
      truncateSync(path);
      lock();
    }
    return () => database.close();
  } catch (error) {
    if (database.isOpen) database.close();
    if (isBusy(error)) return undefined;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`Cannot lock ${path}: ${reason}. Delete it, or make it writable for this user, and try again.`, {
      cause: error,
    });
  }
}

/** Whether an error says that another process has locked the file, which may be any SQLite database. */
export const isBusy = (error: unknown): boolean => hasCode(error, busy);

function hasCode(error: unknown, code: number): boolean {
  // The low byte is the primary code; the others are its subtypes.
  return error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === code;
}
