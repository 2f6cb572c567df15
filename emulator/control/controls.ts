import type { SettableClock } from "../clock.ts";
import type { EmulatorAssumptions } from "../differences/assumptions.ts";
import type { Emulation } from "../emulation.ts";
import { createReadings, type Readings } from "../events/reading.ts";
import type { Faults } from "../faults/fault.ts";
import type { Rates } from "../http/limits.ts";
import type { LoggedRequest } from "../http/request-log.ts";
import type { Snapshot } from "../state/store.ts";
import { createTemplates, type Templates } from "./apply-template.ts";
import { createEdits, type Edits } from "./edits.ts";
import { createHubSettings, type HubSettings } from "./hub-setting.ts";
import { createPanel, type Panel } from "./panel.ts";
import { createSelfService, type SelfService } from "./self-service.ts";

/** Controls for tests, in the same process and over HTTP, for what the API doesn't offer. */
export interface Controls extends Edits, Panel, Readings, HubSettings, Templates {
  /** Requests to the API so far, oldest first: at least the last 50,000, or the last 16 MiB if they are long. */
  readonly requests: readonly LoggedRequest[];
  clearRequests(): void;
  /** Changes that recipients of subscriptions make themselves. */
  readonly selfService: SelfService;
  /** Faults that tests inject. */
  readonly faults: Faults;
  /** How the service differs: from our guesses about the API, and in single fields. */
  readonly assumptions: EmulatorAssumptions;
  /** Replaces the assumptions; `{}` ends all. */
  assume(assumptions: EmulatorAssumptions): void;
  /** The time of the records. */
  readonly clock: SettableClock;
  /** Simulates another client with the same API keys that uses this much of every second from now on; `{}` ends it. */
  setOtherClient(taken: Partial<Rates>): void;
  snapshot(): Snapshot;
  /** Replaces all records with those of a snapshot. */
  restore(snapshot: Snapshot): void;
  /**
   * Resets the emulator to its state after creation, but to the records of the preset if there is one. Cuts off requests in
   * progress.
   */
  reset(): void;
}

export const createControls = (emulation: Emulation): Controls => ({
  ...createEdits(emulation),
  ...createPanel(emulation),
  ...createReadings(emulation),
  ...createHubSettings(emulation),
  ...createTemplates(emulation),
  get requests() {
    return emulation.log.entries;
  },
  clearRequests: () => emulation.log.clear(),
  selfService: createSelfService(emulation),
  faults: emulation.faults,
  get assumptions() {
    return emulation.differences.assumed;
  },
  assume: (assumptions) => emulation.differences.assume(assumptions),
  clock: emulation.clock,
  setOtherClient: (taken) => emulation.limits.setOtherClient(taken),
  snapshot: () => structuredClone(emulation.store.snapshot()),
  restore: (snapshot) => emulation.restore(snapshot),
  reset: () => emulation.reset(),
});
