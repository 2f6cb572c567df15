import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = ({ name = "Website", options = "{}" } = {}) => `
import * as statushub from "pulumi-statushub";

const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme status" });
new statushub.Service("web", { hub, groupId: 1, name: ${JSON.stringify(name)}, description: "Where it starts" }, ${options});
new statushub.Service("api", { hub, groupId: 2, name: "API" });
`;

const refreshAlways = {
  "Pulumi.yaml": "name: scratch\nruntime: nodejs\nmain: index.ts\noptions:\n  refresh: always\n",
};

const idOf = (records: readonly { id: number; name: string }[], name: string) =>
  records.find((record) => record.name === name)?.id ?? 0;

test("[DRF-1 DRF-2 DRF-3 DRF-4 DRF-11 DRF-12 CI-1] a change by hand shows as exactly that property", async () => {
  const page = await createPage({ program: program(), files: refreshAlways });
  const { emulator } = page;
  await page.up();
  const web = idOf(emulator.records("services"), "Website");
  expect(await page.plan()).toMatchObject({ code: 0, steps: [] });
  page.takeWrites();

  emulator.edit("services", web, { name: "Website (old)" });
  const stateBefore = await page.state();
  expect(await page.plan()).toMatchObject({
    code: 7,
    steps: [{ op: "update", name: "web", properties: ["name"] }],
  });
  expect(page.takeWrites()).toEqual([]);
  expect(await page.state()).toEqual(stateBefore);

  await page.up();
  expect(page.takeWrites()).toEqual([{ method: "PUT", path: `/hubs/acme/services/${web}`, body: { name: "Website" } }]);

  emulator.edit("services", web, { name: "Website 2", public_name: "not declared" });
  await page.write({ "index.ts": program({ name: "Website 2" }) });
  expect(await page.plan()).toMatchObject({ code: 0, steps: [] });

  emulator.edit("services", web, { name: "Website 3" });
  await page.write({ "index.ts": program({ name: "Website", options: '{ ignoreChanges: ["name"] }' }) });
  expect(await page.plan()).toMatchObject({ code: 0, steps: [] });
  expect(page.takeWrites()).toEqual([]);
});

test("[DRF-11] without refresh a preview sends no request, and with --refresh it finds what was done by hand", async () => {
  const page = await createPage({ program: program() });
  const { emulator } = page;
  await page.up();
  emulator.edit("hubs", 1, { name: "Acme by hand" });
  emulator.clearRequests();

  expect(await page.plan()).toMatchObject({ code: 0, steps: [] });
  expect(emulator.requests).toEqual([]);
  expect(await page.plan("--refresh")).toMatchObject({
    code: 7,
    steps: [{ op: "update", name: "acme", properties: ["name"] }],
  });
});

test("[DRF-5 DRF-6 LIF-5] a service deleted by hand is created again, and deleting what is gone succeeds", async () => {
  const page = await createPage({ program: program(), files: refreshAlways });
  const { emulator } = page;
  await page.up();
  const [web, api] = ["Website", "API"].map((name) => idOf(emulator.records("services"), name)) as [number, number];
  emulator.remove("services", web);
  emulator.softDelete("services", api);

  const { code, steps } = await page.plan();
  expect(code).toBe(7);
  expect(steps.map(({ op, name }) => `${op} ${name}`).sort()).toEqual(["create api", "create web"]);

  page.takeWrites();
  await page.up();
  expect(page.takeWrites().map(({ method }) => method)).toEqual(["POST", "POST"]);
  const made = emulator.records("services").filter(({ deleted }) => !deleted);
  expect(made.map(({ name }) => name).sort()).toEqual(["API", "Website"]);

  emulator.remove("services", idOf(made, "Website"));
  emulator.softDelete("services", idOf(made, "API"));
  expect(await page.pulumi("destroy", "--yes", "--refresh=false")).toMatchObject({ code: 0 });
  expect(await page.state()).toEqual({});
});

test("[DRF-10] where the hub is not visible nothing is taken for gone, and the state stays as it is", async () => {
  const page = await createPage({ program: program() });
  await page.up();
  const before = await page.state();
  page.emulator.remove("hubs", 1);

  const refreshed = await page.pulumi("refresh", "--yes", "--skip-preview");

  expect(refreshed.code).not.toBe(0);
  expect(refreshed.stdout).toContain('hub "acme" is not visible with this key');
  expect(await page.state()).toEqual(before);
});
