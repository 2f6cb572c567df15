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
    expect.stringMatching(/property nmae .* isn't a property of Service\. Did you mean "name"\?/),
  ]);
  expect(page.emulator.requests).toEqual([]);
});
