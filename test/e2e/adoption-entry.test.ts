import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sender } from "../cli/fill.ts";
import { statushub } from "../cli/statushub.ts";
import { createPage, type Page } from "../engine/page.ts";

/** Each of these runs the engine half a dozen times. */
const patience = 400_000;

const adopt = (page: Page, ...args: string[]) =>
  statushub(["adopt", "acme", ...args], { cwd: page.folder, env: page.environment });

const read = (page: Page, path: string) => readFile(join(page.folder, path), "utf8");

const json = (value: object) => JSON.stringify(value);

/** A project without the `main` that other tests have, and a hub with three records. */
async function createShape(files: Record<string, string>): Promise<Page> {
  const page = await createPage({ program: "", files });
  if (files["index.ts"] === undefined) await rm(join(page.folder, "index.ts"));
  const send = sender(page.emulator, "acme");
  await send("POST", "/services", { name: "Website", group_id: 1 });
  await send("POST", "/incident_templates", { title: "Down", service_statuses: [{ service_id: 1, status: "down" }] });
  const address = "https://hooks.example.com/on-call";
  const configuration = { content_type: "application/json" };
  const selection = { all: false, service_ids: [1] };
  const label = "On call";
  await send("POST", "/subscriptions", {
    method_name: "webhook",
    address,
    configuration,
    services_selection: selection,
    label,
  });
  page.takeWrites();
  return page;
}

const template = 'import * as pulumi from "@pulumi/pulumi";\n';
const javaScriptTemplate = '"use strict";\nconst pulumi = require("@pulumi/pulumi");\n';
const bare = "name: scratch\nruntime: nodejs\n";

const shapes = [
  {
    name: "the template of pulumi new typescript",
    entry: "index.ts",
    files: {
      "Pulumi.yaml": bare,
      "package.json": json({ name: "scratch", main: "index.ts" }),
      "tsconfig.json": json({
        compilerOptions: { strict: true, outDir: "bin", target: "es2020", module: "nodenext" },
        files: ["index.ts"],
      }),
      "index.ts": template,
    },
  },
  {
    name: "main in Pulumi.yaml",
    entry: "status/page.ts",
    files: { "Pulumi.yaml": `${bare}main: status/page.ts # the page\n`, "status/page.ts": template },
  },
  {
    name: "main in package.json",
    entry: "src/main.ts",
    files: {
      "Pulumi.yaml": bare,
      "package.json": json({ name: "scratch", main: "./src/main.ts" }),
      "src/main.ts": template,
    },
  },
  {
    name: "JavaScript",
    entry: "index.js",
    files: {
      "Pulumi.yaml": "name: scratch\nruntime: { name: nodejs, options: { typescript: false } }\n",
      "package.json": json({ name: "scratch", main: "index.js" }),
      "index.js": javaScriptTemplate,
    },
  },
  {
    name: "an ES module in JavaScript",
    entry: "index.mjs",
    files: {
      "Pulumi.yaml": bare,
      "package.json": json({ name: "scratch", type: "module", exports: { ".": { default: "./index.mjs" } } }),
      "index.mjs": template,
    },
  },
  {
    name: "an ES module in a subfolder",
    entry: "infrastructure/index.ts",
    files: {
      "Pulumi.yaml": `${bare}main: infrastructure/\n`,
      "infrastructure/package.json": json({ name: "infrastructure", type: "module" }),
      "infrastructure/index.ts": template,
    },
  },
];

test.each(shapes)(
  "[ADO-11] adopt writes the file that Pulumi runs: $name",
  async ({ entry, files }) => {
    const page = await createShape(files);
    const before = await readdir(page.folder, { recursive: true });

    expect(await adopt(page, "--yes")).toMatchObject({ code: 0, stdout: expect.stringContaining("Adopted 4 records") });

    expect(await read(page, entry)).toContain("statushub.Subscription(");
    expect((await readdir(page.folder, { recursive: true })).filter(isProgram)).toEqual(before.filter(isProgram));
    expect(await read(page, "Pulumi.yaml")).toContain("refresh: always");
    expect(await page.plan()).toMatchObject({ code: 0, steps: [] });
    expect(await page.up(undefined)).toMatchObject({ code: 0, stdout: expect.not.stringMatching(/deleted|created/) });
    expect(page.takeWrites()).toEqual([]);
  },
  patience,
);

const isProgram = (path: string) => /\.[cm]?[jt]s$|\.bak$/.test(path);

const refused = [
  {
    name: "a program that a build makes",
    files: {
      "Pulumi.yaml": bare,
      "package.json": json({ name: "scratch", main: "bin/index.js" }),
      "tsconfig.json": '{ "compilerOptions": { "outDir": "./bin" /* built */ } }',
      "bin/index.js": javaScriptTemplate,
    },
    message: "Pulumi runs bin/index.js, which is compiled from TypeScript",
  },
  {
    name: "another language",
    files: { "Pulumi.yaml": "name: scratch\nruntime: yaml\n" },
    message: "The project runs on yaml",
  },
  {
    name: "a file that hides the program",
    files: {
      "Pulumi.yaml": bare,
      "package.json": json({ name: "scratch" }),
      "index.ts": template,
      "index.json": "{}",
    },
    message: "Pulumi doesn't run the program that was written to index.ts",
  },
];

test.each(refused)(
  "[ADO-11] adopt refuses before anything is in the state, and leaves every file as it was: $name",
  async ({ files, message }) => {
    const page = await createShape(files);
    const contents = () => Promise.all(Object.keys(files).map((path) => read(page, path)));
    const before = await contents();

    const { code, stderr } = await adopt(page, "--yes");

    expect(stderr).toContain(message);
    expect(code).toBe(1);
    expect(await page.state()).toEqual({});
    expect(await contents()).toEqual(before);
    expect((await page.pulumi("config")).stdout).not.toContain("onCall");
  },
  patience,
);
