import { createSessions, type Sessions } from "./access/session.ts";
import { KeyRing } from "./api-key.ts";
import { type Clock, createSettableClock, type SettableClock, steadyClock, timeOfDay } from "./clock.ts";
import { Faults } from "./faults/fault.ts";
import { createRandom } from "./faults/random.ts";
import { Rewrites } from "./faults/rewrite.ts";
import { InProgress } from "./http/in-progress.ts";
import { Limits, realRates } from "./http/limits.ts";
import { RequestLog } from "./http/request-log.ts";
import { type EmulatorOptions, type Settings, toSettings } from "./options.ts";
import { accountOf } from "./preset/account.ts";
import { defaultKeys, defaultPreset } from "./preset/default.ts";
import { checkPreset } from "./preset/file.ts";
import type { DataFile } from "./state/data-file.ts";
import { checkedSnapshot, type Snapshot, Store } from "./state/store.ts";

/** Everything in one emulator except its server. */
export interface Emulation {
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

interface Resources {
  readonly file: DataFile | undefined;
  readonly closing: AbortSignal;
}

/** Its records are those of the file or, where that has none yet, of the preset. */
export function createEmulation(options: EmulatorOptions, { file, closing }: Resources): Emulation {
  const { clock: baseClock = steadyClock, limits: rates = "real" } = options;
  checkPreset(options.preset ?? defaultPreset);
  const recordClock = options.clock ?? timeOfDay;
  // A copy, so that every reset is the same, whatever becomes of the object.
  const preset = structuredClone(options.preset ?? defaultPreset);
  const keys = new KeyRing(preset.keys ?? defaultKeys);
  const settings = toSettings(options);
  const store = new Store((changes) => file?.append(changes));
  const replace = (snapshot: Snapshot) => {
    // First in the file, so that a failure leaves both as they were.
    file?.replace(snapshot);
    store.load(snapshot);
  };
  const initialState = () => accountOf(preset, { clock: createSettableClock(recordClock), keys, settings });
  // Also where records are kept, so that what is wrong in the preset shows now and not at a reset.
  const initial = initialState();
  const kept = file?.read();
  if (kept) store.load(kept);
  else replace(initial);

  const clock = createSettableClock(recordClock);
  const limits = new Limits(baseClock, rates === "off" ? undefined : rates === "real" ? realRates : rates);
  const faults = new Faults();
  const rewrites = new Rewrites();
  const log = new RequestLog();
  const sessions = createSessions();
  const sequence = createRandom(1);
  const inProgress = new InProgress(closing);
  const reset = () => {
    replace(initialState());
    clock.reset();
    limits.reset();
    faults.reset();
    rewrites.clear();
    log.clear();
    sessions.reset();
    sequence.reset();
    inProgress.end();
  };
  const restore = (snapshot: Snapshot) => replace(checkedSnapshot(snapshot));
  const random = options.random ?? sequence.next;
  const tools = { limits, faults, rewrites, sessions, log, inProgress };
  return { store, keys, clock, baseClock, random, ...tools, restore, reset, settings };
}
