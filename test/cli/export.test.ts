import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { version } from "../../cli/package.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { fillLargePage, sender } from "./fill.ts";
import { startAccount, statushub } from "./statushub.ts";

const some = { services: 3, templates: 2, subscriptions: 2, maintenances: 3 };

/** An account with some records on hub acme, and a folder to write to. */
async function startPage(options: Parameters<typeof startAccount>[0] = {}) {
  const account = await startAccount(options);
  await fillLargePage(sender(account.emulator, "acme"), some);
  account.emulator.clearRequests();
  const cwd = await temporaryFolder();
  const tokens = account.emulator.records("services").map(({ token }) => String(token));
  return {
    ...account,
    cwd,
    run: (...args: string[]) => statushub(["export", ...args], { cwd, env: account.env }),
    read: (path: string) => readFile(join(cwd, path), "utf8"),
    secrets: [...tokens, "hooks.example.com", "application/private", account.emulator.apiKey],
  };
}

const filesIn = async (folder: string) => (await readdir(folder, { recursive: true })).sort();

describe("pulumi-statushub export", () => {
  it("writes a project with only GET requests, and prints the next steps on stderr", async () => {
    const { run, cwd, read, emulator } = await startPage();
    const { code, stdout, stderr } = await run("acme");

    expect(code).toBe(0);
    const files = await filesIn(join(cwd, "acme"));
    expect(stdout.trim().split("\n").sort()).toEqual(files);
    expect(files).toEqual([
      ".gitignore",
      "Pulumi.yaml",
      "import.json",
      "import.md",
      "index.ts",
      "package.json",
      "tsconfig.json",
    ]);
    // Until it is published, npm can't find it.
    expect(await read("acme/import.md")).toContain(`npm install ./pulumi-statushub-${version}.tgz`);
    expect(stderr).toContain('52 x Maintenance "Patching 0": an occurrence of the series 1');
    expect(stderr).toContain("pulumi config set --secret team0Address\n");
    expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("overwrites files only with --force, and with the same text", async () => {
    const { run, cwd, read } = await startPage();
    const readAll = async () => Promise.all((await filesIn(join(cwd, "acme"))).map((path) => read(`acme/${path}`)));
    await run("acme");
    const first = await readAll();
    await writeFile(join(cwd, "acme/index.ts"), "mine");

    const rejected = await run("acme");
    expect(rejected).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("--force") });
    expect(await read("acme/index.ts")).toBe("mine");

    expect(await run("acme", "--force")).toMatchObject({ code: 0 });
    expect(await readAll()).toEqual(first);
    expect(await readdir(cwd)).toEqual(["acme"]);
  });

  it("[ADO-7] writes no file with --dry-run and --json, and never prints a secret", async () => {
    const { run, cwd, read, secrets } = await startPage();
    const runs = [await run("acme", "--dry-run"), await run("acme", "--json"), await run("acme", "--out", "real")];

    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await readdir(cwd)).toEqual(["real"]);
    const { acme } = JSON.parse(runs[1]?.stdout ?? "");
    expect(acme.Service).toHaveLength(3);
    expect(acme.Subscription[0]).toMatchObject({ address: "[secret]", configuration: "[secret]", label: "Team 0" });
    const written = [await read("real/import.json"), await read("real/index.ts")];
    const shown = [...runs.flatMap(({ stdout, stderr }) => [stdout, stderr]), ...written].join("\n");
    for (const secret of secrets) expect(shown).not.toContain(secret);
  });

  it("[ADO-7] prints the file of a page with --as page, with the secrets to set on stderr and no other file", async () => {
    const { run, cwd, secrets } = await startPage();
    const { code, stdout, stderr } = await run("acme", "--as", "page", "--exclude", "service-2");

    expect(code).toBe(0);
    expect(stdout).toMatch(/^hub: \{ subdomain: acme/);
    expect(stdout).toContain("      service-0: { name: Service 0, ");
    expect(stdout).toContain("    address: { config: team0Address }\n");
    expect(stderr).toContain("pulumi config set --secret team0Address\n");
    expect(stderr).toContain("Import the records before you deploy the file");
    expect(await readdir(cwd)).toEqual([]);
    for (const secret of secrets) expect(stdout + stderr).not.toContain(secret);
  });

  it("selects by kind and by name or custom ID, and refers to excluded services by ID", async () => {
    const { run, read } = await startPage();
    await run("acme", "--kind", "hub", "service", "--include", "service-1", "Service 2", "--out", "a");
    await run("acme", "--exclude", "*ervice*", "team-*", "--out", "b");
    const [a, b] = [await read("a/index.ts"), await read("b/index.ts")];
    const declared = [...a.matchAll(/new statushub\.(\w+)\("([^"]+)"/g)].map(([, kind, name]) => `${kind} ${name}`);
    expect(declared).toEqual(["Hub acme", "Service service-1", "Service service-2"]);
    expect(b).toContain('serviceStatuses: [{ service: "1", status: "down" }]');
    expect(b).not.toContain("Team");

    const empty = await run("acme", "--exclude", "", "--dry-run");
    expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining("A pattern must not be empty. [SH6018]") });
  });

  it("exports all hubs that the key sees, each with its own names and folder", async () => {
    const { run, read, emulator } = await startPage();
    await sender(emulator, "globex")("POST", "/services", { name: "Service 0", group_id: 9 });
    expect(await run("--all")).toMatchObject({ code: 0 });
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
    const { stderr } = await run("acme", "--out", "a");
    expect(stderr).toMatch(/ {2}Maintenance "Deploy": it began when it was created, so a running `during` may/);
    expect(stderr).not.toContain("Patching 2");
    expect(emulator.requests.map(({ path }) => path)).not.toContain("/hubs/acme/maintenances/55");
    await run("acme", "--ended", "--out", "b");
    const [a, b] = [await read("a/index.ts"), await read("b/index.ts")];
    expect(a).not.toContain("service-2");
    expect(`${a}${b}`).not.toContain("Deploy");
    expect(a).not.toContain("2020-01-01");
    expect(b).toContain("2020-01-01");
  });

  it.each([
    [["nowhere"], 'Hub "nowhere" is not visible with this key'],
    [[], "The key sees several hubs. Pass one of acme, globex, acme-partners, or --all."],
    [
      ["--as", "page"],
      "The key sees several hubs. Pass one of acme, globex, acme-partners: a file describes one page.",
    ],
    [["acme", "--kind", "incident"], 'There is no kind "incident". Use one of hub, service,'],
  ])("reports a mistake on one line: %j", async (args, message) => {
    const { run, cwd } = await startPage();
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(await readdir(cwd)).toEqual([]);
  });
});
