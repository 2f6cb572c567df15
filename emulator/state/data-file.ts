import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { lockDataFile } from "./data-lock.ts";
import { type Snapshot, type TableChange, tableNames } from "./store.ts";

const format = "statushub-emulator";
const version = 1;

/** What a line holds: the rows that a transaction left, and the ids of those that it took away. */
type Line = readonly (readonly [table: string, row: { readonly id: number } | number])[];

/**
 * The state in a file: a header, then one line a transaction, written before the request is answered. So a kill at any
 * moment loses no answered write; at worst the last line is cut short, and that one was not answered.
 * Lines are handed to the operating system without waiting for the disk: that survives the end of this process, not a
 * power cut. Whole rewrites are done beside the file and put in place by a rename.
 */
export class DataFile {
  readonly #path: string;
  #handle: number | undefined;
  #lines = 0;
  #linesAfterRewrite = 0;

  readonly #unlock: () => void;

  /** Takes the file for this emulator alone; its folder is made where there is none. */
  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
    this.#unlock = lockDataFile(path);
  }

  /** The state in the file, or undefined where there is no file yet. Throws where it cannot be read as such. */
  read(): Snapshot | undefined {
    let text: string;
    try {
      text = readFileSync(this.#path, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw new Error(`Cannot read the data file ${this.#path}.`, { cause: error });
    }
    const lines = text.split("\n");
    // What follows the last line break was never finished, so it was never answered.
    lines.pop();
    return this.#parse(lines);
  }

  /** Adds what a transaction changed. */
  append(changes: readonly TableChange[]): void {
    const line: Line = changes.map(({ table, id, after }) => [table, after ?? id]);
    this.#write(`${JSON.stringify(line)}\n`);
    this.#lines += 1;
  }

  /** Whether the file has grown so far beyond the rows in it that a rewrite pays. */
  get isOvergrown(): boolean {
    return this.#lines > 10_000 + 2 * this.#linesAfterRewrite;
  }

  /** Replaces the file by just this state. */
  rewrite(snapshot: Snapshot): void {
    const beside = `${this.#path}.new`;
    const handle = openSync(beside, "w", 0o600);
    this.#lines = 0;
    let text = `${JSON.stringify({ format, version, lastIds: snapshot.lastIds })}\n`;
    for (const table of tableNames) {
      for (const row of snapshot.rows[table] ?? []) {
        text += `${JSON.stringify([[table, row]])}\n`;
        this.#lines += 1;
      }
    }
    writeAll(handle, text);
    fsyncSync(handle);
    renameSync(beside, this.#path);
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = handle;
    this.#linesAfterRewrite = this.#lines;
  }

  close(): void {
    if (this.#handle !== undefined) closeSync(this.#handle);
    this.#handle = undefined;
    this.#unlock();
  }

  #write(text: string): void {
    if (this.#handle === undefined) throw new Error(`The data file ${this.#path} is closed.`);
    writeAll(this.#handle, text);
  }

  #parse([header, ...lines]: readonly string[]): Snapshot {
    // What else may stand in a first line is refused right below; the other lines are the emulator's own.
    const head = this.#parseLine(header ?? "", 1) as { format?: unknown; version?: unknown; lastIds?: unknown };
    if (head?.format !== format || head.version !== version)
      throw new Error(`${this.#path} is not a data file of this version of the emulator. Name another file.`);
    const tables = new Map<string, Map<number, unknown>>(tableNames.map((name) => [name, new Map()]));
    const lastIds = new Map(Object.entries(head.lastIds as Record<string, number>));
    lines.forEach((text, index) => {
      for (const [table, row] of this.#parseLine(text, index + 2) as Line) {
        const id = typeof row === "number" ? row : row.id;
        if (typeof row === "number") tables.get(table)?.delete(id);
        else tables.get(table)?.set(id, row);
        lastIds.set(table, Math.max(lastIds.get(table) ?? 0, id));
      }
    });
    const rows = [...tables].map(([name, byId]) => [name, [...byId.values()]]);
    // The file is the emulator's own: what it wrote as rows are rows.
    return { lastIds: Object.fromEntries(lastIds), rows: Object.fromEntries(rows) } as Snapshot;
  }

  #parseLine(text: string, number: number): unknown {
    try {
      return JSON.parse(text);
    } catch (error) {
      const what = `Cannot read the data file ${this.#path}: line ${number} is not JSON.`;
      throw new Error(`${what} Repair that line, or name another file.`, { cause: error });
    }
  }
}

function writeAll(handle: number, text: string): void {
  const bytes = Buffer.from(text);
  let written = 0;
  while (written < bytes.length) written += writeSync(handle, bytes, written);
}
