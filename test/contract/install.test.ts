import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, inject, onTestFinished, test } from "vitest";
import { createEmulator } from "../../emulator/index.ts";
import { createProject } from "../engine/project.ts";

const run = promisify(execFile);

const installedProgram = `
  import * as statushub from "pulumi-statushub";
  new statushub.Service("api", { hub: "acme", groupId: 1, name: "API" });
`;

test("PKG-1: the packed tarball installs in an empty folder, and brings all that a program needs", async () => {
  const emulator = await createEmulator();
  onTestFinished(emulator.close);
  const env = { STATUSHUB_BASE_URL: emulator.url, STATUSHUB_API_KEY: emulator.apiKey };
  const project = await createProject({ program: installedProgram, env, parent: tmpdir() });
  onTestFinished(project.close);

  await run("npm", ["install", "--prefer-offline", inject("tarball"), ...(await getPeers())], { cwd: project.folder });
  const command = await run("npx", ["--no-install", "statushub", "emulator", "--help"], { cwd: project.folder });
  const preview = await project.pulumi("preview");
  const up = await project.pulumi("up", "--yes", "--skip-preview");

  expect(command.stdout).toContain("Usage: statushub emulator");
  expect(preview).toMatchObject({ code: 0, stdout: expect.stringContaining("+ 2 to create") });
  expect(up).toMatchObject({ code: 0, stdout: expect.stringContaining("+ 2 created") });
});

/** What a project of `pulumi new typescript` has of its own. */
async function getPeers(): Promise<string[]> {
  const { devDependencies } = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));
  return ["@pulumi/pulumi", "typescript"].map((name) => `${name}@${devDependencies[name]}`);
}
