import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { down, maintenance } from "../../emulator/scene.ts";
import { fakeProject, projectWith } from "../fake-project.ts";
import { explicit, managed, startPage, startProject } from "../managed-project.ts";
import { failing, printing, statushub } from "../statushub.ts";

describe("the template", () => {
  it("[INC-1] is found with its hub by its name in the stack, without a look at secrets", async () => {
    const { emulator, env } = await startPage("API is down", "Cause found");
    const twice = ["1", "2"].map((id) => managed({ name: "twice", id }));
    const resources = [managed({ name: "api-down", id: "1" }), ...twice];
    const { run, calls } = await startProject(resources, { config: "{}", env });
    const open = (name: string) => run("incident", "open", name, "--yes", "--stack", "prod");
    expect(await open("api-down")).toMatchObject(printing("Opened acme/1."));
    const several = 'Several records match IncidentTemplate "twice": acme/2, acme/1.';
    expect(await open("twice")).toMatchObject(failing(several));
    const exports = (await calls()).filter((call) => call.startsWith("stack export"));
    expect(exports.filter((call) => call.includes("--show-secrets"))).toEqual([]);
    expect(emulator.records("incidents")).toHaveLength(1);
  });

  it("is found by its title without a selected stack, in an account that the options name", async () => {
    const { emulator, env, writes } = await startPage("API is down");
    const { folder, PATH } = await fakeProject({});
    const open = (...args: string[]) =>
      statushub(["incident", "open", "API is down", "--yes", ...args], { cwd: folder, env: { ...env, PATH } });
    const refused = await open("--hub", "acme");
    expect(refused).toMatchObject(failing(/It isn't known which account this project means: .* \[SH6004\]\n$/));
    expect(writes()).toBe(0);
    const opened = await open("--base-url", emulator.url, "--hub", "acme");
    expect(opened).toMatchObject(printing("Opened acme/1."));
  });

  it("isn't looked for in the account of the environment if only the state can't be read", async () => {
    const { env, writes } = await startPage("Somebody else's");
    const { folder, PATH } = await fakeProject({ config: "{}" });
    for (const args of [
      ["incident", "open", "Somebody else's", "--hub", "acme", "--yes"],
      ["incident", "list"],
      ["during", "Somebody else's", "--hub", "acme", "--", "true"],
    ])
      expect(await statushub(args, { cwd: folder, env: { ...env, PATH } })).toMatchObject(failing("[SH6004]"));
    expect(writes()).toBe(0);
  });

  it("[INC-4] is found by its exact title or its ID without pulumi, on a hub of an account that the options name", async () => {
    const { emulator, env } = await startPage("API is down", "Cause found");
    const { folder, PATH } = await projectWith('echo "$@" >> "$(dirname "$0")/calls"; sleep 1000');
    const account = ["--base-url", emulator.url];
    const run = (...args: string[]) =>
      statushub(["incident", ...args, ...account], { cwd: folder, env: { ...env, PATH } });
    expect(await run("open", "API is down", "--hub", "acme", "--yes")).toMatchObject(printing("Opened acme/1."));
    expect(await run("update", "acme/1", "2", "--yes")).toMatchObject(printing("Updated acme/1."));
    expect(await run("list")).toMatchObject(printing("acme/1"));
    expect(await run("resolve", "acme/1", "--yes")).toMatchObject(printing("Resolved acme/1."));
    expect(existsSync(join(folder, "calls"))).toBe(false);
  });

  it("is refused if its ID, its title or its name in the stack is another one's, too", async () => {
    const { env, writes } = await startPage("Security breach", "API is down", "Slow API");
    const resources = [managed({ name: "breach", id: "1" }), managed({ name: "1", id: "3" })];
    const { run } = await startProject(resources, { config: "{}", env });
    const open = (name: string) => run("incident", "open", name, "--hub", "acme", "--stack", "prod", "--yes", "--json");
    expect(await open("1")).toMatchObject(failing("acme/3, acme/1. Pass an ID,"));
    expect(writes()).toBe(0);
    expect(JSON.parse((await open("3")).stdout)).toMatchObject({ title: "Slow API" });
    expect(JSON.parse((await open("breach")).stdout)).toMatchObject({ title: "Security breach" });
  });

  it.each([
    { "list-fields": "minimal" },
    { "list-fields": "shortened" },
    { "lower-case": "incident_templates.title" },
  ] as const)("is found by its title if StatusHub shows it otherwise: %j", async (assume) => {
    const { emulator, env } = await startPage("API is down", "API is slow");
    emulator.assume(assume);
    const result = await statushub(["incident", "open", "API is down", "--hub", "acme", "--yes"], { env });
    expect(result).toMatchObject(printing("Opened acme/1."));
  });

  it("isn't found by its name if the account of the stack has moved since the last up", async () => {
    const [before, now] = [await startPage("API is down"), await startPage("All is well")];
    const provider = { ...explicit("default", before.emulator), inputs: { "statushub:baseUrl": before.emulator.url } };
    const config = { "statushub:baseUrl": { value: now.emulator.url } };
    const { run } = await startProject([provider, managed({ name: "api-down", id: "1" })], {
      config: JSON.stringify(config),
      env: now.env,
    });
    const open = (...args: string[]) => run("incident", "open", "api-down", "--yes", ...args);
    const refusal = new RegExp(`are at ${before.emulator.url},.* names ${now.emulator.url} .*SH6021`, "s");
    expect(await open("--stack", "prod")).toMatchObject(failing(refusal));
    const elsewhere = await open("--stack", "prod", "--base-url", now.emulator.url);
    expect(elsewhere).toMatchObject(failing(refusal));
    expect([before.writes(), now.writes()]).toEqual([0, 0]);
  });

  it("is said to be gone if the stack has it and somebody has deleted it, instead of proposing the same name", async () => {
    const { env } = await startPage();
    const { run } = await startProject([managed({ name: "breach", id: "1" })], { config: "{}", env });
    expect(await run("incident", "open", "breach", "--stack", "prod")).toMatchObject(
      failing(
        /but StatusHub doesn't return it: it was deleted, or .* pulumi up --refresh creates it again\. \[SH6204\]\n$/,
      ),
    );
  });

  it("isn't found by its name on another account's hub with the same ID, whether or not the state says which account it had", async () => {
    const { env, writes } = await startPage("API is down");
    const template = managed({ name: "api-down", id: "1" });
    const resources = [{ ...template, outputs: { hubId: "1", __hubCreatedAt: "2001-01-01T00:00:00Z" } }];
    const { run } = await startProject(resources, { config: "{}", env });
    const refused = await run("incident", "open", "api-down", "--yes", "--stack", "prod");
    expect(refused).toMatchObject(failing("but the one in the state 2001-01-01"));
    expect(writes()).toBe(0);
  });

  it("isn't suggested on a hub that doesn't have it", async () => {
    const { env } = await startPage("API is down");
    const { run } = await startProject([managed({ name: "breach", id: "1" })], { config: "{}", env });
    const result = await run("incident", "open", "breach", "--stack", "prod", "--hub", "globex");
    expect(result).toMatchObject(
      failing(/^There is no IncidentTemplate "breach" on hub globex\. It is on hub acme\. \[SH6204\]\n$/),
    );
  });
});

describe("with two accounts that have the same hub", () => {
  async function startAccounts(kind: string, options: { config?: string } = {}) {
    const [us, eu] = [await startPage("API is down"), await startPage("API is down")];
    const resources = [
      ...[explicit("us", us.emulator), explicit("eu", eu.emulator)],
      ...["us", "eu"].map((provider) => managed({ kind, name: `${provider}-template`, id: "1", provider })),
    ];
    return { us, eu, ...(await startProject(resources, options)) };
  }

  it("[DUR-4] the printed command reaches the account of the template, and a shorter one is refused", async () => {
    const { us, eu, run } = await startAccounts("IncidentTemplate", { config: "{}" });
    for (const name of ["us-template", "eu-template"])
      expect(await run("incident", "open", name, "--stack", "prod", "--yes")).toMatchObject({ code: 0 });
    const again = await run("incident", "open", "us-template", "--stack", "prod", "--yes");
    expect(again.stdout).toContain("Open since");
    for (const args of [["resolve", "acme/1", "--yes"], ["list"]])
      expect(await run("incident", ...args, "--stack", "prod")).toMatchObject({
        code: 1,
        stderr: `The stack has records in several accounts. Pass one of ${us.emulator.url}, ${eu.emulator.url} with --base-url. [SH6008]\n`,
      });
    us.emulator.softDelete("incidents", 1);
    const opened = await run("incident", "open", "us-template", "--stack", "prod", "--yes");
    const [, resolve = ""] = /npx pulumi-statushub (incident resolve .*)\n/.exec(opened.stdout) ?? [];
    expect(await run(...resolve.split(" "), "--yes")).toMatchObject({ code: 0, stdout: "Resolved acme/2.\n" });
    expect(await run("incident", "list", "--stack", "prod", "--base-url", us.emulator.url)).toMatchObject({
      stdout: "No incident is open.\n",
    });
    expect(eu.emulator.records("incidents")).toMatchObject([{ end_time: null }]);
  });

  it("[DUR-4] during prints commands for the account of its maintenance", async () => {
    const { us, eu, run } = await startAccounts("MaintenanceTemplate");
    const body = { title: "Work", duration: 45, service_statuses: down() };
    for (const { emulator } of [us, eu])
      emulator.perform("createMaintenanceTemplate", { params: { subdomain: "acme" }, body });
    const during = (name: string) => run("during", name, "--stack", "prod", "--on-failure", "keep", "--", "false");
    await during("us-template");
    const { stderr } = await during("eu-template");
    const [, end = ""] = /npx pulumi-statushub (during .*) \[SH6212\]/.exec(stderr) ?? [];
    expect(stderr).toContain(`incident open --hub acme --stack prod --base-url ${eu.emulator.url}\n`);
    const unclear = await run("during", "--end", "acme/1", "--stack", "prod");
    expect(unclear).toMatchObject(failing("with --base-url. [SH6008]"));
    expect(await run(...end.split(" "))).toMatchObject({ code: 0, stderr: "Maintenance acme/1 has ended.\n" });
    expect([us, eu].map(({ emulator }) => Date.parse(String(emulator.records("maintenances")[0]?.end_time)))).toEqual([
      expect.closeTo(Date.now() + 45 * 60_000, -6),
      expect.closeTo(Date.now(), -5),
    ]);
  });
});

describe("during --end", () => {
  it.each([
    ["by the options of the stack's own account", true, true],
    ["by another address", true, false],
    ["without a selected stack", false, true],
  ])("ends nothing that the stack may manage, %s", async (_, isReadable, isSame) => {
    const { emulator, env, writes } = await startPage();
    const [start_time, end_time] = [0, 3_600_000].map((later) => new Date(Date.now() + later).toISOString());
    const body = maintenance({ start_time, end_time });
    emulator.perform("createMaintenance", { params: { subdomain: "acme" }, body });
    const resources = [managed({ kind: "Maintenance", name: "work", id: "1" })];
    const { folder, PATH } = await fakeProject({
      config: { "statushub:baseUrl": { value: isSame ? emulator.url : "http://localhost:1" } },
      ...(isReadable && { stack: { deployment: { resources } } }),
    });
    const args = ["during", "--end", "acme/1", "--base-url", emulator.url];
    const options = isReadable ? ["--stack", "prod"] : [];
    const result = await statushub([...args, ...options], { cwd: folder, env: { ...env, PATH } });
    const code = isReadable ? "managed by the resource work" : "[SH6002]";
    expect(result).toMatchObject(failing(code));
    expect(writes()).toBe(0);
  });
});
