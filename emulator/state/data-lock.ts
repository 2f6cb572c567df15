import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";

/**
 * Keeps a data file to one emulator: two would write over each other. The lock of a process that has died is taken over.
 *
 * @returns releases the lock
 */
export function lockDataFile(path: string): () => void {
  const lock = `${path}.lock`;
  // Linked into place, because a file opened for writing can be read before it names its owner.
  const draft = `${lock}.${process.pid}`;
  writeFileSync(draft, String(process.pid));
  try {
    while (!tryLink(draft, lock)) {
      const owner = findLivingOwner(lock);
      if (owner !== undefined)
        throw new Error(`Process ${owner} uses the data file ${path}. End it, or name another file.`);
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(lock, { force: true });
}

function tryLink(draft: string, lock: string): boolean {
  try {
    linkSync(draft, lock);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function findLivingOwner(lock: string): number | undefined {
  try {
    const owner = Number(readFileSync(lock, "utf8"));
    process.kill(owner, 0);
    return owner;
  } catch (error) {
    // The lock has gone meanwhile, or its owner has.
    if (hasCode(error, "ENOENT") || hasCode(error, "ESRCH")) return undefined;
    throw error;
  }
}

const hasCode = (error: unknown, code: string) => error instanceof Error && "code" in error && error.code === code;
