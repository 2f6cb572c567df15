import type { Api, Response } from "../emulation.ts";
import { createService, startEmulator } from "../emulation.ts";

export const maintenances = "/hubs/acme/maintenances";

/**
 * An emulator at 2026-01-01 00:00 with services 1 to 3 in groups 1 to 3 of hub acme, and a function to move its time.
 */
export async function withServices(options = {}): Promise<Api> {
  const api = await startEmulator({ ...options, clock: { now: () => Date.UTC(2026, 0, 1) } });
  for (const group_id of [1, 2, 3]) await createService(api, { group_id, name: `Service ${group_id}` });
  return api;
}

/** A body of POST: on service 1, on Sunday 2026-03-01 from 02:00 to 03:00. */
export const maintenance = (fields: object = {}) => ({
  title: "Patching",
  start_time: "2026-03-01T02:00:00Z",
  end_time: "2026-03-01T03:00:00Z",
  service_statuses: [{ service_id: 1, status: "down" }],
  ...fields,
});

export const created = async (api: Api, fields: object = {}): Promise<Response["body"]> =>
  (await api.post(maintenances, maintenance(fields))).body;

/** The days and hours on which the maintenances of the list start, oldest first. */
export async function startsOf(api: Api, query = ""): Promise<string[]> {
  const { body } = await api.get(`${maintenances}?per_page=100&${query}`);
  return body.data.map(({ start_time }: { start_time: string }) => start_time.slice(0, 13)).toReversed();
}
