import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = `
import * as statushub from "pulumi-statushub";
new statushub.Service("web", { hub: "acme", groupId: 1, name: "Website", customId: "web" });
new statushub.Service("api", { hub: "acme", groupId: 2, name: "API" });
`;

test("[LIF-8] an up reports what failed and keeps the rest in the state, and the next one completes it", async () => {
  const page = await createPage({ program });
  const { faults } = page.emulator;
  faults.add({ operation: "createService", status: 422, body: { error: "group_id is archived" } });
  const failed = await page.up();
  expect(failed.code).not.toBe(0);
  expect(failed.stdout).toMatch(/Could not create Service ".*" in hub "acme": .*422: .*group_id is archived/);
  expect(page.takeWrites()).toHaveLength(2);

  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringMatching(/\+ 1 created\n +2 unchanged/) });
  expect(page.takeWrites()).toHaveLength(1);
  const services = page.emulator.records("services");
  expect(services.map(({ name }) => name).sort()).toEqual(["API", "Website"]);
});
