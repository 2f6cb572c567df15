import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillLargePage } from "../cli/fill.ts";
import { createPage, type Page } from "../engine/page.ts";

const adopt = (page: Page) => page.statushub(["adopt", "acme", "--yes"]);

const json = (value: object) => JSON.stringify(value);

/** A project without the `main` that other tests have, and a hub with a record of each kind but maintenances. */
async function createShape(files: Record<string, string>): Promise<Page> {
  const page = await createPage({ program: "", files });
  if (files["index.ts"] === undefined) await rm(join(page.folder, "index.ts"));
  await fillLargePage(page.send, { services: 1, templates: 1, subscriptions: 1, maintenances: 0 });
  page.takeWrites();
  return page;
}

const template = 'import * as pulumi from "@pulumi/pulumi";\n';
const bare = "name: scratch\nruntime: nodejs\n";

// What names the file, in a form that Pulumi resolves differently from Node. The unit tests have the other forms.
const shapes = [
  {
    name: "TypeScript in a package of a workspace, which Pulumi.yaml names",
    entry: "packages/page/src/status.mts",
    files: {
      "Pulumi.yaml": `${bare}main: packages/page/src/status.mts\n`,
      "package.json": json({ name: "scratch", private: true, workspaces: ["packages/*"] }),
      "pnpm-workspace.yaml": "packages: [packages/*]\n",
      "tsconfig.json": json({
        compilerOptions: { outDir: "dist", target: "es2022", module: "nodenext" },
        include: ["packages"],
      }),
      "packages/page/package.json": json({ name: "page", type: "module", main: "dist/status.mjs" }),
      "packages/page/src/status.mts": template,
    },
  },
  {
    name: "an ES module in the folder that Pulumi.yaml names",
    entry: "infrastructure/index.mjs",
    files: {
      "Pulumi.yaml": `${bare}main: infrastructure/\n`,
      "infrastructure/package.json": json({
        name: "infrastructure",
        type: "module",
        exports: { ".": { default: "./index.mjs" } },
      }),
      "infrastructure/index.mjs": template,
    },
  },
];

// The command's own preview at the end proves that a refresh and an up would change nothing.
test.each(shapes)("[ADO-11] adopt writes the file that Pulumi runs: $name", async ({ entry, files }) => {
  const page = await createShape(files);
  const before = await readdir(page.folder, { recursive: true });

  expect(await adopt(page)).toMatchObject({ code: 0, stdout: expect.stringContaining("Adopted 5 records") });

  expect(await page.read(entry)).toContain("statushub.Subscription(");
  expect((await readdir(page.folder, { recursive: true })).filter(isProgram)).toEqual(before.filter(isProgram));
  expect(await page.read("Pulumi.yaml")).toContain("refresh: always");
  expect(page.takeWrites()).toEqual([]);
});

/** Whether it is a file of the project, not one of Pulumi's own. */
const isProgram = (path: string) => /^[^.].*(\.[cm]?[jt]s|\.bak)$/.test(path);
