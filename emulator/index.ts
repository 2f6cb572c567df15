import type { SettableClock } from "./clock.ts";
import { createTemplates, type Templates } from "./control/apply-template.ts";
import { createEdits, type Edits } from "./control/edits.ts";
import { createHubSettings, type HubSettings } from "./control/hub-setting.ts";
import { createPanel, type Panel } from "./control/panel.ts";
import { createSelfService, type SelfService } from "./control/self-service.ts";
import { createEmulation } from "./emulation.ts";
import { createReadings, type Readings } from "./events/reading.ts";
import type { Faults } from "./faults/fault.ts";
import type { Rewrites } from "./faults/rewrite.ts";
import type { Rates } from "./http/limits.ts";
import { listen } from "./http/listen.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { createApp } from "./http/server.ts";
import { checkOptions, type EmulatorOptions } from "./options.ts";
import { basePath } from "./route.ts";
import { DataFile } from "./state/data-file.ts";
import type { Snapshot } from "./state/store.ts";

export type { ApiKey, Role } from "./api-key.ts";
export type { Clock, SettableClock } from "./clock.ts";
export type { EventDraft, Templates } from "./control/apply-template.ts";
export type { Edits } from "./control/edits.ts";
export type { Access, HubSettings } from "./control/hub-setting.ts";
export type { Panel, PanelRequest } from "./control/panel.ts";
export type { Selection, SelfService } from "./control/self-service.ts";
export type { Notification } from "./events/outbox.ts";
export type { HubStatus, HubUptime, Readings, UptimeRange } from "./events/reading.ts";
export type { Fault, Faults } from "./faults/fault.ts";
export type { Rewrite, RewriteKind, Rewrites } from "./faults/rewrite.ts";
export type { Rates } from "./http/limits.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { EmulatorOptions } from "./options.ts";
export type { Preset, PresetHub } from "./preset/schema.ts";
export type { NewHub } from "./resources/hub.ts";
export type { Snapshot } from "./state/store.ts";

/** A running emulator of the whole API on loopback. */
export interface Emulator extends Edits, Panel, Readings, HubSettings, Templates {
  /** Base URL of the API, such as `http://127.0.0.1:4180/api/v3`. */
  readonly url: string;
  /** Where the public page is, such as `http://127.0.0.1:4180`. */
  readonly pageUrl: string;
  /** Where the controls are, such as `http://127.0.0.1:4180/_emulator`. */
  readonly controlUrl: string;
  /** A key that may do everything; the first key of a preset that has none. */
  readonly apiKey: string;
  /** The requests of the API so far, oldest first: the last 50,000 at least, of long ones those of the last 16 MiB. */
  readonly requests: readonly LoggedRequest[];
  clearRequests(): void;
  /** What the recipients of subscriptions do themselves. */
  readonly selfService: SelfService;
  /** Failures on demand. */
  readonly faults: Faults;
  /** Which fields the server spells otherwise, leaves out of responses, or does not keep. */
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
  /** Ends every connection and releases the data file. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the StatusHub Management API v3 on 127.0.0.1.
 *
 * @example
 * ```ts
 * const emulator = await createEmulator({ limits: "off" });
 * const answer = await fetch(`${emulator.url}/hubs/acme`, { headers: { "X-API-KEY": emulator.apiKey } });
 * await emulator.close();
 * ```
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  checkOptions(options);
  const file = options.data === undefined ? undefined : await DataFile.open(options.data);
  try {
    return await start(options, file);
  } catch (error) {
    file?.close();
    throw error;
  }
}

async function start(options: EmulatorOptions, file: DataFile | undefined): Promise<Emulator> {
  const closing = new AbortController();
  const emulation = createEmulation(options, { file, closing: closing.signal });
  const server = await listen(createApp(emulation), options.port ?? 0);
  const close = async () => {
    closing.abort();
    await server.close();
    file?.close();
  };
  let closed: Promise<void> | undefined;
  const pageUrl = `http://127.0.0.1:${server.port}`;
  return {
    ...createEdits(emulation),
    ...createPanel(emulation),
    ...createReadings(emulation),
    ...createHubSettings(emulation),
    ...createTemplates(emulation),
    url: pageUrl + basePath,
    pageUrl,
    controlUrl: `${pageUrl}/_emulator`,
    apiKey: emulation.keys.first,
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
    close: () => {
      closed ??= close();
      return closed;
    },
  };
}
