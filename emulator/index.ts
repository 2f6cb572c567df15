import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { findNodeProblem } from "../model/versions.ts";
import type { Controls } from "./control/controls.ts";
import { createControls } from "./control/create-controls.ts";
import { createEmulation } from "./emulation.ts";
import { checkOptions, type EmulatorOptions } from "./options.ts";
import { basePath } from "./route.ts";
import { createApp, listen } from "./server.ts";
import { DataFile } from "./state/data-file.ts";

export type { ApiKey, Role } from "./api-key.ts";
export type { Clock, SettableClock } from "./clock.ts";
export type { Controls, EventDraft, PanelRequest, Selection, SelfService } from "./control/controls.ts";
export { documentedOnly, type EmulatorAssumptions, type FieldDifference } from "./differences/assumptions.ts";
export type { Notification } from "./events/outbox.ts";
export type { HubStatus, HubUptime, UptimeRange } from "./events/reading.ts";
export type { Fault, Faults } from "./faults.ts";
export type { Rates } from "./http/limits.ts";
export type { LoggedRequest } from "./http/request-log.ts";
export type { EmulatorOptions } from "./options.ts";
export type { Preset, PresetHub } from "./preset/schema.ts";
export type { NewHub } from "./resources/hub.ts";
export type { Snapshot } from "./tables/index.ts";

/** A running emulator of the API on loopback. */
export interface Emulator extends Controls {
  /** Base URL of the API, such as `http://127.0.0.1:4180/api/v3`. */
  readonly url: string;
  /** Address of the list of public pages, such as `http://127.0.0.1:4180`. A hub is at `<pageUrl>/hubs/<subdomain>`. */
  readonly pageUrl: string;
  /** Address of the controls, such as `http://127.0.0.1:4180/_emulator`. */
  readonly controlUrl: string;
  /** An API key with full access; the preset's first key if none has it. */
  readonly apiKey: string;
  /** Closes every connection and releases the data file. */
  close(): Promise<void>;
}

/**
 * Starts an emulator of the StatusHub Management API v3 on 127.0.0.1.
 *
 * @example
 * ```ts
 * const emulator = await createEmulator({ limits: "off" });
 * const response = await fetch(`${emulator.url}/hubs/acme`, { headers: { "X-API-KEY": emulator.apiKey } });
 * await emulator.close();
 * ```
 */
export async function createEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const problem = findNodeProblem(process.versions.node);
  if (problem !== undefined) throw new Error(problem);
  checkOptions(options);
  const file = options.data === undefined ? undefined : new DataFile(options.data);
  try {
    return await start(options, file);
  } catch (error) {
    file?.close();
    throw error;
  }
}

async function start(options: EmulatorOptions, file: DataFile | undefined): Promise<Emulator> {
  const emulation = createEmulation(options, file);
  const server = await listen(createApp(emulation), options.port ?? 0);
  const close = async () => {
    emulation.endRequests();
    const ended = once(server, "close");
    server.close();
    server.closeAllConnections();
    await ended;
    file?.close();
  };
  let closed: Promise<void> | undefined;
  // A server that listens on a port has an address with one.
  const pageUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Assigned instead of spread, because spreading would copy the current list of requests.
  return Object.assign(createControls(emulation), {
    url: pageUrl + basePath,
    pageUrl,
    controlUrl: `${pageUrl}/_emulator`,
    apiKey: emulation.keys.first,
    close: () => {
      closed ??= close();
      return closed;
    },
  });
}
