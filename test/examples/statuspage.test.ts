import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, expectTypeOf, test } from "vitest";
import type { Page } from "../../examples/cloud-gov/index.ts";
import page from "../../examples/statuspage/page.json" with { type: "json" };
import { outputOf } from "../../tools/command.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const example = join(repositoryRoot, "examples/statuspage");

/** Runs the script beside the files of the example, with other components and IDs of groups where they are given. */
async function convert(components?: readonly object[], groupIds?: string): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of ["convert.ts", "components.json", "incident_templates.json"]) {
    await copyFile(join(example, file), join(folder, file));
  }
  if (components !== undefined) await writeFile(join(folder, "components.json"), JSON.stringify({ components }));
  const script = join(folder, "convert.ts");
  if (groupIds !== undefined)
    await writeFile(script, (await readFile(script, "utf8")).replace(/(?<=groupIds.* = ).*(?=;)/, groupIds));
  return outputOf(process.execPath, [script]);
}

test("the components and templates of Statuspage become data that the program of cloud-gov reads", async () => {
  expectTypeOf(page).toExtend<Page>();
  expect(JSON.parse(await convert())).toEqual(page);
});

test("every component becomes a service, also if names repeat or have no Latin letters", async () => {
  const component = { description: null, group: false, group_id: null };
  const names = ["API", "API", "東京", "API"];

  const page = JSON.parse(await convert(names.map((name, index) => ({ ...component, id: `k${index}`, name }))));

  expect(page.services).toEqual([
    { key: "api", name: "API", group: "other", customId: "k0" },
    { key: "api-k1", name: "API", group: "other", customId: "k1" },
    { key: "k2", name: "東京", group: "other", customId: "k2" },
    { key: "api-k3", name: "API", group: "other", customId: "k3" },
  ]);
});

test("groups with one name need an ID each, and keep their own services", async () => {
  const group = { name: "Website", description: null, group: true, group_id: null };
  const member = { description: null, group: false };
  const components = [
    { ...group, id: "k1" },
    { ...group, id: "k2" },
    { ...group, id: "k3", name: "other" },
    { ...member, id: "k4", name: "Shop", group_id: "k1" },
    { ...member, id: "k5", name: "Blog", group_id: "k2" },
    { ...member, id: "k6", name: "Status", group_id: "k3" },
    { ...member, id: "k7", name: "API", group_id: null },
  ];
  await expect(convert(components)).rejects.toThrow('Add the ID of the group "Website" to groupIds, as k1, because');

  const { groups, services } = JSON.parse(await convert(components, '{ k1: 1, k2: 2, other: 3, "": 4 }'));
  expect(groups.map(({ key, id }: { key: string; id: number }) => [key, id])).toEqual([
    ["Website", 1],
    ["Website k2", 2],
    ["other", 3],
    ["other 4", 4],
  ]);
  expect(services.map(({ key, group }: { key: string; group: string }) => [key, group])).toEqual([
    ["shop", "Website"],
    ["blog", "Website k2"],
    ["status", "other"],
    ["api", "other 4"],
  ]);
});

test("a group without an ID is named", async () => {
  const group = { id: "k1", name: "Regions", description: null, group: true, group_id: null };
  const member = { id: "k2", name: "Europe", description: null, group: false, group_id: "k1" };

  await expect(convert([group, member])).rejects.toThrow('Add the ID of the group "Regions" to groupIds.');
});
