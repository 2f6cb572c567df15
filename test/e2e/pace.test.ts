import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { printing } from "../cli/statushub.ts";
import { nativeProject } from "../engine/native.ts";
import { createPage, type Page } from "../engine/page.ts";

const program = (entry: string, count: number, options = "{}") => `
import * as statushub from "${entry}";

for (let index = 0; index < ${count}; index++) {
  new statushub.Service("service-" + index, { hub: "acme", groupId: 1, name: "Service " + index }, ${options});
}
`;

test("[RAT-1] a long run gets no 429, shows its progress, and reports how much of the limits it used", async () => {
  const page = await createPage({ program: program("pulumi-statushub", 45), emulator: { limits: "real" } });

  const made = await page.up(undefined, "--parallel", "64");

  expect(made.code).toBe(0);
  expect(page.emulator.requests.filter(({ status }) => status === 429)).toEqual([]);
  expect(page.takeWrites()).toHaveLength(45);
  expect(made.stdout).toMatch(/StatusHub: \d+ writes done, \d\.\d a second \(the API allows 5\)$/m);
  expect(made.stdout).toMatch(
    /StatusHub: sent 45 writes and \d\d? reads? \(the API allows 5 and 30 a second\); none was rejected with 429/,
  );
});

const servicesIn = async (page: Page) =>
  Object.values(await page.state()).filter(({ type }) => type === "statushub:index:Service");

async function moreAreMade({ emulator }: Page, before: number): Promise<void> {
  while (emulator.records("services").length < before + 5) await wait(20);
}

test("creates stop after customTimeouts or Ctrl-C, the state has what was created, and the next up creates the rest", async () => {
  const sixty = (options?: string) => program("pulumi-statushub/native", 60, options);
  const { files } = nativeProject;
  const timed = sixty('{ customTimeouts: { create: "2s" } }');
  const page = await createPage({ program: timed, files, emulator: { limits: "real" } });

  expect(await page.up(undefined, "--parallel", "64")).toMatchObject(
    printing("it took longer than the 2 s that customTimeouts allow", 1),
  );
  const inTime = page.emulator.records("services").length;
  expect(await servicesIn(page)).toHaveLength(inTime);

  await page.write({ "index.ts": sixty() });
  expect(await page.interrupt(["up", "--yes", "--skip-preview"], moreAreMade(page, inTime))).not.toBe(0);
  const made = page.emulator.records("services").length;
  expect(made).toBeLessThan(60);
  expect(await servicesIn(page)).toHaveLength(made);

  const rest = await page.up();
  expect(rest).toMatchObject({ code: 0, stdout: expect.stringContaining(`${60 - made} created`) });
  expect(rest.stdout).toMatch(/StatusHub: sent \d+ writes and \d+ reads? \(the API allows 5 and 30 a second\)/);
  expect(page.emulator.records("services")).toHaveLength(60);
});
