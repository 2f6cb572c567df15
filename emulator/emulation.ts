import { KeyRing } from "./api-key.ts";
import type { Settings } from "./call.ts";
import { type Clock, SettableClock, steadyClock, timeOfDay } from "./clock.ts";
import { Differences } from "./differences/index.ts";
import { Faults } from "./faults.ts";
import type { Followed } from "./followed.ts";
import { Limits, type Rates, realRates } from "./http/limits.ts";
import { RequestLog } from "./http/request-log.ts";
import type { EmulatorOptions } from "./options.ts";
import { accountOf, defaultKeys, defaultPreset } from "./preset/account.ts";
import { checkPreset } from "./preset/schema.ts";
import type { DataFile } from "./state/data-file.ts";
import { type AccountStore, createStore, type Snapshot } from "./tables/index.ts";

/** All parts of an emulator except its server. */
export interface Emulation {
  readonly store: AccountStore;
  readonly keys: KeyRing;
  /** The time of the records. */
  readonly clock: SettableClock;
  /** The time at which requests arrive. */
  readonly baseClock: Clock;
  readonly limits: Limits;
  readonly faults: Faults;
  readonly differences: Differences;
  readonly log: RequestLog;
  readonly settings: Settings;
  /** Gets to know what follows from guesses. */
  readonly note: ((followed: Followed) => void) | undefined;
  /** Aborts the requests that have arrived but have no response yet, when the emulator is reset or closed. */
  readonly inProgress: AbortSignal;
  endRequests(): void;
  restore(snapshot: Snapshot): void;
  /** Resets everything to how it was after creation, see `Controls`. */
  reset(): void;
}

/** Creates an emulation with the records of the file, or of the preset if the file has none yet. */
export function createEmulation(
  options: EmulatorOptions,
  file?: DataFile,
  note?: (followed: Followed) => void,
): Emulation {
  const { clock: baseClock = steadyClock, limits: rates = "real", strict = false, seriesDays = 366 } = options;
  const recordClock = options.clock ?? timeOfDay;
  checkPreset(options.preset ?? defaultPreset);
  // A copy, so that every reset restores the same state even if the caller changes the object.
  const preset = structuredClone(options.preset ?? defaultPreset);
  const keys = new KeyRing(preset.keys ?? defaultKeys);
  const settings: Settings = {
    strict,
    seriesDays,
    seriesClock: "utc",
    // Also applies to a restore in the control panel, which other differences don't concern. Only read once all parts are there.
    get restoredId() {
      return differences.is("restored-id", "new") ? "new" : "same";
    },
  };
  const presetRecords = () => accountOf(preset, { clock: recordClock, keys, settings });

  const store = createStore(() => file?.write(store.snapshot()));
  /*
   * Whose records the emulator has:
   *
   * | the file has records | a preset is named | at the start | after a reset           |
   * | -------------------- | ----------------- | ------------ | ----------------------- |
   * | no, or no file       | -                 | the preset's | the preset's            |
   * | yes                  | no                | the file's   | the file's at the start |
   * | yes                  | yes               | the file's   | the preset's            |
   */
  const replace = (records: Snapshot) => {
    // The file comes first, so that a failure changes neither.
    file?.write(records);
    store.load(records);
  };
  // Built in any case, so that mistakes in the preset show up now instead of at a reset.
  const presetAtStart = presetRecords();
  const fileAtStart = file?.read((state) => store.checked(state));
  if (fileAtStart === undefined) replace(presetAtStart);
  else store.load(fileAtStart);
  const isPresetNamed = options.preset !== undefined;
  const recordsAfterReset = (): Snapshot => {
    if (isPresetNamed || fileAtStart === undefined) return presetRecords();
    // No row is changed in place, so these are still the records of the start.
    return fileAtStart;
  };

  const clock = new SettableClock(recordClock);
  const limits = new Limits(baseClock, ratesOf(rates));
  const faults = new Faults();
  // Made after the records are loaded, because it notes from now on what lists show at each moment.
  const differences = new Differences(options.assume ?? {}, { store, now: () => clock.now() });
  const log = new RequestLog();
  let inProgress = new AbortController();
  return {
    store,
    keys,
    clock,
    baseClock,
    limits,
    faults,
    differences,
    log,
    settings,
    note,
    get inProgress() {
      return inProgress.signal;
    },
    endRequests: () => inProgress.abort(),
    restore: (snapshot) => replace(store.checked(snapshot)),
    reset: () => {
      replace(recordsAfterReset());
      clock.reset();
      limits.reset();
      faults.reset();
      differences.reset();
      log.clear();
      inProgress.abort();
      inProgress = new AbortController();
    },
  };
}

/** @returns undefined if the emulator limits nothing */
function ratesOf(limits: NonNullable<EmulatorOptions["limits"]>): Rates | undefined {
  if (limits === "off") return undefined;
  return limits === "real" ? realRates : limits;
}
