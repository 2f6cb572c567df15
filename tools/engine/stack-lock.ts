import { execFile } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";

/** Who works on a stack, as Pulumi's file backend notes it. Observed: pulumi 3.259. */
export interface LockOwner {
  pid: number;
  hostname: string;
  timestamp: string;
}

export interface StackLock {
  /** The file that is the lock. */
  path: string;
  /** Undefined where the file names nobody: Pulumi writes it immediately or, as after a power cut, not at all. */
  owner: LockOwner | undefined;
  /** Of a process that may still run: one of this machine does, of another machine nobody here can know. */
  held: "here" | "elsewhere" | undefined;
}

/** The locks of a stack in the folder where the file backend keeps them; none where there is no such folder. */
export async function readStackLocks(folder: string): Promise<StackLock[]> {
  const names = await readdir(folder).catch(() => []);
  // Beside each file lies one with its attributes, which Pulumi does not count.
  const locks = names.filter((name) => !name.endsWith(".attrs"));
  return Promise.all(
    locks.map(async (name) => {
      const path = join(folder, name);
      const owner = parseOwner(await readFile(path, "utf8").catch(() => ""));
      return { path, owner, held: owner && (await findHolder(owner)) };
    }),
  );
}

/** Removes locks one by one, so that the lock of a process that starts meanwhile stays. */
export async function removeStackLocks(locks: readonly StackLock[]): Promise<void> {
  for (const { path } of locks) for (const file of [path, `${path}.attrs`]) await rm(file, { force: true });
}

function parseOwner(text: string): LockOwner | undefined {
  try {
    const { pid, hostname: host, timestamp } = JSON.parse(text) as Partial<LockOwner>;
    return Number.isSafeInteger(pid) && Number(pid) > 0
      ? { pid: Number(pid), hostname: String(host), timestamp: String(timestamp) }
      : undefined;
  } catch {
    return undefined;
  }
}

async function findHolder(owner: LockOwner): Promise<StackLock["held"]> {
  if (owner.hostname !== hostname()) return "elsewhere";
  return (await isPulumi(owner.pid)) ? "here" : undefined;
}

/** Whether a process lives and is Pulumi's: its ID may have been given to another one. Where that stays open, it is. */
async function isPulumi(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, and is another user's.
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
  }
  if (process.platform === "win32") return true;
  const ps = promisify(execFile)("ps", ["-o", "stat=", "-o", "comm=", "-p", String(pid)]);
  const line = await ps.then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  );
  if (line === undefined) return true;
  const [state = "", ...command] = line.split(/\s+/);
  // A zombie has ended, and waits for its parent to ask for its exit code.
  return !state.startsWith("Z") && basename(command.join(" ")).includes("pulumi");
}
