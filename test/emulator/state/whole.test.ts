import { describe, expect, it } from "vitest";
import { createEmulator, type Emulator, type Snapshot } from "../../../emulator/index.ts";
import { createService, startEmulator } from "../emulation.ts";
import { email } from "../scene.ts";
import { dataFile } from "./process.ts";

/** An emulator with a service and a subscription in a file, and a function that reads that file as a restart would. */
async function withFile() {
  const data = await dataFile();
  const api = await startEmulator({ data });
  const { emulator } = api;
  await createService(api, { custom_id: "api" });
  const params = { subdomain: "acme" };
  emulator.perform("createSubscription", { params, body: email() });
  const kept = async () => {
    await emulator.close();
    const next = await createEmulator({ data });
    const snapshot = next.snapshot();
    await next.close();
    return snapshot;
  };
  return { api, emulator, kept };
}

// Values that JavaScript and HTTP allow but the types don't.
const restore = (emulator: Emulator, snapshot: unknown) => emulator.restore(snapshot as Snapshot);
const rows = (emulator: Emulator) => emulator.snapshot().rows;

/** Changes one field of the only service. */
const withService = (emulator: Emulator, change: object) => ({
  lastIds: {},
  rows: { ...rows(emulator), services: [{ ...rows(emulator).services?.[0], ...change }] },
});

describe("an incomplete snapshot", () => {
  it.each<[string, (emulator: Emulator) => unknown, string]>([
    [
      "a row that only has an ID",
      () => ({ lastIds: {}, rows: { hubs: [{ id: 1 }] } }),
      "rows.hubs[0].subdomain is required",
    ],
    [
      "a row without a field",
      (emulator) => withService(emulator, { token: undefined }),
      "rows.services[0].token is required",
    ],
    ["a field of the wrong type", (emulator) => withService(emulator, { custom_id: 5 }), "rows.services[0].custom_id"],
    ["an extra field", (emulator) => withService(emulator, { nmae: "x" }), "rows.services[0].nmae is not known"],
    [
      "a time that is none",
      (emulator) => withService(emulator, { created_at: "soon" }),
      "rows.services[0].created_at must be",
    ],
    ["an ID beyond the largest one", (emulator) => withService(emulator, { id: 2 ** 53 }), "rows.services[0].id"],
    [
      "a table that is not known",
      (emulator) => ({ lastIds: {}, rows: { ...rows(emulator), service: [] } }),
      "rows.service is not known",
    ],
    ["no rows", () => ({ lastIds: {} }), "rows is required"],
    ["nothing", () => undefined, "the snapshot is required"],
  ])("is rejected with %s, and changes neither memory nor file", async (_, spoil, problem) => {
    const { api, emulator, kept } = await withFile();
    const before = emulator.snapshot();
    const spoilt = spoil(emulator);
    expect(() => restore(emulator, spoilt)).toThrow(problem);
    expect((await api.control("PUT", "/snapshot", spoilt ?? {})).status).toBe(422);
    expect((await api.get("/hubs/acme/services/1")).status).toBe(200);
    expect(emulator.snapshot()).toEqual(before);
    expect(await kept()).toEqual(before);
  });
});

describe("an edit", () => {
  it("with an object that is no data is rejected", async () => {
    const { emulator } = await withFile();
    const edit = () => emulator.edit("subscriptions", 1, { configuration: { at: new Date() } });
    expect(edit).toThrow("configuration must be a JSON object");
  });

  it("keeps the values it was given, even if the caller changes them later", async () => {
    const { emulator, kept } = await withFile();
    const configuration = { nested: { content_type: "json" } };
    emulator.edit("subscriptions", 1, { configuration });
    configuration.nested.content_type = "xml";
    const before = emulator.snapshot();
    expect(before.rows.subscriptions?.[0]?.configuration).toEqual({ nested: { content_type: "json" } });
    expect(await kept()).toEqual(before);
  });
});

it("a configuration keeps every name that JSON allows, across a snapshot and a restart", async () => {
  const { api, emulator, kept } = await withFile();
  const configuration = JSON.parse('{"__proto__": {"a": 1}, "inner": {"__proto__": {"b": [null, "x", 2.5]}}}');
  await api.put("/hubs/acme/subscriptions/1", { configuration });
  emulator.restore(emulator.snapshot());
  for (const { rows } of [emulator.snapshot(), await kept()])
    expect(JSON.stringify(rows.subscriptions?.[0]?.configuration)).toBe(JSON.stringify(configuration));
});

describe("a returned value", () => {
  it("can't be used to change the records", async () => {
    const { emulator } = await withFile();
    const before = structuredClone(emulator.snapshot());
    // As a test in JavaScript may do.
    for (const row of [emulator.records("services")[0], emulator.snapshot().rows.services?.[0]])
      Object.assign(row ?? {}, { name: "Changed behind its back" });
    expect(emulator.snapshot()).toEqual(before);
  });
});
