import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";
import { nodejs } from "../engine/project.ts";

const program = (options = "{}") => `
import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";

const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme status" });
const web = new statushub.Service("web", { hub, groupId: 1, name: pulumi.interpolate\`Web of \${hub.name}\` }, ${options});
export const hubName = hub.name;
export const description = web.description;
`;

const refreshAlways = {
  "Pulumi.yaml": `name: scratch\nruntime: ${nodejs}\nmain: index.ts\noptions:\n  refresh: always\n`,
};

test("[DRF-1 DRF-2 DRF-4 DRF-10 DRF-11 DRF-12 DRF-14 CI-1] after a refresh, a preview shows exactly the manual changes, and an up reverts them", async () => {
  const page = await createPage({ program: program() });
  const { emulator } = page;
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(await page.outputs()).toEqual({ hubName: "Acme status", description: null });
  emulator.edit("services", 1, { name: "By hand" });
  emulator.clearRequests();
  const before = await page.state();

  // Without a refresh, nothing is sent. Both ways to ask for a refresh find the same.
  expect(await page.plan()).toMatchObject({ code: 0, steps: [] });
  expect(emulator.requests).toEqual([]);
  const drift = { code: 7, steps: [{ op: "update", name: "web", properties: ["name"] }] };
  expect(await page.plan("--refresh")).toMatchObject(drift);
  await page.write(refreshAlways);
  expect(await page.plan()).toMatchObject(drift);
  expect(page.takeWrites()).toEqual([]);
  expect(await page.state()).toEqual(before);

  // A property that isn't declared has its live value as an output, and its changes aren't drift.
  emulator.edit("services", 1, { description: "not declared" });
  const repaired = await page.up();
  expect(repaired).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toEqual([
    { method: "PUT", path: "/hubs/acme/services/1", body: { name: "Web of Acme status" } },
  ]);
  expect(await page.outputs()).toEqual({ hubName: "Acme status", description: "not declared" });

  emulator.edit("services", 1, { name: "By hand" });
  expect(await page.up(program('{ ignoreChanges: ["name"] }'))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("3 unchanged"),
  });
  expect(page.takeWrites()).toEqual([]);

  // If the hub isn't visible, its records don't count as deleted.
  const idsIn = async () => Object.entries(await page.state()).map(([name, { id }]) => [name, id]);
  const kept = await idsIn();
  emulator.remove("hubs", 1);
  const refreshed = await page.pulumi("refresh", "--yes", "--skip-preview");
  expect(refreshed.code).not.toBe(0);
  expect(refreshed.stdout).toContain('hub "acme" is not visible with this key');
  expect(await idsIn()).toEqual(kept);
});
