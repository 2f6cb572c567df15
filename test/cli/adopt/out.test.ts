import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../temporary-folder.ts";
import { fillLargePage, sender } from "../fill.ts";
import { failing, startAccount, statushub } from "../statushub.ts";

const some = { services: 3, templates: 2, subscriptions: 2, maintenances: 3 };

/** An account with some records on hub acme, and a folder to write to. */
async function startPage() {
  const { emulator, env } = await startAccount();
  await fillLargePage(sender(emulator, "acme"), some);
  emulator.clearRequests();
  const cwd = await temporaryFolder();
  const tokens = emulator.records("services").map(({ token }) => String(token));
  return {
    emulator,
    env,
    cwd,
    run: (...args: string[]) => statushub(["adopt", "acme", ...args], { cwd, env }),
    read: (path: string) => readFile(join(cwd, path), "utf8"),
    secrets: [...tokens, "hooks.example.com", "secret-1", "application/private", emulator.apiKey],
  };
}

const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

it("writes nothing to a folder that has one of the files, and takes no --force", async () => {
  const { run, cwd, read } = await startPage();
  await writeFile(join(cwd, ".gitignore"), ".env");
  expect(await run("--out", ".")).toMatchObject(failing(/already has \.gitignore\. Choose a different/));
  expect(await run("--out", ".", "--force")).toMatchObject(failing("'--force'"));
  expect(await filesIn(cwd)).toEqual([".gitignore"]);
  expect(await read(".gitignore")).toBe(".env");
});

it("[ADO-7] [SUB-7] writes no file with --dry-run and --json, only reads, names the files and the secrets to set, and never shows a secret", async () => {
  const { run, cwd, read, secrets, emulator } = await startPage();
  // Its method and its address are all that could name it.
  emulator.edit("subscriptions", 2, { label: null });
  const runs = [await run("--out", "dry", "--dry-run"), await run("--json"), await run("--out", "real")];

  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await readdir(cwd)).toEqual(["real"]);
  const files = await filesIn(join(cwd, "real"));
  expect(runs[2]?.stdout.trim().split("\n").sort()).toEqual(files);
  expect(files).toEqual(expect.arrayContaining(["Pulumi.yaml", "import.json", "index.ts", "package.json"]));
  expect(runs[2]?.stderr).toContain("pulumi config set --secret team0Address\n");
  expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  const { acme } = JSON.parse(runs[1]?.stdout ?? "");
  expect(acme.Service).toHaveLength(3);
  expect(acme.Subscription[0]).toMatchObject({ address: "[secret]", configuration: "[secret]", label: "Team 0" });
  const written = [await read("real/import.json"), await read("real/index.ts")];
  const shown = [...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]), ...written].join("\n");
  for (const secret of secrets) expect(shown).not.toContain(secret);
});

it("selects by kind, and refers to services that are left out by ID", async () => {
  const { run, read } = await startPage();
  await run("--kind", "hub", "incident-template", "--out", "status");
  const program = await read("status/index.ts");
  expect(program).toContain('serviceStatuses: [{ service: "1", status: "down" }]');
  expect(program).not.toMatch(/Service\(|Subscription\(/);
});

it("writes all hubs that the key sees, each with its own names and folder", async () => {
  const { cwd, env, read, emulator } = await startPage();
  await sender(emulator, "globex")("POST", "/services", { name: "Service 0", group_id: 9 });
  expect(await statushub(["adopt", "--all", "--out", "statushub"], { cwd, env })).toMatchObject({ code: 0 });
  expect(await read("statushub/index.ts")).toBe(
    'import "./acme/index.ts";\nimport "./globex/index.ts";\nimport "./acme-partners/index.ts";\n',
  );
  expect(await read("statushub/globex/index.ts")).toContain(
    'export const service0 = new statushub.Service("globex-service-0"',
  );
});

it("leaves out deleted records, that of a running during with the reason and, without --ended, history in silence", async () => {
  const { run, read, emulator } = await startPage();
  emulator.softDelete("services", 3);
  emulator.clock.set(Date.UTC(2026, 0, 1));
  const times = { start_time: "2020-01-01T00:00:00Z", end_time: "2020-01-02T00:00:00Z" };
  emulator.edit("maintenances", 55, times);
  await sender(emulator, "acme")("POST", "/maintenances", {
    ...{ title: "Deploy", body: "", service_statuses: [{ service_id: 1, status: "down" }] },
    ...{ start_time: "2026-01-01T00:00:00Z", end_time: "2026-01-01T01:00:00Z" },
  });
  emulator.clearRequests();
  const { stderr } = await run("--out", "a");
  expect(stderr).toMatch(/ {2}Maintenance "Deploy": it began when it was created, so a running `during` may/);
  expect(stderr).not.toContain("Patching 2");
  expect(emulator.requests.map(({ path }) => path)).not.toContain("/hubs/acme/maintenances/55");
  await run("--ended", "--out", "b");
  const [a, b] = [await read("a/index.ts"), await read("b/index.ts")];
  expect(a).not.toContain("service-2");
  expect(`${a}${b}`).not.toContain("Deploy");
  expect(a).not.toContain("2020-01-01");
  expect(b).toContain("2020-01-01");
});
