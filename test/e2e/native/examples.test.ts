import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";
import { parse } from "yaml";
import { readPreset } from "../../../emulator/preset/schema.ts";
import { parseInstant } from "../../../model/api/instant.ts";
import { definitions } from "../../../model/kinds/index.ts";
import { utcFrom } from "../../../sdk/wall-time.ts";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { generateSdks } from "../../../tools/engine/schema.ts";
import { examplePath, languages } from "../../../tools/generate/examples.ts";
import { reference } from "../../../tools/generate/reference.ts";
import { sender } from "../../cli/fill.ts";
import { createPythonPage, projectFile } from "../../engine/native.ts";
import { createPage, type Page } from "../../engine/page.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const run = promisify(execFile);
const [typescript, python, go, yaml] = languages;
const cookbook = await readFile(join(repositoryRoot, "docs/guides/maintenance-cookbook.md"), "utf8");

async function fillOtherHub({ emulator }: Page): Promise<void> {
  const send = sender(emulator, "globex");
  await send("POST", "/services", { group_id: 10, name: "Web", custom_id: "web" });
  await send("POST", "/incident_templates", { title: "Web is down", labels: ["web"] });
  await send("POST", "/maintenance_templates", { title: "Web upgrade", labels: ["web"] });
  emulator.clearRequests();
}

const found = {
  otherName: "Globex",
  webId: expect.any(String),
  platformServices: [expect.objectContaining({ name: "Web", customId: "web" })],
  webIncidents: [expect.objectContaining({ title: "Web is down" })],
  webMaintenances: [expect.objectContaining({ title: "Web upgrade" })],
};

test("[PKG-4] the examples declare the same page: each language and provider takes over the stack without a write, and preview agrees", async () => {
  const read = (language: (typeof languages)[number]) => readFile(examplePath(language), "utf8");
  const page = await createPythonPage(await read(python));
  await fillOtherHub(page);
  await page.pulumi("config", "set", "--secret", "slackUrl", "https://hooks.example.com/services/T0/B0/kTp4XqZ");
  const inYaml = (await read(yaml)).replace(/^name:.*\nruntime:.*\n/m, "");
  const inTypeScript = async (entry: string) => ({
    "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n`,
    "index.ts": (await read(typescript)).replace('"pulumi-statushub"', `"${entry}"`),
  });
  const dynamic = await inTypeScript("pulumi-statushub");
  const projects = [
    dynamic,
    await inTypeScript("pulumi-statushub/native"),
    { "Pulumi.yaml": projectFile("yaml", inYaml) },
    { "Pulumi.yaml": projectFile("python") },
    dynamic,
  ];

  for (const [index, files] of projects.entries()) {
    await page.write(files);
    expect(await page.up()).toMatchObject({
      code: 0,
      ...(index > 0 && { stdout: expect.stringMatching(/^Resources:\n +7 unchanged$/m) }),
    });
    // A recurring maintenance takes two writes, because the POST can't set the recurrence.
    expect(page.takeWrites()).toHaveLength(index === 0 ? Object.keys(definitions).length + 1 : 0);
    expect(await page.outputs()).toMatchObject(found);
    const prefix = files === dynamic ? "pulumi-nodejs:dynamic/statushub:" : "statushub:index:";
    const types = Object.values(await page.state()).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(Object.keys(definitions).map((kind) => prefix + kind)));
  }
  expect(await page.statushub(["preview"])).toEqual({ code: 0, stdout: "The page doesn't change.\n", stderr: "" });
});

test("every Go program in the reference compiles", async () => {
  const folder = await temporaryFolder();
  await generateSdks(join(folder, "sdks"));
  await writeFile(join(folder, "go.mod"), goModule);
  // Pages that show only their own resource take it from the whole example.
  const example = await readFile(examplePath(go), "utf8");
  const blocks = reference().flatMap(([, page]) => [...page.matchAll(/```go\n(.*?)```/gs)]);
  const shown = blocks.map(([, block = ""]) => block);
  const programs = [example, ...shown.filter((block) => block.startsWith("package "))];
  for (const [index, program] of programs.entries()) {
    await mkdir(join(folder, `program${index}`));
    await writeFile(join(folder, `program${index}/main.go`), program);
  }
  const options = { cwd: folder, env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" } };
  await run("go", ["mod", "tidy"], options);
  // Compiles all of them, and links none.
  const { stdout } = await run("go", ["list", "-trimpath", "-export", "-f", "{{.Name}}", "./program..."], options);
  expect(stdout.trim().split("\n")).toEqual(programs.map(() => "main"));
  // The example has its regions indented by a tab.
  const lines = new Set(example.split("\n").map((line) => line.trim()));
  const others = shown.filter((block) => !block.startsWith("package ")).flatMap((block) => block.trim().split("\n"));
  expect(others.filter((line) => !lines.has(line.trim()))).toEqual([]);
});

test("the cookbook's local time is the same in Python, Go and YAML", async () => {
  const folder = await temporaryFolder();
  const block = (language: string) => new RegExp(`\`{3}${language}\n(.*?)\`{3}`, "s").exec(cookbook)?.[1] ?? "";
  const { startTime } = parse(cookbook.match(/^startTime: .*$/m)?.[0] ?? "") as { startTime: string };
  await writeFile(join(folder, "local_time.py"), `${block("python")}print(start_time)`);
  await writeFile(join(folder, "local_time.go"), goProgram(block("go")));

  const options = { cwd: folder, env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" } };
  const [inPython, inGo] = await Promise.all([
    run(join(inject("python"), "python"), ["local_time.py"], options),
    run("go", ["run", "local_time.go"], options),
  ]);
  expect([inPython.stdout.trim(), inGo.stdout.trim()]).toEqual([startTime, startTime]);
  expect(parseInstant(startTime)).toBe(parseInstant(utcFrom("2028-02-06 03:00", "Europe/Berlin")));
});

const goProgram = (lines: string) => `package main

import (
	"fmt"
	"time"
)

func program() error {
	${lines}
	fmt.Println(startTime)
	return nil
}

func main() {
	if err := program(); err != nil {
		panic(err)
	}
}
`;

const goModule = `module programs

go 1.26

require (
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
	pulumi-statushub/sdk/go v0.0.0
)

replace pulumi-statushub/sdk/go => ./sdks/go
`;

const examples = join(import.meta.dirname, "../../../examples");
const read = (path: string) => readFile(join(examples, path), "utf8");

test.each([
  // The hub, 36 services, 11 templates, and the maintenance in two steps.
  {
    data: "cloud-gov/page.json",
    emulator: { preset: readPreset(join(examples, "cloud-gov/account.json")) },
    created: 50,
    writes: 1 + 36 + 11 + 2,
  },
  // The hub stays as it is. Four services and a template are created.
  { data: "statuspage/page.json", emulator: {}, created: 7, writes: 5 },
])(
  "[PKG-4] a whole page is created from $data, and has no drift afterwards",
  async ({ data, emulator, created, writes }) => {
    const page = await createPage({
      program: (await read("cloud-gov/index.ts")).replace('"pulumi-statushub"', '"pulumi-statushub/native"'),
      files: { "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n`, "page.json": await read(data) },
      emulator,
    });
    expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringContaining(`+ ${created} created`) });
    expect(page.takeWrites()).toHaveLength(writes);
    expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  },
);
