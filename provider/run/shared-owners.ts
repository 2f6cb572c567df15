import { createHash, randomUUID } from "node:crypto";
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ownersNotShared } from "../errors/access.ts";
import type { Mark, SharedOwners, SharedRecord } from "../lifecycle/record/owners.ts";
import { hasErrorCode, isRunning, isSystemError } from "./process.ts";

/**
 * Shares between the provider processes of one run which resources have which records. When a resource moves from the
 * dynamic to the native provider or to another Provider, or two of them declare one record, one process has the record
 * and another one deletes it. Every process knows the engine's address, so each writes a file whose name starts with a
 * digest of it: lines of records, as digests, with what the process says of them.
 *
 * Never fails: without files, each process only knows its own owners.
 *
 * @param engine the address by which Pulumi started this process; if missing, nothing is shared
 * @param baseUrl tells accounts apart
 * @param warn is called once if the files can't be used
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
  const say = (record: string, fact: Fact, value: string) =>
    void ifUsable(() => appendFileSync(ownPath, `${nameOf(record)} ${fact} ${value}\n`));
  return {
    add: (record, owner) => say(record, "has", owner),
    release: (record, owner) => say(record, "returns", owner),
    mark: (record, mark) => say(record, "is", mark),
    of(record) {
      const said = ifUsable(() => {
        const files = readdirSync(folder).filter((file) => file.startsWith(run) && file !== ownFile);
        return files.map((file) => open(file).of(nameOf(record)));
      });
      return {
        owners: (said ?? []).flatMap(({ owners }) => owners),
        marks: (said ?? []).flatMap(({ marks }) => marks),
      };
    },
    close: () => void ifUsable(() => rmSync(ownPath, { force: true })),
  };
}

/** Not recursive: Node would try forever in a folder in which nobody can make one, such as `/proc`. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
  }
}

/** A line about a record: after `has` and `returns` comes the name of the owner, after `is` a mark. */
type Fact = "has" | "returns" | "is";

const unseen: SharedRecord = { owners: [], marks: [] };

/** A process that shares its owners, and what its file said when it was last read. */
class OtherProcess {
  readonly #path: string;
  /** In bytes. */
  #size = 0;
  #records: ReadonlyMap<string, SharedRecord> = new Map();

  constructor(folder: string, file: string) {
    this.#path = join(folder, file);
    // Left by a process that was killed, in an earlier run whose engine had the same address.
    if (!isRunning(processOf(file))) rmSync(this.#path, { force: true });
  }

  /** Returns what the process says of a record; nothing once it has removed its file at its end. */
  of(record: string): SharedRecord {
    const size = statSync(this.#path, { throwIfNoEntry: false })?.size ?? 0;
    // Files only grow, so one of the same size hasn't changed.
    if (size !== this.#size) this.#records = size === 0 ? new Map() : readRecords(this.#path);
    this.#size = size;
    return this.#records.get(record) ?? unseen;
  }
}

function readRecords(path: string): ReadonlyMap<string, SharedRecord> {
  const records = new Map<string, SharedRecord>();
  // The last line may be half written.
  for (const line of textIn(path).split("\n").slice(0, -1)) {
    const [record = "", fact, ...rest] = line.split(" ");
    const value = rest.join(" ");
    const { owners, marks } = records.get(record) ?? unseen;
    if (fact === "has") records.set(record, { marks, owners: [...owners, value] });
    else if (fact === "returns") records.set(record, { marks, owners: owners.filter((each) => each !== value) });
    else records.set(record, { owners, marks: [...marks, value as Mark] });
  }
  return records;
}

function textIn(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // The process has just ended.
    if (hasErrorCode(error, "ENOENT")) return "";
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
