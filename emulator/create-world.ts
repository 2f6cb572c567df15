import { createSessions } from "./access/session.ts";
import { type Clock, createSettableClock, steadyClock, timeOfDay } from "./clock.ts";
import { Faults } from "./faults/fault.ts";
import { createRandom } from "./faults/random.ts";
import { Rewrites } from "./faults/rewrite.ts";
import { InProgress } from "./http/in-progress.ts";
import { Limits, type Rates, realRates } from "./http/limits.ts";
import { RequestLog } from "./http/request-log.ts";
import { KeyRing } from "./key-ring.ts";
import type { EmulatorOptions } from "./options.ts";
import { accountOf } from "./preset/account.ts";
import { defaultPreset } from "./preset/default.ts";
import { checkPreset } from "./preset/file.ts";
import type { Preset } from "./preset/schema.ts";
import type { Settings } from "./settings.ts";
import type { DataFile } from "./state/data-file.ts";
import { checkedSnapshot } from "./state/snapshot.ts";
import { type Snapshot, Store } from "./state/store.ts";
import type { World } from "./world.ts";

interface Surroundings {
  readonly file: DataFile | undefined;
  readonly closing: AbortSignal;
}

/** An emulator but for its server. Its records are those of the file or, where that has none yet, of the preset. */
export function createWorld(options: EmulatorOptions, { file, closing }: Surroundings): World {
  const { clock: baseClock = steadyClock, limits: rates = "real" } = options;
  checkPreset(options.preset ?? defaultPreset);
  const recordClock = options.clock ?? timeOfDay;
  // A copy, so that every reset is the same, whatever becomes of the object.
  const preset = structuredClone(options.preset ?? defaultPreset);
  const keys = new KeyRing(preset);
  const settings = toSettings(options);
  const records = createRecords(preset, { file, recordClock, keys, settings });
  const clock = createSettableClock(recordClock);
  const limits = new Limits(baseClock, toRates(rates));
  const faults = new Faults();
  const rewrites = new Rewrites();
  const log = new RequestLog();
  const sessions = createSessions();
  const sequence = createRandom(1);
  const inProgress = new InProgress(closing);
  const reset = () => {
    records.reset();
    clock.reset();
    limits.reset();
    faults.reset();
    rewrites.clear();
    log.clear();
    sessions.reset();
    sequence.reset();
    inProgress.end();
  };
  const { store, restore } = records;
  const random = options.random ?? sequence.next;
  const tools = { limits, faults, rewrites, sessions, log, inProgress };
  return { store, keys, clock, baseClock, random, ...tools, restore, reset, settings };
}

interface RecordSources {
  readonly file: DataFile | undefined;
  readonly recordClock: Clock;
  readonly keys: KeyRing;
  readonly settings: Settings;
}

function createRecords(preset: Preset, { file, recordClock, keys, settings }: RecordSources) {
  const store = new Store((changes) => file?.append(changes));
  const replace = (snapshot: Snapshot) => {
    // First in the file, so that a failure leaves both as they were.
    file?.replace(snapshot);
    store.load(snapshot);
  };
  const restore = (snapshot: Snapshot) => replace(checkedSnapshot(snapshot));
  const initialState = () => accountOf(preset, { clock: createSettableClock(recordClock), keys, settings });
  const reset = () => replace(initialState());
  // Also where records are kept, so that what is wrong in the preset shows now and not at a reset.
  const initial = initialState();
  const kept = file?.read();
  if (kept) store.load(kept);
  else replace(initial);
  return { store, restore, reset };
}

const toRates = (limits: "real" | "off" | Rates): Rates | undefined =>
  limits === "off" ? undefined : limits === "real" ? realRates : limits;

const toSettings = ({ strict, documentedOnly, restore, lists, seriesDays }: EmulatorOptions): Settings => ({
  strict: strict ?? false,
  inferredStatus: documentedOnly === 405 ? 405 : documentedOnly ? 404 : undefined,
  restore: restore ?? "same-id",
  lists: lists ?? "basic",
  seriesDays: seriesDays ?? 366,
});
