import { expect, test } from "vitest";
import type { Declared } from "../../../model/api/form.ts";
import { definitions } from "../../../model/kinds/index.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { subscription } from "../../../model/kinds/subscription.ts";
import { importRecord, parseImportId } from "../../../provider/lifecycle/import.ts";
import { reachAgain, reachEmulator } from "../client/account.ts";
import { contextOf } from "./context.ts";
import { startScene } from "./scene.ts";
import { once, startMade } from "./series/made.ts";

const of = (kind: string): Definition => definitions[kind] as Definition;

/** Hub 10 is called "ten", hub 11 "10" and hub 12 "2024". */
const subdomains = [...Array.from({ length: 9 }, (_, index) => `hub-${index + 1}`), "ten", "10", "2024"];
const preset = { hubs: subdomains.map((subdomain) => ({ subdomain, name: subdomain })) };

async function reading(kind: string, id: string, given: Declared = {}) {
  const { account } = await reachEmulator({ preset });
  return parseImportId(account, of(kind), { id, declared: given });
}

test.each([
  ["Service", "acme/1234", { id: "1234", declared: { hub: "acme" } }],
  ["Service", "2024/1234", { id: "1234", declared: { hub: { subdomain: "2024" } } }],
  ["Maintenance", "acme/mnt-12", { id: "mnt-12", declared: { hub: "acme" } }],
  ["Maintenance", "acme/1234", { id: "1234", declared: { hub: "acme" } }],
  ["Hub", "ten", { id: "10", declared: { subdomain: "ten" } }],
  ["Hub", "1", { id: "1", declared: { subdomain: "hub-1" } }],
  ["Hub", "11", { id: "11", declared: { subdomain: "10" } }],
  ["Hub", "2024", { id: "12", declared: { subdomain: "2024" } }],
  ["Hub", "4711", { id: "4711", declared: {} }],
])("reads the ID of a %s: %s", async (kind, id, named) => {
  expect(await reading(kind, id)).toEqual(named);
});

test("a number that is the ID of one hub and the subdomain of another is rejected, unless the subdomain is given too", async () => {
  await expect(reading("Hub", "10")).rejects.toThrow(
    '"10" is the ID of hub "ten" and the subdomain of hub 11. Use "ten" or 11 instead.',
  );
  const given = { subdomain: "ten" };
  expect(await reading("Hub", "10", given)).toEqual({ id: "10", declared: given });
});

test.each([
  ["Service", "acme/mnt-12"],
  ["Service", "acme/0"],
  ["Service", "1234"],
  ["Service", "acme"],
  ["Maintenance", "acme/mnt 12"],
  ["Maintenance", "acme/12/3"],
  ["Maintenance", "acme/"],
])("rejects the ID of a %s: %s", async (kind, id) => {
  await expect(reading(kind, id)).rejects.toThrow(
    `${JSON.stringify(id)} does not name a ${kind}. Write the subdomain of the hub and the ID in the API, such as "acme/1234"`,
  );
});

test("an ID that names another hub than the lookup is rejected, and the same hub isn't", async () => {
  for (const hub of ["ten", { subdomain: "ten" }, { id: "10" }, { id: "10", subdomain: "ten" }]) {
    expect(await reading("Service", "ten/5", { hub })).toEqual({ id: "5", declared: { hub } });
    await expect(reading("Service", "hub-1/5", { hub })).rejects.toThrow('"hub-1/5" names hub "hub-1", but the hub');
  }
});

test("ADO-1: a record imported with an empty output declares exactly what the file declares", async () => {
  const scene = await startScene(subscription);
  const inputs = { hub: "acme", method: "email", address: "ops@acme.io", services: ["1"] };
  const { id } = await scene.create({ ...inputs, configuration: { a: 1 }, lessVerbose: true });

  const imported = await scene.read({ id, stored: { ...inputs, createdAt: null } });

  expect(imported?.declared).toEqual(inputs);
  expect(imported?.stored).toMatchObject({ recordId: id, hubId: "1" });
});

test("a maintenance that is over is imported with its outputs", async () => {
  const { scene, made } = await startMade(once);
  scene.emulator.clock.set(Date.UTC(2026, 11, 8));
  const account = reachAgain(scene.emulator);
  const named = { id: `acme/${made.id}`, declared: {}, isImport: true };
  const found = await importRecord(account, contextOf(of("Maintenance")), named);
  expect(found?.state.values).toMatchObject({
    hubId: "1",
    author: made.stored.author,
    createdAt: made.stored.createdAt,
  });
  expect(found?.declared).toMatchObject({ title: once.title, endTime: once.endTime });
});
