import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const program = (web: string) => `
import * as statushub from "pulumi-statushub";
new statushub.Service("web", { hub: "acme", ${web}, customId: "web" });
new statushub.Service("api", { hub: "acme", groupId: 2, name: "API" });
`;

const errorsIn = (text: string) =>
  [...text.slice(text.lastIndexOf("Diagnostics:")).matchAll(/^ +error: (.*)$/gm)]
    .map(([, error = ""]) => error)
    // Pulumi's message about the stack if a resource has failed.
    .filter((error) => !/^(update|preview) failed$/.test(error))
    .sort();

test("[FLT-5] [LIF-8] wrong values are reported before anything is sent; an up keeps the rest of what fails, and the next one completes it", async () => {
  const page = await createPage({ program: program('groupId: "x", name: "", nmae: "Web"') });
  const invalid = await page.pulumi("preview");
  expect(invalid.code).not.toBe(0);
  expect(errorsIn(invalid.stdout)).toEqual([
    expect.stringMatching(/has a problem: groupId: must be a whole number from 1/),
    expect.stringMatching(/has a problem: name: must not be empty/),
    expect.stringMatching(/has a problem: nmae: isn't a property of Service\. Did you mean "name"\?/),
  ]);
  expect(page.emulator.requests).toEqual([]);

  const { faults } = page.emulator;
  faults.add({ operation: "createService", status: 422, body: { error: "group_id is archived" } });
  const failed = await page.up(program('groupId: 1, name: "Website"'));
  expect(failed.code).not.toBe(0);
  expect(failed.stdout).toMatch(/Could not create Service ".*" in hub "acme": .*422: .*group_id is archived/);
  expect(page.takeWrites()).toHaveLength(2);

  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringMatching(/\+ 1 created\n +2 unchanged/) });
  expect(page.takeWrites()).toHaveLength(1);
  const services = page.emulator.records("services");
  expect(services.map(({ name }) => name).sort()).toEqual(["API", "Website"]);
});
