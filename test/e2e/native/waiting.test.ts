import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { projectFile } from "../../engine/native.ts";
import { createPage, type Page } from "../../engine/page.ts";

const files = { "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n` };

const program = (options = "") => `
import * as statushub from "pulumi-statushub/native";

for (let index = 0; index < 40; index++) {
  new statushub.Service("service-" + index, { hub: "acme", groupId: 1, name: "Service " + index }, ${options || "{}"});
}
`;

const servicesIn = async (page: Page) =>
  Object.values(await page.state()).filter(({ type }) => type === "statushub:index:Service");

async function moreAreMade({ emulator }: Page, before: number): Promise<void> {
  while (emulator.records("services").length < before + 5) await wait(20);
}

test("creates stop after customTimeouts or Ctrl-C, the state has what was created, and the next up creates the rest", async () => {
  const timeouts = '{ customTimeouts: { create: "2s" } }';
  const page = await createPage({ program: program(timeouts), files, emulator: { limits: "real" } });

  expect(await page.up(undefined, "--parallel", "64")).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("it took longer than the 2 s that customTimeouts allow"),
  });
  const inTime = page.emulator.records("services").length;
  expect(await servicesIn(page)).toHaveLength(inTime);

  await page.write({ "index.ts": program() });
  expect(await page.interrupt(["up", "--yes", "--skip-preview"], moreAreMade(page, inTime))).not.toBe(0);
  const made = page.emulator.records("services").length;
  expect(made).toBeLessThan(40);
  expect(await servicesIn(page)).toHaveLength(made);

  const rest = await page.up();
  expect(rest).toMatchObject({ code: 0, stdout: expect.stringContaining(`${40 - made} created`) });
  expect(rest.stdout).toMatch(/StatusHub: sent \d+ writes and \d+ reads? \(the API allows 5 and 30 a second\)/);
  expect(page.emulator.records("services")).toHaveLength(40);
});
