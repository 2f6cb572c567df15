import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { lookups } from "../../../provider/functions/index.ts";
import { definitions } from "../../../provider/resources/index.ts";
import { examplePath, languages } from "../../../tools/docs/examples.ts";
import { renderReference } from "../../../tools/docs/reference.ts";
import { bindSchema } from "../../../tools/schema/pulumi.ts";
import { compileTime, createPythonPage, plugin } from "../../engine/native.ts";
import { createPage, type Page } from "../../engine/page.ts";

const run = promisify(execFile);
const [, python, , yaml] = languages;

/** The example of a language, with all of its topics, deployed on a hub beside one that others look up. */
async function deploy(page: Page): Promise<void> {
  const post = (path: string, body: object) =>
    fetch(`${page.emulator.url}/hubs/globex/${path}`, {
      method: "POST",
      headers: { "X-API-KEY": page.emulator.apiKey, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  await post("services", { group_id: 10, name: "Web", custom_id: "web" });
  await post("incident_templates", { title: "Web is down", labels: ["web"] });
  await post("maintenance_templates", { title: "Web upgrade", labels: ["web"] });
  page.takeWrites();
  await page.pulumi("config", "set", "--secret", "slackUrl", "https://hooks.example.com/services/T0/B0/kTp4XqZ");

  expect(await page.up()).toMatchObject({ code: 0 });
  expect(page.takeWrites()).toHaveLength(Object.keys(definitions).length + 1);
  const id = expect.any(String);
  expect(await page.outputs()).toMatchObject({
    otherName: "Globex",
    webId: id,
    platformServices: [{ id, name: "Web", customId: "web" }],
    webIncidents: [{ id, title: "Web is down" }],
    webMaintenances: [{ id, title: "Web upgrade" }],
  });
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
}

test("the example in YAML shows every resource and every function, and is clean afterwards", async () => {
  const text = `${await readFile(examplePath(yaml), "utf8")}plugins: { providers: [{ name: statushub, path: ${plugin} }] }\n`;
  const page = await createPage({ program: "", files: { "Pulumi.yaml": text } });
  await deploy(page);
});

test(
  "the example in Python shows every resource and every function, and is clean afterwards",
  async () => {
    const page = await createPythonPage(await readFile(examplePath(python), "utf8"));
    await deploy(page);
  },
  compileTime,
);

test(
  "every program in Go that the reference shows compiles",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "statushub-go-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await bindSchema(join(folder, "sdks"));
    await writeFile(join(folder, "go.mod"), goModule);
    const programs = [...renderReference().values()].flatMap((page) => [...page.matchAll(/```go\n(.*?)```/gs)]);
    for (const [index, [, program = ""]] of programs.entries()) {
      await mkdir(join(folder, `program${index}`));
      await writeFile(join(folder, `program${index}/main.go`), program);
    }
    const options = { cwd: folder, env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" } };
    await run("go", ["mod", "tidy"], options);
    // Compiles all of them, and links none.
    const { stdout } = await run("go", ["list", "-trimpath", "-export", "-f", "{{.Name}}", "./program..."], options);
    const topics = [definitions, lookups].flatMap(Object.keys);
    expect(stdout.trim().split("\n")).toEqual(topics.map(() => "main"));
  },
  compileTime,
);

const goModule = `module programs

go 1.26

require (
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
	pulumi-statushub/sdk/go v0.0.0
)

replace pulumi-statushub/sdk/go => ./sdks/go
`;
