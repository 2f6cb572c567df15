import { describe, expect } from "vitest";
import type { Operation } from "../../../model/api/operation.ts";
import { operations } from "../../../model/kinds/operations.ts";
import { type Api, it, startEmulator } from "../emulation.ts";
import { bodies, createEach, offered, pathOf } from "./bodies.ts";

const statusOf = async (api: Api, name: string, { method }: Operation, path: string): Promise<number> =>
  (await api.send(method, path, bodies[name])).status;

/** Sends every operation once, with a suffix on its path, and returns the status of each. */
async function sendEach(suffix: string): Promise<Record<string, number>> {
  const api = await startEmulator();
  const results: Record<string, number> = {};
  for (const [name, operation] of offered)
    results[name] = await statusOf(api, name, operation, pathOf(operation) + suffix);
  return results;
}

const each = (status: number) => Object.fromEntries(offered.map(([name]) => [name, status]));

it("an operation that is only documented by its path isn't offered", async ({ api }) => {
  const others = Object.values<Operation>(operations).filter(({ response }) => response === undefined);
  expect(others.length).toBeGreaterThan(0);
  for (const operation of others) {
    const { method, path } = operation;
    const { status, body } = await api.send(method, pathOf(operation), method === "GET" ? undefined : {});
    expect([status, body.error]).toEqual([501, `not offered by the emulator: ${method} ${path}`]);
  }
  expect((await api.put("/hubs/acme/access_restriction/saml", {}, "emulator-editor-key")).status).toBe(403);
});

describe("every operation", () => {
  it("[COM-02] [COM-11] [VER-02] [VER-03] succeeds with 200 below its hub, with api_version V3-R1 or without", async () => {
    for (const { path } of Object.values<Operation>(operations))
      expect(path).toMatch(/^\/hubs($|\/\{subdomain\}($|\/))/);
    for (const suffix of ["", "?api_version=V3-R1"]) expect(await sendEach(suffix)).toEqual(each(200));
  });

  it("[VER-03] rejects any other api_version, without taking effect", async ({ api }) => {
    await createEach(api);
    const before = api.emulator.snapshot();
    const results: Record<string, number> = {};
    for (const [name, operation] of offered)
      results[name] = await statusOf(api, name, operation, `${pathOf(operation)}?api_version=V2`);
    expect(results).toEqual(each(422));
    expect((await api.get("/hubs?api_version=V2")).body.error).toBe("api_version must be one of V3-R1");
    expect(api.emulator.snapshot()).toEqual(before);
  });

  it("[AUTH-01] [AUTH-02] needs a known key", async ({ api: { emulator } }) => {
    for (const operation of Object.values<Operation>(operations)) {
      const { method } = operation;
      const url = emulator.url + pathOf(operation);
      const responses = [await fetch(url, { method }), await fetch(url, { method, headers: { "X-API-KEY": "wrong" } })];
      const seen = await Promise.all(responses.map(async (response) => [response.status, await response.json()]));
      expect([operation.path, ...seen]).toEqual([
        operation.path,
        [401, { error: "the header X-API-KEY is missing" }],
        [401, { error: "the API key in X-API-KEY is not known" }],
      ]);
    }
  });

  it("[ERR-04] returns 404 for a hub that doesn't exist", async ({ api }) => {
    for (const [name, operation] of offered.filter(([candidate]) => candidate !== "listHubs")) {
      const path = operation.path.replace("{subdomain}", "nowhere").replaceAll(/\{\w+\}/g, "1");
      expect([name, await statusOf(api, name, operation, path)]).toEqual([name, 404]);
    }
  });
});
