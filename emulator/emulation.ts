import { KeyRing } from "./api-key.ts";
import { type Clock, createSettableClock, type SettableClock, steadyClock, timeOfDay } from "./clock.ts";
import { Differences } from "./differences/index.ts";
import { Faults } from "./faults/fault.ts";
import { createRandom } from "./faults/random.ts";
import { InProgress } from "./http/in-progress.ts";
import { Limits, realRates } from "./http/limits.ts";
import { RequestLog } from "./http/request-log.ts";
import { type EmulatorOptions, toSettings } from "./options.ts";
import { accountOf } from "./preset/account.ts";
import { defaultKeys, defaultPreset } from "./preset/default.ts";
import { checkPreset } from "./preset/file.ts";
import type { Settings } from "./settings.ts";
import type { DataFile } from "./state/data-file.ts";
import { checkedSnapshot, type Snapshot, Store } from "./state/store.ts";

/** All parts of an emulator except its server. */
export interface Emulation {
  readonly store: Store;
  readonly keys: KeyRing;
  /** The time of the records. */
  readonly clock: SettableClock;
  /** The time at which requests arrive. */
  readonly baseClock: Clock;
  /** Returns numbers from 0 up to 1, in the same sequence after every reset. */
  readonly random: () => number;
  readonly limits: Limits;
  readonly faults: Faults;
  readonly differences: Differences;
  readonly log: RequestLog;
  readonly settings: Settings;
  /** Ended when the emulator is reset or closed. */
  readonly inProgress: InProgress;
  restore(snapshot: Snapshot): void;
  /** Resets everything to how it was after creation, see `Controls`. */
  reset(): void;
}

interface Resources {
  readonly file: DataFile | undefined;
  readonly closing: AbortSignal;
}

/** Creates an emulation with the records of the file, or of the preset if the file has none yet. */
export function createEmulation(options: EmulatorOptions, { file, closing }: Resources): Emulation {
  const { clock: baseClock = steadyClock, limits: rates = "real" } = options;
  checkPreset(options.preset ?? defaultPreset);
  const recordClock = options.clock ?? timeOfDay;
  // A copy, so that every reset restores the same state even if the caller changes the object.
  const preset = structuredClone(options.preset ?? defaultPreset);
  const keys = new KeyRing(preset.keys ?? defaultKeys);
  const settings: Settings = {
    ...toSettings(options),
    // Also applies to a restore in the control panel, which other differences don't concern.
    get restoredId() {
      return differences.is("restored-id", "new") ? "new" : "same";
    },
  };
  const store = new Store(() => file?.write(store.snapshot()));
  const replace = (snapshot: Snapshot) => {
    // The file comes first, so that a failure changes neither.
    file?.write(snapshot);
    store.load(snapshot);
  };
  const fromPreset = () => accountOf(preset, { clock: createSettableClock(recordClock), keys, settings });
  // Also done if records are loaded from a file, so that mistakes in the preset show up now instead of at a reset.
  const initial = fromPreset();
  const kept = file?.read();
  if (kept) store.load(kept);
  else replace(initial);
  // Rows don't change, so the file's are still those with which the emulator started. A preset that somebody names goes first.
  const initialState = () => (kept && options.preset === undefined ? kept : fromPreset());

  const clock = createSettableClock(recordClock);
  const limits = new Limits(baseClock, rates === "off" ? undefined : rates === "real" ? realRates : rates);
  const faults = new Faults();
  const differences = new Differences(options.assume ?? {}, { store, now: () => clock.now() });
  const log = new RequestLog();
  const sequence = createRandom(1);
  const inProgress = new InProgress(closing);
  const reset = () => {
    replace(initialState());
    clock.reset();
    limits.reset();
    faults.reset();
    differences.reset();
    log.clear();
    sequence.reset();
    inProgress.end();
  };
  const restore = (snapshot: Snapshot) => replace(checkedSnapshot(snapshot));
  const tools = { limits, faults, differences, log, inProgress };
  return { store, keys, clock, baseClock, random: sequence.next, ...tools, restore, reset, settings };
}
