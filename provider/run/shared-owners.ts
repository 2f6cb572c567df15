import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownersNotShared } from "../errors/configuration.ts";
import type { SharedOwners } from "../lifecycle/record/owners.ts";
import { hasCode, isRunning, isSystemError } from "./process.ts";

/**
 * Shares between the provider processes of one run which resources have which records. When a resource moves from the
 * dynamic to the native provider or to another Provider, or two of them declare one record, one process has the record
 * and another one deletes it. Every process knows the engine's address, so each writes a file whose name starts with a
 * digest of it: lines of records, as digests, with the names of their adoptions.
 *
 * Never fails: without files, each process only knows its own owners.
 *
 * @param engine the address by which Pulumi started this process; if missing, nothing is shared
 * @param baseUrl tells accounts apart
 * @param warn is called once if the files can't be used
 * @param pid the process that writes
 */
export function shareOwners(
  engine: string | undefined,
  baseUrl: string | undefined,
  warn: (line: string) => void,
  pid = process.pid,
): SharedOwners | undefined {
  if (engine === undefined || baseUrl === undefined || !/:\d+$/.test(engine)) return undefined;
  // Not `userInfo()`, which throws if the user has no name, as in many containers. Windows has a folder for each user.
  const folder = join(tmpdir(), `pulumi-statushub-${process.getuid?.() ?? "user"}`);
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
  let isUsable = true;
  /** The folder may be a file, read-only, full or somebody else's. */
  const ifUsable = <Result>(work: () => Result): Result | undefined => {
    if (!isUsable) return undefined;
    try {
      return work();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      isUsable = false;
      warn(ownersNotShared({ folder, reason: error.code }));
      return undefined;
    }
  };
  ifUsable(() => {
    makeFolder(folder);
    // In a folder that somebody else has made, they could pretend to have any record.
    if (process.getuid !== undefined && statSync(folder).uid !== process.getuid()) {
      throw Object.assign(new Error(), { code: "EPERM", syscall: "stat" });
    }
    removeLeftovers(folder);
    // Shows right away whether it can be written to.
    writeFileSync(ownPath, "", { mode: 0o600 });
  });
  return {
    add: (record, adoption) => void ifUsable(() => appendFileSync(ownPath, `${nameOf(record)} ${adoption}\n`)),
    of(record) {
      const adoptions = ifUsable(() => {
        const files = readdirSync(folder).filter((file) => file.startsWith(run) && file !== ownFile);
        return files.flatMap((file) => open(file).adoptionsOf(nameOf(record)));
      });
      return adoptions ?? [];
    },
    close: () => void ifUsable(() => rmSync(ownPath, { force: true })),
  };
}

/** Not recursive: Node would try forever in a folder in which nobody can make one, such as `/proc`. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}

/** A process that shares its owners, and what its file said when it was last read. */
class OtherProcess {
  readonly #path: string;
  /** In bytes. */
  #size = 0;
  #adoptions: ReadonlyMap<string, ReadonlySet<string>> = new Map();

  constructor(folder: string, file: string) {
    this.#path = join(folder, file);
    // Left by a process that was killed, in an earlier run whose engine had the same address.
    if (!isRunning(processOf(file))) rmSync(this.#path, { force: true });
  }

  /** Returns the names of the adoptions of a record; none once the process has removed its file at its end. */
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
