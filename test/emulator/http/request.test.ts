import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect } from "vitest";
import { largestBody } from "../../../emulator/http/body.ts";
import { checkResponse } from "../../../emulator/http/response-check.ts";
import { documentedOnly } from "../../../emulator/index.ts";
import { type Api, createService, it, startEmulator } from "../emulation.ts";
import { createIncident, subscriptions, webhook } from "../scene.ts";

const send = (api: Api, path: string, init: RequestInit) =>
  fetch(api.emulator.url + path, { ...init, headers: { "X-API-KEY": api.emulator.apiKey, ...init.headers } });

const json = { "Content-Type": "application/json" };

describe("a request", () => {
  it("[VER-01] is served under /api/v3", async ({ api: { emulator } }) => {
    expect(new URL(emulator.url).pathname).toBe("/api/v3");
    expect((await fetch(`${emulator.pageUrl}/api/v2/hubs`)).status).toBe(404);
  });

  it("[COM-01] sends and returns JSON", async ({ api }) => {
    const { headers } = await api.get("/hubs");
    expect(headers.get("content-type")).toBe("application/json");
    const body = JSON.stringify({ name: "x" });
    const types = ["text/plain", "application/x-www-form-urlencoded", "application/jsonx"];
    for (const type of types) {
      const response = await send(api, "/hubs/acme", { method: "PUT", body, headers: { "Content-Type": type } });
      expect(response.status).toBe(415);
    }
    const charset = { "Content-Type": "Application/JSON; charset=utf-8" };
    expect((await send(api, "/hubs/acme", { method: "PUT", body, headers: charset })).status).toBe(200);
  });

  const bytes = (...middle: number[]) =>
    Buffer.concat([Buffer.from('{"name":"'), Buffer.from(middle), Buffer.from('"}')]);

  it.for<[what: string, problem: string, bodies: (string | Buffer)[]]>([
    ["isn't JSON", "is not valid JSON", ["", "{", '{"name": }', "<html>"]],
    ["isn't an object", "must be a JSON object", ["[]", "1", "null", '"x"']],
    // Latin-1, a surrogate half, and an overlong form.
    ["isn't UTF-8", "is not valid UTF-8", [bytes(0xe9), bytes(0xed, 0xa0, 0x80), bytes(0xc0, 0x80)]],
    ["is deeply nested", "is nested too deeply", [`{"name": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`]],
    ["has a number that no file could hold", "contains a number that is too large", ['{"a": [1e999]}']],
  ])("whose body %s is rejected", async ([_, problem, bodies], { api }) => {
    for (const body of bodies) {
      const response = await send(api, "/hubs/acme", { method: "PUT", body, headers: json });
      expect([response.status, await response.json()]).toEqual([400, { error: `the body ${problem}` }]);
    }
    expect((await api.get("/hubs/acme")).body.name).toBe("Acme");
  });

  it("with a huge body is rejected, with or without a Content-Length", async ({ api }) => {
    const body = JSON.stringify({ name: "x".repeat(largestBody) });
    expect((await send(api, "/hubs/acme", { method: "PUT", body, headers: json })).status).toBe(413);
    const stream = new Blob([body]).stream();
    // fetch needs duplex for a stream, but its types don't have it.
    const init = { method: "PUT", body: stream, headers: json, duplex: "half" } as RequestInit;
    expect((await send(api, "/hubs/acme", init)).status).toBe(413);
    expect((await api.get("/hubs/acme")).body.name).toBe("Acme");
  });

  it("[ERR-04] for something that doesn't exist returns a 404 that names it", async ({ api }) => {
    expect(await api.get("/hubs/nope")).toMatchObject({
      status: 404,
      body: { error: "there is no hub with subdomain nope" },
    });
    for (const id of ["99", "0", "-1", "x", "1.0", "1e0", "99999999999999999999"])
      expect(await api.get(`/hubs/acme/services/${id}`)).toMatchObject({
        status: 404,
        body: { error: `service_id ${id} does not exist in hub acme` },
      });
    expect((await api.get("/nope")).status).toBe(404);
  });

  it("with an unsupported method returns a 405 that lists the supported ones", async ({ api }) => {
    const { status, headers } = await api.delete("/hubs/acme");
    expect(status).toBe(405);
    expect(headers.get("allow")).toBe("GET, PUT");
    expect((await api.post("/hubs", {})).status).toBe(405);
  });

  it("with a repeated parameter is rejected, because another server may take the other value", async ({ api }) => {
    for (const query of ["page=1&page=x", "api_version=V3-R1&api_version=V3-R1"])
      expect(await api.get(`/hubs?${query}`)).toMatchObject({
        status: 422,
        body: { error: `${query.split("=")[0]} must not be given more than once` },
      });
  });

  it("with unknown parameters and fields is carried out without them", async () => {
    const api = await startEmulator({ strict: false });
    const { status, body } = await api.post("/hubs/acme/services?color=red", {
      group_id: 1,
      name: "x",
      token: "mine",
      id: 7,
    });
    expect(status).toBe(200);
    expect(body.id).toBe(1);
    expect(body.token).not.toBe("mine");
  });

  it("with unknown parameters or fields is rejected by a strict emulator", async () => {
    const api = await startEmulator({ strict: true });
    expect((await api.get("/hubs?color=red")).body.error).toBe("query parameter color is not known to listHubs");
    expect((await api.put("/hubs/acme", { name: "x", id: 7 })).status).toBe(422);
    expect((await api.get("/hubs/acme")).body.name).toBe("Acme");
  });

  it("is checked in one order: key, path, method, hub, role, record, body, values, conflict", async ({ api }) => {
    await createService(api, { custom_id: "a" });
    const key = "emulator-read-only-key";
    const rejections = [
      await api.put("/nope/nope", 1, "wrong"),
      await api.put("/nope/nope", 1, key),
      await api.post("/hubs/nope", 1, key),
      await api.put("/hubs/nope/services/9", 1, key),
      await api.put("/hubs/acme/services/9", 1, key),
      await api.put("/hubs/acme/services/9", 1),
      await api.put("/hubs/acme/services/1?api_version=V9", 1),
      await api.post("/hubs/acme/services", { group_id: 0, name: "x", custom_id: "a" }),
      await api.post("/hubs/acme/services", { group_id: 1, name: "x", custom_id: "a" }),
    ];
    expect(rejections.map(({ status }) => status)).toEqual([401, 404, 405, 404, 403, 404, 400, 422, 409]);
  });
});

describe("a role", () => {
  it.for([
    ["admin", 200, 200],
    ["manager", 403, 200],
    ["editor", 403, 403],
    ["read-only", 403, 403],
    ["none", 404, 404],
  ])("%s may write a hub: %i, a service: %i", async ([role, hub, service], { api }) => {
    const key = `emulator-${role}-key`;
    expect((await api.put("/hubs/acme", { name: "x" }, key)).status).toBe(hub);
    expect((await api.post("/hubs/acme/services", { group_id: 1, name: "x" }, key)).status).toBe(service);
    expect((await api.get("/hubs/acme", key)).status).toBe(role === "none" ? 404 : 200);
    expect((await api.get("/hubs", key)).body.total).toBe(role === "none" ? 0 : 2);
  });

  it("may be read-only for every key: the emulator starts, and the panel can still edit", async () => {
    const keys = [{ key: "guest", role: "read-only", owner: "guest@example.com" }] as const;
    const api = await startEmulator({ preset: { hubs: [{ subdomain: "a1", name: "A" }], keys } });
    expect(api.emulator.apiKey).toBe("guest");
    expect((await api.get("/hubs/a1")).status).toBe(200);
    expect((await api.put("/hubs/a1", { name: "B" })).status).toBe(403);
    api.emulator.edit("hubs", 1, { name: "B" });
    expect((await api.get("/hubs/a1")).body.name).toBe("B");
  });
});

it("documented only, the inferred operations and parameters are missing", async () => {
  const api = await startEmulator({ assume: documentedOnly });
  await createService(api);
  expect((await api.get("/hubs/acme/services")).status).toBe(404);
  expect((await api.delete("/hubs/acme/services/1")).status).toBe(404);
  expect((await api.get("/hubs/acme/services/1")).body.flags.deleted).toBe(false);
  await api.post("/hubs/acme/incident_templates", { title: "x" });
  expect((await api.get("/hubs/acme/incident_templates?q=nothing")).body.total).toBe(1);
  await api.post(subscriptions, webhook());
  await api.delete(`${subscriptions}/1`);
  expect((await api.put(`${subscriptions}/1/restore`)).status).toBe(404);
  expect((await api.put("/hubs/acme/subscribers/1/subscriptions/1/restore")).status).toBe(200);
});

it("a client that disconnects in the middle of its request leaves the emulator unchanged", async ({ api }) => {
  const { port, hostname } = new URL(api.emulator.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const head = `PUT /api/v3/hubs/acme HTTP/1.1\r\nHost: localhost\r\nX-API-KEY: ${api.emulator.apiKey}\r\nContent-Type: application/json`;
  socket.write(`${head}\r\nContent-Length: 100\r\n\r\n{"name": "Half`);
  await expect.poll(() => api.emulator.requests.length).toBe(1);
  socket.destroy();
  await expect.poll(() => api.emulator.requests[0]?.status).toBe(0);
  expect((await api.get("/hubs/acme")).body.name).toBe("Acme");
});

it("an edit to a value that isn't documented is named in the response", async ({ api }) => {
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
