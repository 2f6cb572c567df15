import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { DataFileError, inUse } from "./data-file-error.ts";

export interface LockFile {
  /** Throws if the lock is lost. */
  check(): void;
  release(): void;
}

/** The locks that this process holds. In a container, a new process often has the number of a killed one. */
const held = new Set<string>();

/** Takes a lock, unless a process that still runs has it. A process that was killed leaves its lock behind. */
export function takeLock(path: string): LockFile {
  const own = `${process.pid} ${randomUUID()}`;
  try {
    writeFileSync(path, own, { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    const holder = contentOf(path);
    const pid = Number.parseInt(holder, 10);
    if (pid === process.pid ? held.has(holder) : isRunning(pid)) throw inUse(pid, path);
    rmSync(path, { force: true });
    return takeLock(path);
  }
  held.add(own);
  return {
    check: () => {
      if (!held.has(own)) throw new DataFileError("this emulator is closed.");
      // Two emulators that find the lock of a killed one may both take it. Then the later one keeps the file.
      if (contentOf(path) !== own)
        throw new DataFileError("its lock was removed, or a different emulator took it. Start this emulator again.");
    },
    release: () => {
      if (held.delete(own) && contentOf(path) === own) rmSync(path);
    },
  };
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
