import type { EmulatorOptions } from "../../../../emulator/index.ts";
import type { Declared } from "../../../../model/api/form.ts";
import { maintenance } from "../../../../model/kinds/maintenance.ts";
import { startScene } from "../scene.ts";

const clock = { now: () => Date.UTC(2026, 11, 1) };
export const once = {
  title: "Patching",
  startTime: "2026-12-06T02:00:00Z",
  endTime: "2026-12-06T03:00:00Z",
  serviceStatuses: [{ service: "1", status: "degraded-performance" }],
};
export const weekly = { interval: "weekly", options: { enabledDays: "sunday" }, endOn: "2027-01-31T00:00:00Z" };
export const notices = [{ offsetInMin: -1440, offsetType: "start" }];
export const series = { ...once, repeat: weekly, notifications: notices };
export const following = { recurring: { update_following: true } };

export const start = (options: EmulatorOptions = {}) => startScene(maintenance, { clock, ...options });

export async function startMade(declared: Declared = series, options: EmulatorOptions = {}) {
  const scene = await start(options);
  const made = await scene.create(declared);
  const writes = scene.takeWrites();
  return { scene, made, writes };
}
