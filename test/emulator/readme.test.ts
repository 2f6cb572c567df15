import { execFile, spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { openApiDocument } from "../../emulator/http/openapi.ts";
import type { Preset } from "../../emulator/index.ts";
import { startEmulator } from "./emulation.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");
const readme = await readFile(join(root, "emulator/README.md"), "utf8");

/** The code of the README in a language that has this in it. */
function codeOf(language: string, part: string): string {
  const blocks = [...readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, code = ""]) => code);
  return blocks.find((code) => code.includes(part)) ?? "";
}

/** A folder in which packages resolve as in this repository. */
async function workFolder(): Promise<string> {
  await mkdir(join(root, ".statushub"), { recursive: true });
  const folder = await mkdtemp(join(root, ".statushub/readme-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** The variables that the command prints. */
async function runningEmulator() {
  const { emulator } = await startEmulator();
  const env = { ...process.env, STATUSHUB_BASE_URL: emulator.url, STATUSHUB_API_KEY: emulator.apiKey };
  return { emulator, env };
}

it("the preset of the README is one", async () => {
  // What it is not, createEmulator says.
  const preset: Preset = JSON.parse(codeOf("json", "hubs"));
  const api = await startEmulator({ preset });
  expect((await api.get("/hubs/acme/services")).body.total).toBe(1);
  expect((await api.get("/hubs/acme-partners/incidents")).body.total).toBe(1);
});

it("the test in vitest passes as it stands", async () => {
  const folder = await workFolder();
  await writeFile(join(folder, "readme.test.ts"), codeOf("ts", "vitest"));
  const alias = { "pulumi-statushub/emulator": join(root, "emulator/index.ts") };
  const config = `export default ${JSON.stringify({ root: folder, resolve: { alias }, test: { include: ["*.test.ts"] } })}`;
  await writeFile(join(folder, "vitest.config.mjs"), config);
  const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", "--config", join(folder, "vitest.config.mjs")];
  const { stdout } = await run(process.execPath, args, { cwd: folder, env: { ...process.env, NO_COLOR: "1" } });
  expect(stdout).toContain("1 passed");
});

it("the requests with curl succeed as they stand", async () => {
  const { emulator, env } = await runningEmulator();
  await run("sh", ["-e", "-c", codeOf("sh", "curl")], { env });
  expect(emulator.records("hubs")[0]?.name).toBe("Acme status");
});

// What pytest does with the file, for machines that have Python and not pytest.
const pytest = `
import sys, runpy
names = runpy.run_path(sys.argv[1])
tests = [name for name in names if name.startswith("test_")]
for name in tests:
    names["setup_function"]()
    names[name]()
print(len(tests), "passed")
`;

const pythons = ["python3"].filter((command) => spawnSync(command, ["--version"]).status === 0);

it.each(pythons)("the test in pytest passes as it stands, by %s and its standard library", async (python) => {
  const { emulator, env } = await runningEmulator();
  const file = join(await workFolder(), "test_readme.py");
  await writeFile(file, codeOf("python", "def test_"));
  const { stdout } = await run(python, ["-I", "-c", pytest, file], { env });
  expect(stdout).toBe("1 passed\n");
  expect(emulator.records("incidents")).toHaveLength(1);
});

it("the table of refusals has every status of the document", () => {
  const { paths } = openApiDocument("http://localhost") as {
    paths: Record<string, Record<string, { responses: object }>>;
  };
  const documented = Object.values(paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ responses }) => Object.keys(responses)),
  );
  const listed = [...readme.matchAll(/^\| (\d{3}) \|/gm)].map(([, status]) => status);
  expect(listed).toEqual(expect.arrayContaining([...new Set(documented)].filter((status) => status !== "200")));
});
