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
  /** Unknown query parameters and body fields, which were ignored. */
  readonly ignored: readonly string[];
  /** Whether a fault affected it. */
  readonly fault: boolean;
  /** Status of the response; 0 if the connection was dropped, undefined while there is no response. */
  readonly status: number | undefined;
}

/** An entry while its request is in progress. */
export type OpenEntry = { -readonly [Field in keyof LoggedRequest]: LoggedRequest[Field] };

const capacity = 50_000;

/** The last requests in order of arrival: at least 50,000. */
export class RequestLog {
  #entries: OpenEntry[] = [];

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  add(entry: OpenEntry): void {
    this.#entries.push(entry);
    // Drops half of them at once, so that it doesn't happen often.
    if (this.#entries.length > 2 * capacity) this.#entries = this.#entries.slice(-capacity);
  }

  clear(): void {
    this.#entries = [];
  }
}
