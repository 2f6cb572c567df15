import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { createEmulator, type Emulator } from "../../../emulator/index.ts";
import { type Snapshot, tableNames, tables } from "../../../emulator/tables/index.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { apiOf, createService, startEmulator } from "../emulation.ts";
import { createEach } from "../http/bodies.ts";
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

/** The records with a change of the only service. */
const withService =
  (change: object) =>
  ({ rows }: Snapshot) => ({ lastIds: {}, rows: { ...rows, services: [{ ...rows.services?.[0], ...change }] } });

it.each<[problem: string, spoil: (snapshot: Snapshot) => unknown]>([
  ["rows.hubs[0].subdomain is required", () => ({ lastIds: {}, rows: { hubs: [{ id: 1 }] } })],
  ["rows.services[0].token is required", withService({ token: undefined })],
  ["rows.services[0].custom_id", withService({ custom_id: 5 })],
  ["rows.services[0].nmae is not known", withService({ nmae: "x" })],
  ["rows.services[0].created_at must be", withService({ created_at: "soon" })],
  ["rows.services[0].id", withService({ id: 2 ** 53 })],
  ["rows.service is not known", ({ rows }) => ({ lastIds: {}, rows: { ...rows, service: [] } })],
  ["rows is required", () => ({ lastIds: {} })],
  ["the snapshot is required", () => undefined],
])("a snapshot is rejected because %s, and changes neither memory nor file", async (problem, spoil) => {
  const { api, emulator, kept } = await withFile();
  const before = emulator.snapshot();
  const spoilt = spoil(before);
  // Values that JavaScript and HTTP allow but the types don't.
  expect(() => emulator.restore(spoilt as Snapshot)).toThrow(problem);
  expect((await api.control("PUT", "/snapshot", spoilt ?? {})).status).toBe(422);
  expect((await api.get("/hubs/acme/services/1")).status).toBe(200);
  expect(emulator.snapshot()).toEqual(before);
  expect(await kept()).toEqual(before);
});

it("an edit with an object that is no data is rejected", async () => {
  const { emulator } = await withFile();
  const edit = () => emulator.edit("subscriptions", 1, { configuration: { at: new Date() } });
  expect(edit).toThrow("configuration must be a JSON object");
});

it("an edit keeps the values it was given, even if the caller changes them later", async () => {
  const { emulator, kept } = await withFile();
  const configuration = { nested: { content_type: "json" } };
  emulator.edit("subscriptions", 1, { configuration });
  configuration.nested.content_type = "xml";
  const before = emulator.snapshot();
  expect(before.rows.subscriptions?.[0]?.configuration).toEqual({ nested: { content_type: "json" } });
  expect(await kept()).toEqual(before);
});

it("[SUB-13] a configuration keeps every name that JSON allows, across a snapshot and a restart", async () => {
  const { api, emulator, kept } = await withFile();
  const text = '{"__proto__":{"a":1},"constructor":null,"inner":{"__proto__":{"b":[null,"x",2.5]}}}';
  const { body } = await api.put("/hubs/acme/subscriptions/1", { configuration: JSON.parse(text) });
  emulator.restore(emulator.snapshot());
  for (const record of [body, emulator.records("subscriptions")[0], (await kept()).rows.subscriptions?.[0]])
    expect(JSON.stringify(record.configuration)).toBe(text);
});

it("a returned value can't be used to change the records", async () => {
  const { emulator } = await withFile();
  const before = structuredClone(emulator.snapshot());
  // As a test in JavaScript may do.
  for (const row of [emulator.records("services")[0], emulator.snapshot().rows.services?.[0]])
    Object.assign(row ?? {}, { name: "Changed behind its back" });
  expect(emulator.snapshot()).toEqual(before);
});

const params = { subdomain: "acme", subscription_id: 1 };

const values = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown[]>(undefined, Number.NaN, 1n, new Date(), () => 0, "2026-02-30T00:00:00Z", "\ud800", [1], -1),
  fc.constantFrom('{"__proto__": {"a": 1}}', '{"a": 1e999}').map((text) => JSON.parse(text)),
);
const place = { table: fc.constantFrom(...tableNames), id: fc.integer({ min: 1, max: 3 }) };
const steps = fc.oneof(
  fc.record({ step: fc.constant("edit" as const), ...place, field: fc.nat(), value: values }),
  fc.record({ step: fc.constantFrom("remove" as const, "soft" as const), ...place }),
  fc.record({ step: fc.constantFrom("configure" as const, "restore" as const, "reset" as const), value: values }),
);
type Step = typeof steps extends fc.Arbitrary<infer Value> ? Value : never;

// Values that JavaScript allows but the types don't.
function take(emulator: Emulator, step: Step): void {
  if (step.step === "edit") {
    const fields = Object.keys(tables[step.table].row.shape);
    emulator.edit(step.table, step.id, { [fields[step.field % fields.length] ?? ""]: step.value });
  } else if (step.step === "remove") emulator.remove(step.table, step.id);
  else if (step.step === "soft") emulator.softDelete(step.table as "services", step.id);
  else if (step.step === "configure")
    emulator.perform("updateSubscription", { params, body: { configuration: { value: step.value } } });
  else if (step.step === "restore") emulator.restore({ ...emulator.snapshot(), ...(step.value as object) });
  else emulator.reset();
}

it("any manual change is done as a whole or not at all, and the file holds the same as memory", async () => {
  const folder = await temporaryFolder();
  let count = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 12 }), async (list) => {
      count += 1;
      const data = join(folder, String(count));
      const emulator = await createEmulator({ data });
      await createEach(apiOf(emulator));
      emulator.setPlatformAlert("acme", { title: "x" });
      for (const step of list) {
        const before = emulator.snapshot();
        try {
          take(emulator, step);
        } catch (error) {
          expect((error as Error).message).not.toMatch(/undefined|not a function|\[object/);
          expect(emulator.snapshot()).toEqual(before);
        }
        const { format, ...kept } = JSON.parse(await readFile(data, "utf8"));
        expect(kept).toEqual(JSON.parse(JSON.stringify(emulator.snapshot())));
      }
      const last = emulator.snapshot();
      await emulator.close();
      const next = await createEmulator({ data });
      expect(next.snapshot()).toEqual(last);
      await next.close();
    }),
    { numRuns: 60 },
  );
});
