import { accessSync, constants } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";

const pollMilliseconds = 200;
const pollsBetweenNews = 50;

/** SQLite's code, as in `errcode` of an error from node:sqlite. */
const busy = 5;

/**
 * Locks a file for all processes on this machine while `action` runs. Waits until the file is free, and says so on
 * stderr. SQLite uses the operating system's file lock, which is released when the process ends for any reason. The file
 * is never removed, because then two processes could hold two files of the same name.
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
  try {
    database.open();
    // SQLite would open a file that it can't write as read-only, which locks nobody out.
    accessSync(path, constants.W_OK);
    database.exec("BEGIN EXCLUSIVE");
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
export const isBusy = (error: unknown): boolean =>
  // The low byte is the primary code; the others are its subtypes.
  error instanceof Error && "errcode" in error && (Number(error.errcode) & 0xff) === busy;
