import { expect, test } from "vitest";
import { createPage } from "../engine/page.ts";

const service = (args: string) => `
import * as statushub from "pulumi-statushub";

const hub = "acme";
new statushub.Service("web", { hub, groupId: 1, name: "Website", ${args} });
`;

const errorsIn = (text: string) =>
  [...text.slice(text.lastIndexOf("Diagnostics:")).matchAll(/^ +error: (.*)$/gm)]
    .map(([, error = ""]) => error)
    // Pulumi's message about the stack if a resource has failed.
    .filter((error) => !/^(update|preview) failed$/.test(error))
    .sort();

test("[FLT-5] each wrong value is reported with its property, before anything is sent", async () => {
  const page = await createPage({ program: service('groupId: "x", name: "", nmae: "Web"') });
  const invalid = await page.pulumi("preview");
  expect(invalid.code).not.toBe(0);
  expect(errorsIn(invalid.stdout)).toEqual([
    expect.stringMatching(/property groupId value \{x\} .* must be a whole number from 1/),
    expect.stringMatching(/property name value \{\} .* must not be empty/),
    expect.stringMatching(/property nmae .* isn't a property of Service\. Properties: hub, adopt, groupId, name/),
  ]);
  expect(page.emulator.requests).toEqual([]);
});

test("[FLT-6] a wrong key is reported with its last characters and its source", async () => {
  const apiKey = "0123456789abcdef";
  const page = await createPage({ program: service(""), env: { STATUSHUB_API_KEY: apiKey } });
  const rejected = await page.up();
  expect(rejected.code).not.toBe(0);
  expect(errorsIn(rejected.stdout)).toEqual([
    expect.stringMatching(
      /Could not create Service "Website" in hub "acme": .*401.* ending in cdef, from the environment/,
    ),
  ]);
  expect(rejected.stdout + rejected.stderr).not.toContain(apiKey);
  expect(page.takeWrites()).toEqual([]);
});
