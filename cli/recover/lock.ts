import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isRunning } from "../../provider/run/process.ts";
import { advise } from "../advice.ts";
import { stackLocked } from "../errors/recover.ts";
import type { Stack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";

/** A lock of a stack whose state is in a folder. Those of other backends only Pulumi knows. */
export interface Lock {
  readonly path: string;
  readonly pid: number;
  readonly username: string;
  readonly hostname: string;
  readonly timestamp: string;
}

/** Whether the backend is a folder. Only Pulumi knows the locks of others. */
export const isInFolder = (backend: string): boolean => backend.startsWith("file://");

/** Reads the locks that runs on the stack have, or have left. */
export function locksIn(backend: string, { name, project }: Pick<Stack, "name" | "project">): Lock[] {
  if (!isInFolder(backend)) return [];
  const root = backend.startsWith("file://~")
    ? join(homedir(), backend.slice("file://~".length))
    : fileURLToPath(backend);
  const shortName = name.split("/").at(-1) ?? name;
  const folder = join(root, ".pulumi", "locks", "organization", project.name, shortName);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith(".json"))
    .map((file) => readLock(join(folder, file)));
}

/** Reads a lock. A killed run may have left only a part of one, which doesn't name its process. */
function readLock(path: string): Lock {
  const text = readFileSync(path, "utf8");
  try {
    return { ...(JSON.parse(text) as Lock), path };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { path, pid: 0, username: "unknown", hostname: "unknown", timestamp: "unknown" };
  }
}

/** @throws CommandError if a run may still be in progress */
export function requireEnded({ name: stack, cwd }: Stack, locks: readonly Lock[]): void {
  for (const lock of locks) {
    const run = describeLock(lock);
    const command = advise("pulumi", ["cancel", "--yes"], { stack, cwd });
    if (lock.hostname !== hostname()) throw new CommandError(stackLocked.elsewhere({ run, stack, command }));
    if (isRunning(lock.pid)) throw new CommandError(stackLocked.running({ run, stack, command }));
  }
}

export const describeLock = ({ pid, username, hostname: host, timestamp }: Lock): string =>
  `the run of ${username}@${host} (process ${pid}, since ${timestamp})`;

export function removeLocks(locks: readonly Lock[]): void {
  for (const { path } of locks) rmSync(path, { force: true });
}
