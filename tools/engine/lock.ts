import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

const pollMilliseconds = 200;
const pollsBetweenNews = 50;

/**
 * Runs `action` while no other process on this machine holds the lock file `path`: waits for as long as it takes, and says
 * so. The lock of a process that has died is taken over.
 */
export async function withLock<T>(path: string, action: () => Promise<T>): Promise<T> {
  for (let calls = 0; !(await acquire(path)); calls++) {
    const owner = await findLivingOwner(path);
    if (owner === undefined) await rm(path, { force: true });
    else await waitABit(owner, calls);
  }
  try {
    return await action();
  } finally {
    await rm(path, { force: true });
  }
}

async function waitABit(owner: number, calls: number): Promise<void> {
  if (calls % pollsBetweenNews === 0) console.error(`Waiting for process ${owner}, which is at the same work`);
  await wait(pollMilliseconds);
}

async function acquire(path: string): Promise<boolean> {
  // Linked into place, because a file opened for writing can be read before it names its owner.
  const draft = `${path}.${randomUUID()}`;
  await writeFile(draft, String(process.pid));
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function findLivingOwner(path: string): Promise<number | undefined> {
  try {
    const owner = Number(await readFile(path, "utf8"));
    process.kill(owner, 0);
    return owner;
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "ESRCH")) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
