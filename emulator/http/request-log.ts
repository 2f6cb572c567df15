import type { OperationName } from "../../api/operations.ts";

/** A request as the emulator saw it. */
export interface LoggedRequest {
  /** When it arrived, in milliseconds since 1970 on this machine's clock, with fractions. */
  readonly time: number;
  readonly method: string;
  /** Relative to the base URL, such as `/hubs/acme/services`. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly operation: OperationName | undefined;
  /** The last four characters of the API key. */
  readonly key: string | undefined;
  /** The body as JSON; as text where it is not JSON; undefined where there is none or it was not read. */
  readonly body: unknown;
  /** Query parameters and body fields that the API does not know and that were ignored. */
  readonly ignored: readonly string[];
  /** Whether a fault affected it. */
  readonly fault: boolean;
  /** Status of the response; 0 where the connection was dropped, undefined while it is not answered. */
  readonly status: number | undefined;
}

/** An entry while its request is being answered. */
export type OpenEntry = { -readonly [Field in keyof LoggedRequest]: LoggedRequest[Field] };

const capacity = 50_000;

/** The last 50,000 requests at least, in order of arrival. */
export class RequestLog {
  #entries: OpenEntry[] = [];

  get entries(): readonly LoggedRequest[] {
    return this.#entries;
  }

  add(entry: OpenEntry): void {
    if (this.#entries.length >= 2 * capacity) this.#entries = this.#entries.slice(-capacity);
    this.#entries.push(entry);
  }

  clear(): void {
    this.#entries = [];
  }
}
