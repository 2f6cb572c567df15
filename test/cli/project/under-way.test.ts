import { describe, expect, it } from "vitest";
import { isUnderWay } from "../../../cli/project/under-way.ts";
import { fakeProject } from "../fake-project.ts";
import { printing, statushub } from "../statushub.ts";

const urn = "urn:pulumi:prod::shop::aws:s3/bucket:Bucket::logs";
const pending = (type: string) => [{ type, resource: { urn, type: "aws:s3/bucket:Bucket" } }];
const writtenAt = (time: number) => ({ time: new Date(time).toISOString() });

describe("an update", () => {
  const now = Date.parse("2026-11-23T12:30:00Z");

  it.each([
    ["has just begun an operation", { manifest: writtenAt(now), pending_operations: pending("creating") }, true],
    ["of any kind", { manifest: writtenAt(now - 59_000), pending_operations: pending("reading") }, true],
    [
      "has been silent for too long",
      { manifest: writtenAt(now - 60_000), pending_operations: pending("creating") },
      false,
    ],
    ["has ended", { manifest: writtenAt(now), pending_operations: [] }, false],
    ["has no operations in an export", { manifest: writtenAt(now) }, false],
    [
      "has a clock that is ahead",
      { manifest: writtenAt(now + 3_600_000), pending_operations: pending("deleting") },
      true,
    ],
    ["doesn't say when it wrote", { pending_operations: pending("creating") }, true],
  ])("that %s", (_, deployment, isExpected) => {
    expect(isUnderWay(deployment, now)).toBe(isExpected);
  });
});

async function startProject(deployment: object) {
  const { folder, PATH, calls } = await fakeProject({ stack: { deployment }, preview: { steps: [] }, config: "{}" });
  const run = (...args: string[]) => statushub([...args, "--stack", "prod"], { cwd: folder, env: { PATH } });
  return { run, calls };
}

it("[CI-1] drift only says that an update is under way, and exits with 3", async () => {
  const { run, calls } = await startProject({
    manifest: writtenAt(Date.now()),
    pending_operations: pending("updating"),
  });
  const stderr = "An update is under way, so nothing was compared. Run this again when it has ended.\n";
  expect(await run("drift")).toEqual({ code: 3, stdout: "", stderr });
  const json = '{\n  "version": 1,\n  "underWay": true\n}\n';
  expect(await run("drift", "--json")).toEqual({ code: 3, stdout: json, stderr });
  const stdout = `## Status page drift\n\n${stderr}`;
  expect(await run("drift", "--markdown")).toEqual({ code: 3, stdout, stderr: "" });
  expect((await calls()).filter((call) => call.startsWith("preview"))).toEqual([]);
});

it("preview says it above its report, and beside JSON", async () => {
  const { run, calls } = await startProject({
    manifest: writtenAt(Date.now()),
    pending_operations: pending("updating"),
  });
  const line = "An update is under way, so parts of this may be done already.";
  expect((await run("preview")).stdout).toBe(`${line}\n\nThe page doesn't change.\n`);
  // Once before the plan, and once after the rehearsal, because the state may have changed meanwhile.
  expect((await calls()).filter((call) => call.startsWith("stack export"))).toHaveLength(2);
  expect((await run("preview", "--markdown")).stdout).toMatch(new RegExp(`^${line}\n\n## Status page preview\n`));
  const { stdout, stderr } = await run("preview", "--json");
  expect([JSON.parse(stdout).changes, stderr]).toEqual([false, `${line}\n`]);
});

it("[CI-1] drift compares beside operations that a killed run has left", async () => {
  const long = { manifest: writtenAt(Date.now() - 61_000), pending_operations: pending("updating") };
  expect(await (await startProject(long)).run("drift")).toMatchObject(printing("No drift"));
});
