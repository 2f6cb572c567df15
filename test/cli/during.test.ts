import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Emulator } from "../../emulator/index.ts";
import { endOf } from "../../model/kinds/maintenance-series.ts";
import { down, fillHub } from "../emulator/scene.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { fakeProject } from "./fake-project.ts";
import { failing, startAccount, startStatushub, statushub } from "./statushub.ts";

const announced = ["Deploy", "--hub", "acme"];

/** What a run prints about its maintenance, and the command in between. */
const around = (printed: string) =>
  new RegExp(
    `^Maintenance acme/\\d+ \\(\\S+\\) is open until \\S+ at the latest\\. To end it now, run: [^\\n]*\\n${printed}Maintenance acme/\\d+ has ended\\.\\n`,
  );

async function startPage() {
  const { emulator, env } = await startAccount({ limits: "real" });
  const words = { title: "Deploy", body: "<p>Text</p>", service_statuses: down() };
  fillHub(emulator, [
    ["createMaintenanceTemplate", { ...words, duration: 45, silent: true }],
    ["createMaintenanceTemplate", { body: "Text" }],
  ]);
  const during = (...args: string[]) => statushub(["during", ...announced, ...args], { env });
  return { emulator, env, during };
}

/** Starts a run, and waits until its command has printed a line. */
async function startDuring(env: NodeJS.ProcessEnv, script: string, ...options: string[]) {
  const child = startStatushub(["during", ...announced, ...options, "--", "sh", "-c", script], { env });
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout, "data");
  return { child, ended };
}

const openIn = (emulator: Emulator) =>
  emulator.records("maintenances").filter((record) => endOf(record) > Date.now() + 2000).length;

describe("pulumi-statushub during", () => {
  it("[DUR-2] exits with the code of the command, whose output is untouched, silently and within the rate limits", async () => {
    const { emulator, during } = await startPage();
    expect(await during("--", "sh", "-c", "printf 'out\\033[1m'; printf err >&2; exit 7")).toEqual({
      code: 7,
      stdout: "out\u001b[1m",
      stderr: expect.stringMatching(around("err")),
    });
    expect(emulator.records("maintenances")).toMatchObject([
      { title: "Deploy", body: "<p>Text</p>", silent: true, service_statuses: down() },
    ]);
    // A notification can't be recalled.
    expect(emulator.requests.find(({ method }) => method === "PUT")?.body).toMatchObject({ silent: true });
    expect(openIn(emulator)).toBe(0);
    expect(emulator.requests.filter(({ status }) => status === 429)).toEqual([]);
  });

  it("exits with 127 or 126 if the command can't be started, and announces nothing", async () => {
    const { emulator, during } = await startPage();
    const file = join(await temporaryFolder(), "script");
    await writeFile(file, "");
    const [missing, other] = await Promise.all([during("--", "no-such-command"), during("--", file)]);
    expect(missing).toMatchObject({ code: 127, stderr: 'There is no command "no-such-command". [SH6208]\n' });
    expect(other).toMatchObject(failing(/permission denied\. \[SH6208\]\n$/, 126));
    expect(emulator.requests).toEqual([]);
  });

  it.each([
    [["--at-most", "45", "--", "true"], "[SH6202]"],
    [["--"], "[SH6201]"],
    [["--if-changes", "", "--", "true"], "[SH6018]"],
    [["other", "--", "true"], "[SH6201]"],
    [["--if-changes", "--", "npx", "pulumi", "up", "--stack", "prod"], "Pass it the same --stack"],
    [["--if-changes", "--stack", "dev", "--", "npx", "pulumi", "up", "-s=prod"], "Pass it the same --stack"],
    [["--if-changes", "--", "npx", "pulumi", "-C", "infra", "up"], "Pass it the same --stack"],
    [["--stack", "", "--", "true"], "The option --stack has an empty value."],
    [["--on-failure", "api-down", "--run-anyway", "--", "echo", "ran"], '"pulumi-statushub incident open" opens one'],
    [["--end", "acme/1", "--dry-run"], "'--dry-run'"],
    [["--end", "globex/1"], "Write the maintenance as hub and ID"],
    [["--end", "acme/1", "--", "echo", "ran"], "Leave out what follows --, or run it after this. [SH6201]"],
  ])("rejects %j before it sends anything", async (args, reason) => {
    const { emulator, during } = await startPage();
    const result = await during(...args);
    expect(result).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(reason) });
    expect(emulator.requests).toEqual([]);
  });

  it.each([
    [["Deploi"], 'There is no MaintenanceTemplate "Deploi" on hub acme. Did you mean "Deploy"? [SH6204]'],
    [["2"], "can't open a maintenance, because it lacks title, serviceStatuses, a duration (or --at-most)."],
  ])("[DUR-2] doesn't run the command with the templates %j", async (args, reason) => {
    const { emulator, env } = await startPage();
    const words = ["during", ...args, "--hub", "acme", "--", "echo", "ran"];
    const result = await statushub(words, { env });
    expect(result).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(reason) });
    expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    const again = await statushub(["during", ...words.slice(1, -3), "--run-anyway", "--", "echo", "ran"], { env });
    expect(again).toMatchObject({ code: 0, stdout: "ran\n" });
  });

  it("[DUR-1] opens no incident if the command fails, and says what lists the templates for one", async () => {
    const { emulator, during } = await startPage();
    const { code, stderr } = await during("--", "false");
    expect(code).toBe(1);
    const line = "If visitors notice the failure, open an incident. This lists the templates: ";
    expect(stderr).toMatch(new RegExp(`has ended\\.\\n${line}npx pulumi-statushub incident open --hub acme\\n$`));
    expect(emulator.records("incidents")).toEqual([]);
    expect((await during("--", "true")).stderr).not.toContain(line);
  });

  it("prints the request with --dry-run, and neither sends it nor runs the command", async () => {
    const { emulator, during } = await startPage();
    const { code, stdout } = await during("--dry-run", "--", "echo", "ran");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^POST http:.*\/hubs\/acme\/maintenances\n\{\n {2}"title": "Deploy",/);
    expect(stdout).not.toContain("ran");
    expect(emulator.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("passes signals on, and ends the maintenance when the command has stopped", async () => {
    const { emulator, env } = await startPage();
    const patient = "trap 'exit 9' INT; echo started; while :; do sleep 0.01; done";
    const [interrupted, ended] = await Promise.all([
      startDuring(env, patient),
      startDuring(env, "echo started; exec sleep 60"),
    ]);
    expect(openIn(emulator)).toBe(2);
    interrupted.child.kill("SIGINT");
    ended.child.kill("SIGTERM");
    expect(await Promise.all([interrupted.ended, ended.ended])).toEqual([
      [9, null],
      [143, null],
    ]);
    expect(openIn(emulator)).toBe(0);
  });

  it("[DUR-1] passes a signal on once to what the command leaves running, and ends the maintenance after it", async () => {
    const { emulator, env } = await startPage();
    const rest = "trap 'sleep 0.3; echo stopped; exit' TERM; echo started; while :; do sleep 0.01; done";
    const { child, ended } = await startDuring(env, `(${rest}) & exec sleep 600`);
    const printed = once(child.stdout, "data");
    child.kill("SIGTERM");
    expect(String(await printed)).toBe("stopped\n");
    expect(openIn(emulator)).toBe(1);
    expect(await text(child.stdout)).toBe("");
    expect(await ended).toEqual([143, null]);
    expect(openIn(emulator)).toBe(0);
  });

  it("[DUR-1] ends the maintenance when the last process of the command has ended", async () => {
    const { emulator, env } = await startPage();
    const { child, ended } = await startDuring(env, "(sleep 0.5; echo done) & echo started; exit 7");
    expect(String(await once(child.stdout, "data"))).toBe("done\n");
    expect(openIn(emulator)).toBe(1);
    expect(await ended).toEqual([7, null]);
    expect(openIn(emulator)).toBe(0);
  });

  it("[DUR-4] gives up at a second signal, with the code of the command, and says when the maintenance ends", async () => {
    const { emulator, env } = await startPage();
    const { child, ended } = await startDuring(env, "echo started; sleep 0.2; exit 7");
    const notes = text(child.stderr);
    const wait = { status: 429, headers: { "Retry-After": "600" }, times: Number.POSITIVE_INFINITY };
    emulator.faults.add({ operation: "updateMaintenance", ...wait });
    while (!emulator.requests.some(({ status }) => status === 429)) await new Promise(setImmediate);
    child.kill("SIGINT");
    child.kill("SIGTERM");
    expect(await ended).toEqual([7, null]);
    expect(await notes).toMatch(
      /not ended, because a second signal came first\. It ends by itself at \S+Z\. To end it now, run: npx pulumi-statushub during Deploy --end acme\/1 \[SH6207\]\nIf visitors .*\n$/,
    );
    expect(openIn(emulator)).toBe(1);
  });

  it.runIf(existsSync("/dev/full"))("runs the command to its end although its own lines can't be written", async () => {
    const { emulator, env } = await startPage();
    emulator.faults.add({ operation: "updateMaintenance", status: 422, times: Number.POSITIVE_INFINITY });
    const through = ["sh", "-c", 'exec "$0" "$@" 2> /dev/full'];
    const options = ["none", "--hub", "acme", "--run-anyway"];
    const script = "echo started; sleep 0.2; echo done; exit 7";
    const result = await statushub(["during", ...options, "--", "sh", "-c", script], { env, through });
    expect(result).toEqual({ code: 7, stdout: "started\ndone\n", stderr: "" });
  });
});

describe("in a Pulumi project", () => {
  const step = (op: string) => ({ op, urn: "urn:pulumi:prod::shop::aws:rds/instance:Instance::db-main" });

  it("opens one for changes, with a key from the stack configuration that the command doesn't get", async () => {
    const { emulator } = await startPage();
    const config = { "statushub:apiKey": { value: emulator.apiKey }, "statushub:baseUrl": { value: emulator.url } };
    const { folder, PATH } = await fakeProject({ config, stack: "prod", preview: { steps: [step("update")] } });
    const args = ["during", ...announced, "--if-changes", "aws:rds/*", "--", "env"];
    const result = await statushub(args, { cwd: folder, env: { PATH } });
    expect(result).toMatchObject({ code: 0, stderr: expect.stringMatching(around("")) });
    expect(result.stdout).not.toContain(emulator.apiKey);
    expect(emulator.records("maintenances")).toHaveLength(1);
  });

  async function startProject(answers: object) {
    const { emulator, env } = await startPage();
    const { folder, PATH } = await fakeProject({ config: "{}", stack: "prod", ...answers });
    const run = (...options: string[]) => {
      const args = ["during", ...announced, "--if-changes", ...options, "--", "echo", "ran"];
      return statushub(args, { cwd: folder, env: { ...env, PATH } });
    };
    return { emulator, run };
  }

  it("[DUR-1] opens none without changes, and runs the command", async () => {
    const { emulator, run } = await startProject({ preview: { steps: [step("same")] } });
    expect(await run()).toMatchObject({ code: 0, stdout: "ran\n" });
    expect(emulator.requests).toEqual([]);
  });

  it("[DUR-2] doesn't run the command if the preview fails", async () => {
    const { run } = await startProject({});
    expect(await run()).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("was not opened") });
  });
});
