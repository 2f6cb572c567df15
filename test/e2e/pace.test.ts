import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = `
import * as statushub from "pulumi-statushub";

for (let index = 0; index < 45; index++) {
  new statushub.Service("service-" + index, { hub: "acme", groupId: 1, name: "Service " + index });
}
`;

test("[RAT-1] a long run gets no 429, shows its progress, and reports how much of the limits it used", async () => {
  const page = await createPage({ program, emulator: { limits: "real" } });

  const made = await page.up(program, "--parallel", "64");

  expect(made.code).toBe(0);
  expect(page.emulator.requests.filter(({ status }) => status === 429)).toEqual([]);
  expect(page.takeWrites()).toHaveLength(45);
  expect(made.stdout).toMatch(/StatusHub: \d+ writes done, [45]\.\d a second \(the API allows 5\)$/m);
  expect(made.stdout).toMatch(
    /StatusHub: sent 45 writes and \d\d? reads? \(the API allows 5 and 30 a second\); none was rejected with 429/,
  );
});
