import { chmod } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import which from "which";
import { documentedOnly } from "../../../emulator/index.ts";
import { runCommand } from "../../../tools/command.ts";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { startAccount } from "../../cli/statushub.ts";
import { apiOf } from "../../emulator/emulation.ts";
import { createIncident, down, fillHub, updateIncident } from "../../emulator/scene.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { readWorkflows } from "./workflow.ts";

const job = readWorkflows().find(({ place }) => place === "docs/ci/github-incident.yml")?.workflow.jobs.smoke;
const { steps = [] } = job ?? {};
const settings = job?.env as { readonly TITLE: string; readonly SERVICE: string };
const title = settings.TITLE;
const [first, pause, second, opening, resolving] = steps.slice(2);

it("tests twice, a minute apart, and posts only if both tests agree", () => {
  const test = { run: "./smoke-test.sh", "continue-on-error": true };
  expect(first).toEqual({ id: "first", ...test });
  expect(pause).toEqual({ run: "sleep 60" });
  expect(second).toEqual({ id: "second", ...test });
  const both = (outcome: string) => `steps.first.outcome == '${outcome}' && steps.second.outcome == '${outcome}'`;
  expect([opening, resolving]).toMatchObject([{ if: both("failure") }, { if: both("success") }]);
});

/** A page with the template of the workflow, and its two scripts. */
async function startPage() {
  const { emulator, env } = await startAccount();
  fillHub(emulator, [
    ["createService", { group_id: 1, name: "Shop" }],
    ["createIncidentTemplate", { title, incident_type: "investigating", service_statuses: down() }],
  ]);
  const command = `#!/bin/sh\nexec '${process.execPath}' '${join(repositoryRoot, "cli/index.ts")}' "$@"\n`;
  const cwd = await temporaryFolder({ "pulumi-statushub": command });
  await chmod(join(cwd, "pulumi-statushub"), 0o755);
  const PATH = [cwd, process.env.PATH].join(delimiter);
  const run = async (script = "") => {
    // The workflow names an account of the real service.
    const onEmulator = script.replaceAll("--account acme", `--base-url ${emulator.url}`);
    const surroundings = { cwd, env: { ...settings, ...env, PATH } };
    return runCommand("bash", ["-e", "-c", onEmulator], surroundings);
  };
  const titles = () => emulator.records("incidents").map((record) => record.title);
  return { emulator, api: apiOf(emulator), titles, fail: () => run(opening?.run), pass: () => run(resolving?.run) };
}

describe.runIf(which.sync("jq", { nothrow: true }))("the workflow with a smoke test", () => {
  it("opens one incident, says how to resolve it while the test fails, and only ends what people have left as it was", async () => {
    const { emulator, api, titles, fail, pass } = await startPage();
    const hint = "To resolve it while the test still fails, turn this workflow off first.";
    expect(await fail()).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Opened acme\/1\.\n/) });
    const again = await fail();
    expect(again.stdout).toContain(`Nothing was opened, because this is open: acme/1 ${title}\n${hint}`);
    expect(again).toMatchObject({ code: 1 });
    expect(titles()).toEqual([title]);
    // People may have posted an update that isn't listed, or have posted one.
    emulator.assume(documentedOnly);
    expect(await pass()).toEqual({ code: 0, stdout: "", stderr: "" });
    emulator.assume({});
    await updateIncident(api, 1, { title, start_time: null, service_statuses: down() });
    expect(await pass()).toEqual({ code: 0, stdout: "", stderr: "" });
    emulator.softDelete("incident_updates", 2);
    expect(await pass()).toMatchObject({ code: 0, stdout: "Resolved acme/1.\n" });
    expect(emulator.records("incidents")).toMatchObject([{ end_time: expect.any(String) }]);
  });

  it("opens nothing beside an incident of people that affects the service, or may do so, and ends none", async () => {
    const { emulator, api, titles, fail, pass } = await startPage();
    await createIncident(api, { title: "Shop is slow", service_statuses: down(2) });
    await createIncident(api, { title: "Draft", state: "draft" });
    emulator.assume({ "service-statuses": "nested" });
    expect((await fail()).stdout).toContain("because this is open: acme/1 Shop is slow\n");
    emulator.assume({});
    await updateIncident(api, 1, { title: "Everything is slow", service_statuses: down(1) });
    expect((await fail()).stdout).toContain("because this is open: acme/1 Everything is slow\n");
    expect(titles()).toHaveLength(2);
    await pass();
    expect(emulator.records("incidents")).toMatchObject([{ end_time: null }, { end_time: null }]);
  });
});
