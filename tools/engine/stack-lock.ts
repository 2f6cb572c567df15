import { execFile } from "node:child_process";
import { readdir, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";

/** Who holds a stack's lock, as recorded by Pulumi's file backend. Observed: pulumi 3.259. */
export interface LockOwner {
  pid: number;
  hostname: string;
  timestamp: string;
}

export interface StackLock {
  /** The lock file. */
  path: string;
  /** Undefined if the file names nobody: Pulumi writes it immediately or, as after a power cut, not at all. */
  owner: LockOwner | undefined;
  /** Whether the owner may still run: on this machine we can check, on another machine we can't. */
  held: "here" | "elsewhere" | undefined;
}

/** Returns the locks of a stack in the file backend's folder; none if there is no such folder. */
export async function readStackLocks(folder: string): Promise<StackLock[]> {
  const names = await readdir(folder).catch(() => []);
  // Each file has another one with its attributes, which Pulumi doesn't count.
  const locks = names.filter((name) => !name.endsWith(".attrs"));
  return Promise.all(
    locks.map(async (name) => {
      const path = join(folder, name);
      const owner = parseOwner(await readFile(path, "utf8").catch(() => ""));
      return { path, owner, held: owner && (await findHolder(owner)) };
    }),
  );
}

/** Removes locks one by one, so that the lock of a process that starts meanwhile is kept. */
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

/** Whether a process is alive and belongs to Pulumi, because its ID may have been reused. If in doubt, it is. */
async function isPulumi(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is alive, but belongs to another user.
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
  // A zombie has ended, and waits for its parent to read its exit code.
  return !state.startsWith("Z") && basename(command.join(" ")).includes("pulumi");
}
