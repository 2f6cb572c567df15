import type { Sessions } from "./access/session.ts";
import type { Clock, SettableClock } from "./clock.ts";
import type { Faults } from "./faults/fault.ts";
import type { Rewrites } from "./faults/rewrite.ts";
import type { InProgress } from "./http/in-progress.ts";
import type { Limits } from "./http/limits.ts";
import type { RequestLog } from "./http/request-log.ts";
import type { KeyRing } from "./key-ring.ts";
import type { Settings } from "./settings.ts";
import type { Snapshot, Store } from "./state/store.ts";

/** Everything in one emulator but its server. */
export interface World {
  readonly store: Store;
  readonly keys: KeyRing;
  /** The time of the records. */
  readonly clock: SettableClock;
  /** The time at which requests arrive. */
  readonly baseClock: Clock;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
  readonly limits: Limits;
  readonly faults: Faults;
  readonly rewrites: Rewrites;
  /** The visitors of pages who have signed in. */
  readonly sessions: Sessions;
  readonly log: RequestLog;
  readonly settings: Settings;
  /** Ends when the emulator is reset or closes. */
  readonly inProgress: InProgress;
  /** Replaces all records. */
  restore(snapshot: Snapshot): void;
  /** Back to the start: records, time, faults, budgets, visitors and log. Requests in progress are cut off. */
  reset(): void;
}
