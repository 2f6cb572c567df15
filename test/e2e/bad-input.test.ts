import { expect, test } from "vitest";
import { createPage, type PageOptions } from "../engine/page.ts";

const service = (args: string) => `
import * as statushub from "pulumi-statushub";

const hub = "acme";
new statushub.Service("web", { hub, groupId: 1, name: "Website", ${args} });
`;

/** The errors that a user sees of an `up` that must fail before anything is written. */
async function failUp(options: PageOptions): Promise<string[]> {
  const page = await createPage(options);
  const { code, stdout, stderr } = await page.pulumi("up", "--yes");
  expect(code).not.toBe(0);
  expect(page.takeWrites()).toEqual([]);
  return errorsIn(stdout + stderr);
}

const errorsIn = (text: string) =>
  [...text.slice(text.lastIndexOf("Diagnostics:")).matchAll(/^ +error: (.*)$/gm)]
    .map(([, error = ""]) => error)
    // What Pulumi says of the stack when a resource has failed.
    .filter((error) => !/^(update|preview) failed$/.test(error));

test("without a key one error names every way to set one", async () => {
  const errors = await failUp({ program: service(""), env: { STATUSHUB_API_KEY: "" } });

  expect(errors).toEqual([expect.stringMatching(/No API key .* statushub:apiKey .* STATUSHUB_API_KEY\. .* emulator/)]);
});

test("[FLT-5 FLT-6] a wrong key is named by its last four characters, with where it came from", async () => {
  const apiKey = "0123456789abcdef";
  const errors = await failUp({ program: service(""), env: { STATUSHUB_API_KEY: apiKey } });

  expect(errors).toEqual([
    expect.stringMatching(
      /Could not create Service "Website" in hub "acme": .*401.* ending in cdef, from the environment/,
    ),
  ]);
  expect(errors.join()).not.toContain(apiKey);
});

test("an unknown hub is named, with the key that does not see it", async () => {
  const errors = await failUp({ program: service('hub: "nowhere"') });

  expect(errors).toEqual([
    expect.stringMatching(/Could not create Service "Website" .*hub "nowhere" is not visible .* Check the subdomain/),
  ]);
});

test("wrong values are reported all at once, each with its property", async () => {
  const errors = await failUp({ program: service('groupId: "x", name: "", nmae: "Web"') });

  expect(errors.sort()).toEqual([
    expect.stringMatching(/property groupId value \{x\} .* must be a whole number from 1/),
    expect.stringMatching(/property name value \{\} .* must not be empty/),
    expect.stringMatching(/property nmae .* is not a property of Service; it has hub, adopt, groupId, name/),
  ]);
});

test("a hub argument of the wrong type is an error that names the resource and the argument", async () => {
  const errors = await failUp({
    program: service('hub: new statushub.Service("api", { hub, groupId: 1, name: "API" })'),
  });

  expect(errors).toEqual([
    expect.stringMatching(/statushub.Service "web": hub must be a statushub.Hub or the subdomain of one, .*Service/),
  ]);
});
