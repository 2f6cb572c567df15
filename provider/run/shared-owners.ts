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
  return new OwnersInFolder({ run: digest(engine), baseUrl, warn, pid });
}

/** A line about a record: after `has` and `returns` comes the name of the owner, after `is` a mark. */
type Fact = "has" | "returns" | "is";

interface Process {
  /** The digest with which the files of this run begin. */
  readonly run: string;
  readonly baseUrl: string;
  readonly warn: (line: string) => void;
  readonly pid: number;
}

class OwnersInFolder implements SharedOwners {
  // Not `userInfo()`, which throws if the user has no name, as in many containers. Windows has a folder for each user.
  readonly #folder = join(tmpdir(), `pulumi-statushub-${process.getuid?.() ?? "user"}`);
  readonly #process: Process;
  readonly #ownFile: string;
  readonly #others = new Map<string, OtherProcess>();
  #isUsable = true;

  constructor(own: Process) {
    this.#process = own;
    this.#ownFile = `${own.run}-${own.pid}-${randomUUID()}`;
    this.#ifUsable(() => {
      makeFolder(this.#folder);
      requireOwnFolder(this.#folder);
      removeLeftovers(this.#folder);
      // Shows right away whether it can be written to.
      writeFileSync(this.#ownPath, "", { mode: 0o600 });
    });
  }

  add(record: string, owner: string): void {
    this.#write(record, "has", owner);
  }

  release(record: string, owner: string): void {
    this.#write(record, "returns", owner);
  }

  mark(record: string, mark: Mark): void {
    this.#write(record, "is", mark);
  }

  /** Returns what the other processes say of a record. */
  of(record: string): SharedRecord {
    const name = this.#nameOf(record);
    const said = this.#ifUsable(() => this.#otherFiles().map((file) => this.#open(file).of(name))) ?? [];
    return { owners: said.flatMap(({ owners }) => owners), marks: said.flatMap(({ marks }) => marks) };
  }

  close(): void {
    this.#ifUsable(() => rmSync(this.#ownPath, { force: true }));
  }

  get #ownPath(): string {
    return join(this.#folder, this.#ownFile);
  }

  #nameOf(record: string): string {
    return digest(`${this.#process.baseUrl} ${record}`);
  }

  #write(record: string, fact: Fact, value: string): void {
    this.#ifUsable(() => appendFileSync(this.#ownPath, `${this.#nameOf(record)} ${fact} ${value}\n`));
  }

  #otherFiles(): string[] {
    const { run } = this.#process;
    return readdirSync(this.#folder).filter((file) => file.startsWith(run) && file !== this.#ownFile);
  }

  #open(file: string): OtherProcess {
    const other = this.#others.get(file) ?? new OtherProcess(this.#folder, file);
    this.#others.set(file, other);
    return other;
  }

  /** After the first error of the system, nothing is tried again: the folder may be a file, read-only, full or somebody else's. */
  #ifUsable<Result>(work: () => Result): Result | undefined {
    if (!this.#isUsable) return undefined;
    try {
      return work();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      this.#isUsable = false;
      this.#process.warn(ownersNotShared({ folder: this.#folder, reason: error.code }));
      return undefined;
    }
  }
}

/** @throws a system error for a folder that somebody else has made: they could pretend to have any record */
function requireOwnFolder(folder: string): void {
  const isOwn = process.getuid === undefined || statSync(folder).uid === process.getuid();
  if (!isOwn) throw Object.assign(new Error(), { code: "EPERM", syscall: "stat" });
}

/** Not recursive: Node would try forever in a folder in which nobody can make one, such as `/proc`. */
function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!hasErrorCode(error, "EEXIST")) throw error;
  }
}

const nothingSaid: SharedRecord = { owners: [], marks: [] };

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
    const hasChanged = size !== this.#size;
    if (hasChanged) this.#records = size === 0 ? new Map() : readRecords(this.#path);
    this.#size = size;
    return this.#records.get(record) ?? nothingSaid;
  }
}

function readRecords(path: string): ReadonlyMap<string, SharedRecord> {
  const records = new Map<string, SharedRecord>();
  // The last line may be half written.
  const lines = textIn(path).split("\n").slice(0, -1);
  for (const line of lines) {
    const [record = "", fact, ...words] = line.split(" ");
    records.set(record, withFact(records.get(record) ?? nothingSaid, fact as Fact, words.join(" ")));
  }
  return records;
}

function withFact({ owners, marks }: SharedRecord, fact: Fact, value: string): SharedRecord {
  if (fact === "has") return { marks, owners: [...owners, value] };
  if (fact === "returns") return { marks, owners: owners.filter((owner) => owner !== value) };
  return { owners, marks: [...marks, value as Mark] };
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
