import type { Clock } from "./clock.ts";
import type { Rates } from "./http/limits.ts";
import type { Preset } from "./preset/schema.ts";

export interface EmulatorOptions {
  /** Port on 127.0.0.1; 0 takes any free one. @default 0 */
  readonly port?: number;
  /** File that keeps the records between runs. @default none, records live in memory */
  readonly data?: string;
  /** Requests a second and key: the documented 30 and 5, none, or others. @default "real" */
  readonly limits?: "real" | "off" | Rates;
  /** Refuses query parameters and body fields that the API does not know, which it otherwise ignores. @default false */
  readonly strict?: boolean;
  /** Answers every inferred operation with 404 (or 405) and ignores inferred query parameters. @default false */
  readonly documentedOnly?: boolean | 405;
  /** Whether a restored subscription keeps its id. The API documents both. @default "same-id" */
  readonly restore?: "same-id" | "new-id";
  /** Whether lists that carry basic info leave out the longer fields. @default "basic" */
  readonly lists?: "basic" | "full";
  /** Days of occurrences of a maintenance that repeats without `end_on`. @default 366 */
  readonly seriesDays?: number;
  /** Time of arrival, and the base of the time of the records. @default this machine's */
  readonly clock?: Clock;
  /** Numbers from 0 up to 1, for the delays of faults. @default a sequence that is the same after every reset */
  readonly random?: () => number;
  /** Hubs with their records, and API keys, at the start. @default hubs acme, globex and acme-partners, one key a role */
  readonly preset?: Preset;
}
