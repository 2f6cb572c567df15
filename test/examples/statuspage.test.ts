import { execFile } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { readPage } from "../../sdk/status-page/read-page.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const example = join(repositoryRoot, "examples/statuspage");

/** Runs the script beside the files of the example, with other components where they are given. */
async function convert(components?: readonly object[]): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of ["convert.ts", "components.json", "incident_templates.json"]) {
    await copyFile(join(example, file), join(folder, file));
  }
  if (components !== undefined) await writeFile(join(folder, "components.json"), JSON.stringify({ components }));
  const { stdout } = await promisify(execFile)(process.execPath, [join(folder, "convert.ts")]);
  return stdout;
}

test("the components and templates of Statuspage become a page without mistakes", async () => {
  expect(await convert()).toBe(await readFile(join(example, "page.json"), "utf8"));
  expect(readPage("acme", join(example, "page.json"))).toMatchObject({ hub: { subdomain: "acme" } });
});

test("every component becomes a service, also if names repeat or have no Latin letters", async () => {
  const component = { description: null, group: false, group_id: null };
  const names = ["API", "API", "東京", "API"];

  const page = JSON.parse(await convert(names.map((name, index) => ({ ...component, id: `k${index}`, name }))));

  expect(page.groups.other.services).toEqual({
    api: { name: "API", customId: "k0" },
    "api-k1": { name: "API", customId: "k1" },
    k2: { name: "東京", customId: "k2" },
    "api-k3": { name: "API", customId: "k3" },
  });
});

test("a group without an ID is named", async () => {
  const group = { id: "k1", name: "Regions", description: null, group: true, group_id: null };
  const member = { id: "k2", name: "Europe", description: null, group: false, group_id: "k1" };

  await expect(convert([group, member])).rejects.toThrow('Add the ID of the group "Regions" to groupIds.');
});
