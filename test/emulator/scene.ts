import { test } from "vitest";
import type { Emulator } from "../../emulator/index.ts";
import { type Api, createService, type Response, startEmulator } from "./emulation.ts";

export const incidents = "/hubs/acme/incidents";
export const maintenances = "/hubs/acme/maintenances";
export const subscriptions = "/hubs/acme/subscriptions";

/** An emulator at 2026-01-02 00:00 with services 1 to 3 in groups 1 to 3 of hub acme. */
export async function withServices(options: object = {}): Promise<Api> {
  const api = await startEmulator({ clock: { now: () => Date.UTC(2026, 0, 2) }, ...options });
  for (const group_id of [1, 2, 3]) await createService(api, { group_id, name: `Service ${group_id}` });
  return api;
}

/** A test that may take an emulator of its own with services, `api`. */
export const it = test.extend("api", () => withServices());

export const down = (service_id = 1) => [{ service_id, status: "down" }];

/** Creates service 1 on hub acme, and these records, in the control panel: without requests of the API. */
export function fillHub(emulator: Emulator, records: readonly [create: Operation, body: object][] = []): void {
  const params = { subdomain: "acme" };
  for (const [create, body] of [["createService", { group_id: 1, name: "API" }] as const, ...records])
    emulator.perform(create, { params, body });
}

type Operation = Parameters<Emulator["perform"]>[0];

/** A body of POST. The incident is on service 1 and starts on 2026-01-01 at 10:00. */
export const incident = (fields: object = {}) => ({
  title: "API is down",
  start_time: "2026-01-01T10:00:00Z",
  incident_type: "investigating",
  service_statuses: down(),
  ...fields,
});

export const createIncident = async (api: Api, fields: object = {}): Promise<Response["body"]> =>
  (await api.post(incidents, incident(fields))).body;

/** Adds an update at 11:00. */
export const updateIncident = (api: Api, id: number, fields: object = {}): Promise<Response> =>
  api.post(`${incidents}/${id}/incident_updates`, {
    title: "Still on it",
    start_time: "2026-01-01T11:00:00Z",
    incident_type: "identified",
    ...fields,
  });

/** Adds the update that resolves an incident, at 12:00. */
export const resolveIncident = (api: Api, id: number, fields: object = {}): Promise<Response> =>
  updateIncident(api, id, {
    title: "Resolved",
    start_time: "2026-01-01T12:00:00Z",
    incident_type: "resolved",
    ...fields,
  });

/** A body of POST. The maintenance is on service 1, on Sunday 2026-03-01 from 02:00 to 03:00. */
export const maintenance = (fields: object = {}) => ({
  title: "Patching",
  start_time: "2026-03-01T02:00:00Z",
  end_time: "2026-03-01T03:00:00Z",
  service_statuses: down(),
  ...fields,
});

export const createMaintenance = async (api: Api, fields: object = {}): Promise<Response["body"]> =>
  (await api.post(maintenances, maintenance(fields))).body;

/** Creates a maintenance on service 1, on 2026-01-03 from 10:00 to 12:00, and returns its ID. */
export async function upgrade(api: Api, fields: object = {}): Promise<number> {
  const period = { start_time: "2026-01-03T10:00:00Z", end_time: "2026-01-03T12:00:00Z" };
  return Number((await createMaintenance(api, { title: "Upgrade", ...period, ...fields })).id);
}

export const webhook = (fields: object = {}) => ({
  address: "https://example.com/hook",
  method_name: "webhook",
  services_selection: { all: true },
  ...fields,
});

/** A body of POST for the address a@example.com. */
export const email = (fields: object = {}) => webhook({ address: "a@example.com", method_name: "email", ...fields });
