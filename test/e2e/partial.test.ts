import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = (name: string) => `
import * as statushub from "pulumi-statushub";
new statushub.Service("web", { hub: "acme", groupId: 1, name: "${name}", description: "Where it starts" });
new statushub.Service("api", { hub: "acme", groupId: 2, name: "API" });
`;

test("[LIF-8 FLT-5] one record fails: what was done is in the state, and the next up does only what is left", async () => {
  const page = await createPage({ program: program("Website") });
  page.emulator.faults.add({ operation: "createService", status: 422, body: { error: "group_id is archived" } });

  const failed = await page.up();
  expect(failed.code).not.toBe(0);
  expect(failed.stdout).toMatch(/Could not create Service ".*" in hub "acme": .*422: .*group_id is archived/);
  expect(page.takeWrites()).toHaveLength(2);

  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toHaveLength(1);
  expect(
    page.emulator
      .records("services")
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["API", "Website"]);
});

test("[FLT-1 NPD-7] a write that is answered and ignored is told, kept visible, and repeated by the next up", async () => {
  const page = await createPage({ program: program("Website") });
  await page.up();
  const web = page.emulator.records("services").find(({ name }) => name === "Website");
  const answer = { ...web, flags: { archived: false, deleted: false } };
  page.takeWrites();

  page.emulator.faults.add({ operation: "updateService", status: 200, body: answer });
  const ignored = await page.up(program("Web site of Acme"));
  expect(ignored.code).not.toBe(0);
  expect(ignored.stdout).toContain("ignored name");
  expect(await page.plan("--refresh")).toMatchObject({ code: 7, steps: [{ name: "web", properties: ["name"] }] });

  page.takeWrites();
  page.emulator.faults.add({ operation: "updateService", drop: "after" });
  expect(await page.up()).toMatchObject({ code: 0 });
  const put = { method: "PUT", path: `/hubs/acme/services/${web?.id}`, body: { name: "Web site of Acme" } };
  expect(page.takeWrites()).toEqual([put, put]);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
});

test("[FLT-2 FLT-3] the answer to a POST is lost: the record is looked for, and there is one in the end", async () => {
  const page = await createPage({ program: program("Website") });
  page.emulator.faults.add({ operation: "createService", drop: "after", times: 2 });

  expect(await page.up()).toMatchObject({ code: 0 });

  expect(
    page.emulator
      .records("services")
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["API", "Website"]);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
});
