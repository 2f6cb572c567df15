import type { OperationName } from "../../model/kinds/operations.ts";

/** A request as the emulator saw it. */
export interface LoggedRequest {
  /** When it arrived, in milliseconds since 1970 with fractions, by the option `clock`; not by the time of the records. */
  readonly time: number;
  readonly method: string;
  /** Relative to the base URL, such as `/hubs/acme/services`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly operation: OperationName | undefined;
  /** The last four characters of the API key. */
  readonly key: string | undefined;
  /** The body as JSON; as text if it isn't JSON; undefined if there is none or it wasn't read. */
  readonly body: unknown;
  /** Whether a fault affected it. */
  readonly fault: boolean;
  /** Status of the response; 0 if the connection was dropped, undefined while there is no response. */
  readonly status: number | undefined;
}

/** An entry while its request is in progress. */
export type OpenEntry = { -readonly [Field in keyof LoggedRequest]: LoggedRequest[Field] };

/**
 * What is left after old entries were dropped. The log grows to twice as many of either before, so that it doesn't happen often. The bytes
 * are those of paths and bodies as sent: 335 for each of 50,000 requests.
 */
const keptEntries = 50_000;
const keptBytes = 16 * 1024 * 1024;

/** The last requests in order of arrival: at least 50,000, or the last 16 MiB. */
export class RequestLog {
  #entries: OpenEntry[] = [];
  #sizes = new WeakMap<OpenEntry, number>();
  #bytes = 0;

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  /** @param size size of its path and query, in bytes */
  add(entry: OpenEntry, size: number): void {
    this.#entries.push(entry);
    this.#sizes.set(entry, 0);
    this.#grow(entry, size);
  }

  /** Adds the body of an entry, which arrives later, with its size in bytes. */
  addBody(entry: OpenEntry, body: unknown, size: number): void {
    entry.body = body;
    this.#grow(entry, size);
  }

  clear(): void {
    this.#entries = [];
    this.#sizes = new WeakMap();
    this.#bytes = 0;
  }

  #grow(entry: OpenEntry, size: number): void {
    const before = this.#sizes.get(entry);
    // Undefined if the entry has been dropped meanwhile.
    if (before === undefined) return;
    this.#sizes.set(entry, before + size);
    this.#bytes += size;
    const isFull = this.#entries.length > 2 * keptEntries || this.#bytes > 2 * keptBytes;
    if (isFull) this.#dropOldest();
  }

  #dropOldest(): void {
    let dropped = 0;
    for (const entry of this.#entries) {
      const left = this.#entries.length - dropped;
      if (left <= keptEntries && this.#bytes <= keptBytes) break;
      this.#bytes -= this.#sizes.get(entry) ?? 0;
      this.#sizes.delete(entry);
      dropped += 1;
    }
    this.#entries = this.#entries.slice(dropped);
  }
}
