import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { projectFile } from "../../engine/native.ts";
import { createPage, type Page } from "../../engine/page.ts";

const files = { "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n` };

const program = (options = "") => `
import * as statushub from "pulumi-statushub/native";

for (let index = 0; index < 60; index++) {
  new statushub.Service("service-" + index, { hub: "acme", groupId: 1, name: "Service " + index }, ${options || "{}"});
}
`;

const servicesIn = async (page: Page) =>
  Object.values(await page.state()).filter(({ type }) => type === "statushub:index:Service");

async function someAreMade({ emulator }: Page): Promise<void> {
  while (emulator.records("services").length < 5) await wait(20);
}

test("Ctrl-C ends what waits: what was made is in the state, and the next up makes the others", async () => {
  const page = await createPage({ program: program(), files, emulator: { limits: "real" } });

  expect(await page.interrupt(["up", "--yes", "--skip-preview"], someAreMade(page))).not.toBe(0);
  const made = page.emulator.records("services").length;
  expect(made).toBeLessThan(60);
  expect(await servicesIn(page)).toHaveLength(made);

  const rest = await page.up();
  expect(rest).toMatchObject({ code: 0, stdout: expect.stringContaining(`${60 - made} created`) });
  expect(rest.stdout).toMatch(/StatusHub: \d+ writes done, [45]\.\d a second \(the API allows 5\)/);
  expect(rest.stdout).toMatch(/StatusHub: sent \d+ writes and \d+ reads? \(the API allows 5 and 30 a second\)/);
  expect(page.emulator.records("services")).toHaveLength(60);
});

test("customTimeouts end what waits longer, and nothing is half-known afterwards", async () => {
  const page = await createPage({
    program: program('{ customTimeouts: { create: "2s" } }'),
    files,
    emulator: { limits: "real" },
  });

  const failed = await page.up(undefined, "--parallel", "64");
  expect(failed).toMatchObject({
    code: 1,
    stdout: expect.stringContaining("it took longer than the 2 s that customTimeouts allow"),
  });
  expect(await servicesIn(page)).toHaveLength(page.emulator.records("services").length);
  expect(await page.up(program())).toMatchObject({ code: 0 });
  expect(page.emulator.records("services")).toHaveLength(60);
});
