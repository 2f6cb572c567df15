import { type Api, createService, startEmulator } from "../emulation.ts";

export const subscriptions = "/hubs/acme/subscriptions";
export const all = { all: true };

/** An emulator with services 1 and 2 in hub acme. */
export async function withServices(options = {}): Promise<Api> {
  const api = await startEmulator({ ...options, clock: { now: () => Date.UTC(2026, 0, 1) } });
  for (const name of ["API", "Web"]) await createService(api, { name });
  return api;
}

export const webhook = (fields: object = {}) => ({
  address: "https://example.com/hook",
  method_name: "webhook",
  services_selection: all,
  ...fields,
});
