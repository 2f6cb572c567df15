import type { Api, Response } from "../emulation.ts";
import { createService, startEmulator } from "../emulation.ts";

export const incidents = "/hubs/acme/incidents";
export const start = "2026-01-01T10:00:00Z";

/** An emulator at 2026-01-02 00:00 with services 1 to 3 in groups 1 to 3 of hub acme. */
export async function withServices(): Promise<Api> {
  const api = await startEmulator({ clock: { now: () => Date.UTC(2026, 0, 2) } });
  for (const group_id of [1, 2, 3]) await createService(api, { group_id, name: `Service ${group_id}` });
  return api;
}

export const down = (service_id = 1) => [{ service_id, status: "down" }];

export const incident = (fields: object = {}) => ({
  title: "API is down",
  start_time: start,
  incident_type: "investigating",
  service_statuses: down(),
  ...fields,
});

export const created = async (api: Api, fields: object = {}): Promise<Response["body"]> =>
  (await api.post(incidents, incident(fields))).body;

export const resolve = (api: Api, id: number, fields: object = {}) =>
  api.post(`${incidents}/${id}/incident_updates`, {
    title: "Resolved",
    start_time: "2026-01-01T12:00:00Z",
    incident_type: "resolved",
    ...fields,
  });
