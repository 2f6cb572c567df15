import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../sdk/native/release.ts";
import { packagePlugin } from "../../tools/build/plugin-archive.ts";
import { createPage } from "../engine/page.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const program = `name: scratch
runtime: yaml
resources:
  web:
    type: statushub:Service
    properties: { hub: acme, groupId: 1, name: Web }
`;

test("one archive of under 2 MB installs the plugin without naming it in a project", async () => {
  const archive = await packagePlugin(join(await temporaryFolder(), "artifacts"));
  expect((await stat(archive)).size).toBeLessThan(2 * 1024 * 1024);

  const page = await createPage({ program: "", files: { "Pulumi.yaml": program } });
  const install = ["plugin", "install", "resource", "statushub", version, "--file", archive];
  expect(await page.pulumi(...install)).toMatchObject({ code: 0 });
  expect(await page.pulumi("package", "add", "statushub")).toMatchObject({ code: 0 });
  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toHaveLength(1);
});

test.for([
  ["python", "method GeneratePackage not implemented"],
  ["go", "no language plugin 'pulumi-language-go' found"],
] as const)(
  "`package add` in a %s project generates an SDK, or isn't run because Pulumi's host here can't generate any",
  async ([runtime, missing]) => {
    const page = await createPage({ program: "", files: { "Pulumi.yaml": `name: scratch\nruntime: ${runtime}\n` } });
    const { code, stderr } = await page.pulumi("package", "add", "../node_modules/pulumi-statushub/plugin");
    expect(code === 0 || stderr.includes(missing), stderr).toBe(true);
  },
);
