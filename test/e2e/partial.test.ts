import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = (name: string) => `
import * as statushub from "pulumi-statushub";
new statushub.Service("web", { hub: "acme", groupId: 1, name: "${name}", customId: "web" });
new statushub.Service("api", { hub: "acme", groupId: 2, name: "API" });
`;

test("[LIF-8 FLT-1 FLT-5 FLT-8] an up reports what failed and keeps the rest in the state, and the next one completes it", async () => {
  const page = await createPage({ program: program("Website") });
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

  const web = services.find(({ name }) => name === "Website");
  const response = { ...web, flags: { archived: false, deleted: false } };
  faults.add({ operation: "updateService", status: 200, body: response });
  const ignored = await page.up(program("Web site of Acme"));
  expect(ignored.code).not.toBe(0);
  expect(ignored.stdout).toContain("ignored name");
  expect(await page.plan("--refresh")).toMatchObject({ code: 7, steps: [{ name: "web", properties: ["name"] }] });

  page.takeWrites();
  faults.add({ operation: "updateService", drop: "after" });
  expect(await page.up()).toMatchObject({ code: 0 });
  const put = { method: "PUT", path: `/hubs/acme/services/${web?.id}`, body: { name: "Web site of Acme" } };
  expect(page.takeWrites()).toEqual([put, put]);
});
