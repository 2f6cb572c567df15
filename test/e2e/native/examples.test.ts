import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { go as keepInGo } from "../../../cli/keep/go.ts";
import { readPreset } from "../../../emulator/preset/schema.ts";
import { parseInstant } from "../../../model/api/instant.ts";
import { definitions } from "../../../model/kinds/index.ts";
import { outputOf } from "../../../tools/command.ts";
import { goEnvironment, goFlags, goFolder } from "../../../tools/engine/go.ts";
import { readText } from "../../../tools/engine/local.ts";
import { generateSdks } from "../../../tools/engine/schema.ts";
import { examplePath, languages } from "../../../tools/generate/examples.ts";
import { filledPages } from "../../../tools/generate/filled-pages.ts";
import { reference } from "../../../tools/generate/reference.ts";
import { sender } from "../../cli/fill.ts";
import { declaredAt, recipe } from "../../docs/recipe.ts";
import { createPythonPage, projectFile } from "../../engine/native.ts";
import { createPage, type Page } from "../../engine/page.ts";
import { samples } from "../../samples/index.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

const [typescript, python, go, yaml] = languages;

async function fillOtherHub({ emulator }: Page): Promise<void> {
  const send = sender(emulator, "globex");
  await send("POST", "/services", { group_id: 10, name: "Web", custom_id: "web" });
  await send("POST", "/incident_templates", { title: "Web is down", labels: ["web"] });
  await send("POST", "/maintenance_templates", { title: "Web upgrade", labels: ["web"] });
  emulator.clearRequests();
}

const outputs = {
  webhook: "[secret]",
  otherName: "Globex",
  webId: expect.any(String),
  platformServices: [expect.objectContaining({ name: "Web", customId: "web" })],
  webIncidents: [expect.objectContaining({ title: "Web is down" })],
  webMaintenances: [expect.objectContaining({ title: "Web upgrade" })],
};

/** With both names exchanged, a program renames what the one before it declares. */
const renamed = (program: string) =>
  program.replace(/\b(checkout|payments)\b/g, (name) => (name === "checkout" ? "payments" : "checkout"));

test("[PKG-4] the examples declare the same page: each language and provider takes over the stack without a write, also if it renames a resource, and preview agrees", async () => {
  const read = (language: (typeof languages)[number]) => readFile(examplePath(language), "utf8");
  const page = await createPythonPage(renamed(await read(python)));
  await fillOtherHub(page);
  await page.pulumi("config", "set", "--secret", "slackUrl", "https://hooks.example.com/services/T0/B0/kTp4XqZ");
  const inYaml = (await read(yaml))
    .replace(/^name:.*\nruntime:.*\n/m, "")
    .replace("prod::status-page", "test::scratch");
  const inTypeScript = async (entry: string) => ({
    "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n`,
    "index.ts": (await read(typescript)).replace('"pulumi-statushub"', `"${entry}"`),
  });
  const dynamic = await inTypeScript("pulumi-statushub");
  const native = await inTypeScript("pulumi-statushub/native");
  // In YAML, it is a line in the source of the language host. In an ES module, the SDK finds it only inside functions.
  const projects = [
    { files: dynamic, position: undefined },
    { files: { ...native, "index.ts": renamed(native["index.ts"]) }, position: undefined },
    { files: { "Pulumi.yaml": projectFile("yaml", inYaml) }, position: /^project:\/\/\/(\.\.\/)+.*pulumi-yaml@/ },
    { files: { "Pulumi.yaml": projectFile("python") }, position: /^project:\/\/\/__main__\.py#\d+$/ },
    { files: dynamic, position: undefined },
  ];

  for (const [index, { files, position }] of projects.entries()) {
    await page.write(files);
    expect(await page.up()).toMatchObject({
      code: 0,
      ...(index > 0 && { stdout: expect.stringMatching(/^Resources:\n +13 unchanged$/m) }),
    });
    // The resources, without the stack. A recurring maintenance takes two writes, because the POST can't set the recurrence.
    expect(page.takeWrites()).toHaveLength(index === 0 ? 12 + 1 : 0);
    expect(await page.outputs()).toMatchObject(outputs);
    const prefix = files === dynamic ? "pulumi-nodejs:dynamic/statushub:" : "statushub:index:";
    const state = await page.state();
    if (position === undefined) expect(state.api).not.toHaveProperty("sourcePosition");
    else expect(state.api?.sourcePosition).toMatch(position);
    const types = Object.values(state).map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(Object.keys(definitions).map((kind) => prefix + kind)));
  }
  expect(await page.statushub(["preview"])).toEqual({ code: 0, stdout: "The page doesn't change.\n", stderr: "" });
});

// The first one is the page's. The clocks go forward on the second one.
const dates = ["2026-12-06", "2099-03-29"] as const;

/** What the recipe declares in TypeScript, for each of the dates. */
const declaredInTypeScript = () =>
  dates
    .flatMap((date) => declaredAt(Date.now(), recipe.replace(dates[0], date)))
    .map(({ name, startTime, endTime }) => seen(name, startTime, endTime));
const seen = (name = "", start = "", end = "") => [name, parseInstant(start), parseInstant(end)];
const [year, month, day] = dates[1].split("-").map(Number);

test("the recipe for every second Sunday declares the same date in Python as in TypeScript", async () => {
  const expected = declaredInTypeScript();
  const inPython = await read("second-sunday/__main__.py");
  const page = await createPythonPage("");
  const laterInPython = inPython.replace("date(2026, 12, 6)", `date(${year}, ${month}, ${day})`);
  for (const [index, program] of [inPython, laterInPython].entries()) {
    await page.write({ "__main__.py": program });
    expect(await page.up()).toMatchObject({ code: 0 });
    const [name = "", record] = Object.entries(await page.state()).find(([key]) => key.startsWith("patching-")) ?? [];
    expect(seen(name, String(record?.inputs.startTime), String(record?.inputs.endTime))).toEqual(expected[index]);
  }
});

test("every Go program in the reference and the guides compiles, and so does what drift --keep prints; the recipe declares the same date in Go as in TypeScript", async () => {
  const folder = await createGoModule();
  // Pages that show only a part take it from the whole example.
  const example = await readFile(examplePath(go), "utf8");
  const blocks = [...reference(), ...filledPages()].flatMap(([, page]) => [...page.matchAll(/```go\n(.*?)```/gs)]);
  const shown = blocks.map(([, block = ""]) => block);
  const programs = [example, ...shown.filter((block) => block.startsWith("package ")), keptInGo()];
  for (const [index, program] of programs.entries()) {
    await mkdir(join(folder, `program${index}`));
    await writeFile(join(folder, `program${index}/main.go`), program);
  }
  // Compiles all of them, and links none.
  const list = ["list", "-trimpath", "-export", "-f", "{{.Name}}", "./program..."];
  const compiled = await outputOf("go", list, goOptions(folder));
  expect(compiled.trim().split("\n")).toEqual(programs.map(() => "main"));
  // The example has its regions indented by a tab.
  const lines = new Set(example.split("\n").map((line) => line.trim()));
  const others = shown.filter((block) => !block.startsWith("package ")).flatMap((block) => block.trim().split("\n"));
  expect(others.filter((line) => !lines.has(line.trim()))).toEqual([]);

  const inGo = await read("second-sunday/main.go");
  const later = inGo.replace("2026, time.December, 6", `${year}, ${month}, ${day}`);
  await mkdir(join(folder, "recipes"));
  await writeFile(join(folder, "recipes/main.go"), goProgram([inGo, later]));
  const stdout = await outputOf("go", ["run", ...goFlags(), "./recipes"], goOptions(folder));
  const declared = stdout.trim().split("\n");
  expect(declared.map((line) => seen(...line.split(" ")))).toEqual(declaredInTypeScript());
});

/** Declares each property of each kind with each of its samples that `drift --keep` writes. */
function keptInGo(): string {
  const resources = Object.entries(samples).flatMap(([kind, { properties }]) =>
    [0, 1, 2].map((index) => {
      const lines = Object.entries(properties).flatMap(([property, { values }]) => {
        const type = definitions[kind]?.properties[property]?.type;
        const value = values[index]?.declared ?? null;
        return (type && value !== null && keepInGo.property(property, value, type)) || [];
      });
      return `statushub.New${kind}(ctx, "${index}", &statushub.${kind}Args{\n${lines.join("\n")}\n})`;
    }),
  );
  return `package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"pulumi-statushub/sdk/go/statushub"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		${resources.join("\n")}
		return nil
	})
}
`;
}

/** A program that prints what the recipes declare. Pulumi's mocks stand in for its engine, because there may be no host for Go. */
const goProgram = (programs: readonly string[]) => `package main

import (
	"fmt"
	"slices"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"

	"pulumi-statushub/sdk/go/statushub"
)

type mocks struct{}

func (mocks) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	return args.Args, nil
}

func (mocks) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	if start, ok := args.Inputs["startTime"]; ok {
		fmt.Println(args.Name, start.StringValue(), args.Inputs["endTime"].StringValue())
	}
	return args.Name, args.Inputs, nil
}

func main() {
	programs := []pulumi.RunFunc{${programs.map((program) => `${/^func declare\((.*)^}$/ms.exec(program)?.[0].replace("declare", "")},`).join("\n")}}
	for _, program := range programs {
		if err := pulumi.RunErr(program, pulumi.WithMocks("project", "stack", mocks{})); err != nil {
			panic(err)
		}
	}
}
`;

test("PyPI would show the README for Python, whose program is the guide's", async () => {
  const name = (await readdir(inject("pythonSdk"))).find((entry) => entry.endsWith(".dist-info")) ?? "";
  const metadata = await readFile(join(inject("pythonSdk"), name, "METADATA"), "utf8");
  const [, program = ""] = /# __main__.py\n(.*?)```/s.exec(readText("docs/guides/python-go.md")) ?? [];
  expect(metadata).toContain(`\n\n# pulumi_statushub\n\n`);
  expect(metadata).toContain(`\n\n${program.replace(/^(?=.)/gm, "    ")}\n`);
});

/**
 * Creates a Go module that finds the SDK in Go. All else has the versions of the generator's module, so that Pulumi's SDK, which
 * the generator contains, isn't compiled a second time.
 */
async function createGoModule(): Promise<string> {
  const folder = await temporaryFolder();
  await generateSdks(join(folder, "sdks"));
  const pinned = await readFile(join(goFolder("pulumi"), "go.mod"), "utf8");
  await writeFile(join(folder, "go.mod"), `${pinned}${sdkInGo}`);
  await copyFile(join(goFolder("pulumi"), "go.sum"), join(folder, "go.sum"));
  return folder;
}

const sdkInGo = `
require pulumi-statushub/sdk/go v0.0.0

replace pulumi-statushub/sdk/go => ./sdks/go
`;

const goOptions = (cwd: string) => ({ cwd, env: goEnvironment });

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
