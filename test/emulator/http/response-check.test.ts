import { expect, it } from "vitest";
import { checkResponse } from "../../../emulator/http/response-check.ts";
import { createService, startEmulator } from "../emulation.ts";
import { createIncident } from "../scene.ts";

it("an edit to a value that isn't documented is named in the response", async () => {
  const api = await startEmulator();
  await createService(api);
  await createIncident(api);
  api.emulator.edit("incident_updates", 1, { state: "secret" });
  const path = "/hubs/acme/incidents/1/incident_updates/1";
  expect(await api.get(path)).toMatchObject({
    status: 500,
    body: { error: expect.stringMatching(/an edit.*at state/s) },
  });
});

it("a response that isn't as documented is detected", async () => {
  const service = await createService(await startEmulator());
  const page = { current_page: 1, page_count: 1, per_page: 25, total: 1, data: [service] };
  const check = (name: "getService" | "listServices", response: unknown) => () => checkResponse(name, response);
  check("getService", service)();
  check("listServices", page)();
  expect(check("getService", { ...service, id: "1" })).toThrow("getService");
  expect(check("getService", { ...service, extra: 1 })).toThrow("extra");
  expect(check("getService", { ...service, flags: { deleted: false } })).toThrow("archived");
  expect(check("getService", { ...service, created_at: "today" })).toThrow("created_at");
  expect(check("listServices", { ...page, data: [{ ...service, name: null }] })).toThrow("name");
  expect(check("listServices", { ...page, page_count: 0 })).toThrow("page_count");
});
