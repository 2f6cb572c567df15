import type { Emulator, EmulatorOptions } from "../../../emulator/index.ts";
import type { Declared } from "../../engine-model/program.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { createKeys } from "../preview/rehearsal.ts";

/*
 * A small page, and what programs declare on it.
 */

export const now = Date.parse("2126-03-01T00:00:00Z");
export const keys = createKeys(4_000);

export const declare = (name: string, kind: string, args: object): Declared => ({
  name,
  kind,
  args: { hub: "acme", ...args },
});

const hub = declare("hub", "Hub", { subdomain: "acme" });
export const page: Declared = { ...hub, args: { subdomain: "acme" } };
export const service = (name: string, more: object = {}) => declare(name, "Service", { groupId: 1, name, ...more });
export const maintenance = (name: string, more: object = {}) =>
  declare(name, "Maintenance", {
    title: "Patching",
    startTime: "2126-03-06T02:00:00Z",
    endTime: "2126-03-06T03:00:00Z",
    serviceStatuses: [{ service: "1", status: "down" }],
    ...more,
  });
export const weekly = { repeat: { interval: "weekly", endOn: "2126-04-15T00:00:00Z" } };
export const over = { startTime: "2126-02-01T02:00:00Z", endTime: "2126-02-01T03:00:00Z" };

interface PageOptions extends EmulatorOptions {
  readonly keys?: typeof keys;
}

/** Each look at the clock takes a second, so that what is deleted after a message has got it. */
export function startPage({ keys: own = keys, ...options }: PageOptions = {}): Promise<Emulator> {
  let looks = 0;
  return temporaryEmulator({
    preset: { hubs: [{ subdomain: "acme", name: "Acme", groups: ["1"] }], keys: own.preset },
    seriesDays: 60,
    clock: { now: () => now + 1000 * looks++ },
    ...options,
  });
}
