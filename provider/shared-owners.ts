import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import type { SharedOwners } from "./lifecycle/owners.ts";

/**
 * Shares between the provider processes of one run which resources have which records. When a resource moves from the
 * dynamic to the native provider or to another Provider, or two of them declare one record, one process has the record
 * and another one deletes it. Every process knows the engine's address, so each writes a file in a folder named after
 * it: lines of records, as digests, with the names of their adoptions.
 *
 * @param engine the address by which Pulumi started this process; if missing, nothing is shared
 * @param baseUrl tells accounts apart
 * @param pid the process that writes; its file counts for as long as it runs
 */
export function shareOwners(
  engine: string | undefined,
  baseUrl: string | undefined,
  pid = process.pid,
): SharedOwners | undefined {
  if (engine === undefined || baseUrl === undefined || !/:\d+$/.test(engine)) return undefined;
  const folder = join(tmpdir(), `pulumi-statushub-${userInfo().uid}`, digest(engine));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const nameOf = (record: string, adoption: string) => `${digest(`${baseUrl} ${record}`)} ${adoption}`;
  const own = `${pid}-${randomUUID()}`;
  const write = (line: string) => appendFileSync(join(folder, own), `${line}\n`, { mode: 0o600 });
  const others = new Map<string, { size: number; owners: ReadonlySet<string> }>();
  const ownersIn = (file: string): ReadonlySet<string> => {
    const path = join(folder, file);
    const { size } = statSync(path);
    const known = others.get(file);
    if (known?.size === size) return known.owners;
    const owners = readOwners(path);
    others.set(file, { size, owners });
    return owners;
  };
  return {
    add: (record, adoption) => write(`+${nameOf(record, adoption)}`),
    remove: (record, adoption) => write(`-${nameOf(record, adoption)}`),
    of(record) {
      const start = nameOf(record, "");
      const files = readdirSync(folder).filter((file) => file !== own && isOfThisRun(folder, file));
      const owners = files.flatMap((file) => [...ownersIn(file)]);
      return owners.filter((owner) => owner.startsWith(start)).map((owner) => owner.slice(start.length));
    },
  };
}

function readOwners(path: string): ReadonlySet<string> {
  const owners = new Set<string>();
  for (const line of readFileSync(path, "utf8").split("\n").slice(0, -1)) {
    if (line.startsWith("+")) owners.add(line.slice(1));
    else owners.delete(line.slice(1));
  }
  return owners;
}

/** Whether the process of a file still runs. A file of an earlier run, whose engine had the same address, is removed. */
function isOfThisRun(folder: string, file: string): boolean {
  try {
    return process.kill(Number.parseInt(file, 10), 0);
  } catch {
    rmSync(join(folder, file), { force: true });
    return false;
  }
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 24);
