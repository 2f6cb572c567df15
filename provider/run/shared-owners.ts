import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SharedOwners } from "../lifecycle/record/owners.ts";
import { hasCode, isRunning } from "./process.ts";

/**
 * Shares between the provider processes of one run which resources have which records. When a resource moves from the
 * dynamic to the native provider or to another Provider, or two of them declare one record, one process has the record
 * and another one deletes it. Every process knows the engine's address, so each writes a file whose name starts with
 * it: lines of records, as digests, with the names of their adoptions.
 *
 * @param engine the address by which Pulumi started this process; if missing, nothing is shared
 * @param baseUrl tells accounts apart
 * @param pid the process that writes
 */
export function shareOwners(
  engine: string | undefined,
  baseUrl: string | undefined,
  pid = process.pid,
): SharedOwners | undefined {
  if (engine === undefined || baseUrl === undefined || !/:\d+$/.test(engine)) return undefined;
  // Not `userInfo()`, which throws if the user has no name, as in many containers. Windows has a folder for each user.
  const folder = join(tmpdir(), `pulumi-statushub-${process.getuid?.() ?? "user"}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeLeftovers(folder);
  const run = digest(engine);
  const ownFile = `${run}-${pid}-${randomUUID()}`;
  const ownPath = join(folder, ownFile);
  const nameOf = (record: string) => digest(`${baseUrl} ${record}`);
  const others = new Map<string, OtherProcess>();
  const open = (file: string): OtherProcess => {
    const other = others.get(file) ?? new OtherProcess(folder, file);
    others.set(file, other);
    return other;
  };
  return {
    add: (record, adoption) => appendFileSync(ownPath, `${nameOf(record)} ${adoption}\n`, { mode: 0o600 }),
    of(record) {
      const files = readdirSync(folder).filter((file) => file.startsWith(run) && file !== ownFile);
      return files.flatMap((file) => open(file).adoptionsOf(nameOf(record)));
    },
    close: () => rmSync(ownPath, { force: true }),
  };
}

/** A process that shares its owners, and what its file said when it was last read. */
class OtherProcess {
  readonly #path: string;
  /** In bytes. */
  #size = 0;
  #adoptions: ReadonlyMap<string, ReadonlySet<string>> = new Map();

  constructor(folder: string, file: string) {
    this.#path = join(folder, file);
    // Left by an earlier run, whose engine had the same address.
    if (!isRunning(processOf(file))) rmSync(this.#path, { force: true });
  }

  /** Returns the names of the adoptions of a record. A process that has ended has none. */
  adoptionsOf(record: string): readonly string[] {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    // Files only grow, so one of the same size hasn't changed.
    if (size !== this.#size) this.#adoptions = size === 0 ? new Map() : readAdoptions(this.#path);
    this.#size = size;
    return [...(this.#adoptions.get(record) ?? [])];
  }
}

function readAdoptions(path: string): ReadonlyMap<string, ReadonlySet<string>> {
  const adoptions = new Map<string, Set<string>>();
  for (const line of textIn(path).split("\n").slice(0, -1)) {
    const [record = "", adoption = ""] = line.split(" ");
    adoptions.set(record, (adoptions.get(record) ?? new Set()).add(adoption));
  }
  return adoptions;
}

function textIn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // The process has just ended.
    if (hasCode(error, "ENOENT")) return "";
    throw error;
  }
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Removes what processes left behind that were killed. Waits for a day, because a container that shares this folder has
 * processes that can't be seen from here.
 */
function removeLeftovers(folder: string): void {
  for (const file of readdirSync(folder)) {
    const path = join(folder, file);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (written < Date.now() - dayMilliseconds && !isRunning(processOf(file))) rmSync(path, { force: true });
  }
}

const processOf = (file: string) => Number(file.split("-")[1]);

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 24);
