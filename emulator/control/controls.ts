import type { SettableClock } from "../clock.ts";
import type { Emulation } from "../emulation.ts";
import { createReadings, type Readings } from "../events/reading.ts";
import type { Faults } from "../faults/fault.ts";
import type { Rewrites } from "../faults/rewrite.ts";
import type { Rates } from "../http/limits.ts";
import type { LoggedRequest } from "../http/request-log.ts";
import type { Snapshot } from "../state/store.ts";
import { createTemplates, type Templates } from "./apply-template.ts";
import { createEdits, type Edits } from "./edits.ts";
import { createHubSettings, type HubSettings } from "./hub-setting.ts";
import { createPanel, type Panel } from "./panel.ts";
import { createSelfService, type SelfService } from "./self-service.ts";

/** Controls for tests, in the same process and over HTTP: everything that the API does not offer. */
export interface Controls extends Edits, Panel, Readings, HubSettings, Templates {
  /** The requests of the API so far, oldest first: the last 50,000 at least, of long ones those of the last 16 MiB. */
  readonly requests: readonly LoggedRequest[];
  clearRequests(): void;
  /** Changes that recipients of subscriptions make themselves. */
  readonly selfService: SelfService;
  /** Failures on demand. */
  readonly faults: Faults;
  /** Which fields the server returns in another form, leaves out of responses, or does not keep. */
  readonly rewrites: Rewrites;
  /** The time of the records. */
  readonly clock: SettableClock;
  /** Another client with the same keys takes this much of every second from now on; `{}` ends it. */
  setOtherClient(taken: Partial<Rates>): void;
  /** All records, as plain data for `restore`. */
  snapshot(): Snapshot;
  /** Replaces all records by those of a snapshot. */
  restore(snapshot: Snapshot): void;
  /** Back to the start: the emulator then equals a new one with the same options. Cuts off requests in progress. */
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
  rewrites: emulation.rewrites,
  clock: emulation.clock,
  setOtherClient: (taken) => emulation.limits.setOtherClient(taken),
  snapshot: () => structuredClone(emulation.store.snapshot()),
  restore: (snapshot) => emulation.restore(snapshot),
  reset: () => emulation.reset(),
});
