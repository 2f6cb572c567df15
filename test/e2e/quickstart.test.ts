import { spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test, vi } from "vitest";
import { createEmulator } from "../../emulator/index.ts";
import { outputOf } from "../../tools/command.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { failing, printing } from "../cli/statushub.ts";
import { clientOf } from "../emulator/emulation.ts";
import { execute, kill, quick } from "../engine/project.ts";

/** Where the file backend keeps the locks of the quickstart's stack. */
const lockFolder = ".pulumi/locks/organization/statushub-quickstart/local";

const stateFile = ".pulumi/stacks/statushub-quickstart/local.json";

/**
 * Copies the files that git tracks into a new folder, whose name has spaces. When the test ends, so do the processes
 * that are still running in the folder.
 */
async function createClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), "a clone of statushub "));
  onTestFinished(async () => {
    await killProcessesIn(clone);
    await rm(clone, { recursive: true, force: true });
  });
  const listing = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const listed = await outputOf("git", listing, { cwd: repositoryRoot });
  const files = new Set(listed.split("\0").filter(Boolean));
  await Promise.all([...files].map((file) => cp(join(repositoryRoot, file), join(clone, file))));
  await symlink(join(repositoryRoot, "node_modules"), join(clone, "node_modules"), "junction");
  return clone;
}

/** Settings in a user's shell that must not affect the quickstart. */
const shell = {
  ...process.env,
  NODE_COMPILE_CACHE: join(inject("workspace"), ".compile-cache"),
  ...quick,
  PULUMI_STACK: "production",
  PULUMI_BACKEND_URL: "s3://states-of-the-company",
  // Nothing listens there, so a request for this machine that uses the proxy fails.
  http_proxy: "http://127.0.0.1:9",
  https_proxy: "http://127.0.0.1:9",
  no_proxy: "",
};

/** Runs npm in the clone, in such a shell, without a terminal: `npm(clone, "run", "quickstart")`. */
const npm = (cwd: string, ...args: string[]) => execute("npm", args, { cwd, env: shell });

/** Starts npm in the clone as the leader of a process group, like a terminal. */
function startNpm(cwd: string, ...args: string[]): { output(): string; kill(): void } {
  const child = spawn("npm", args, { cwd, env: shell, stdio: ["ignore", "pipe", "ignore"], detached: true });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return {
    output: () => output,
    kill() {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    },
  };
}

async function listServicesInState(clone: string): Promise<string[]> {
  const text = await readFile(join(clone, stateFile), "utf8").catch(() => "{}");
  const { checkpoint } = JSON.parse(text) as { checkpoint?: { latest?: { resources?: { urn: string }[] } } };
  const resources = checkpoint?.latest?.resources ?? [];
  return resources.map(({ urn }) => urn).filter((urn) => urn.includes("statushub:Service::"));
}

/** Returns the processes that work in a folder or below it. Empty except on Linux. */
async function listProcessesIn(folder: string): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter(Boolean);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return pids.filter((_, index) => folders[index]?.startsWith(folder));
}

async function killProcessesIn(folder: string): Promise<void> {
  for (const pid of await listProcessesIn(folder)) kill(pid);
}

const quickstart = ["run", "quickstart"];
const fresh = [...quickstart, "--", "--fresh"];
const wait = { timeout: 600_000, interval: 20 };
const addressIn = (text: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];

test("[PKG-4] the quickstart creates a page, leaves no process behind, and recovers from a kill and from lost files", async () => {
  const clone = await createClone();
  const killed = startNpm(clone, ...quickstart);
  const address = await vi.waitUntil(() => addressIn(killed.output()), wait);
  const { control } = clientOf({ url: "", controlUrl: `${address}/_emulator`, apiKey: "" });
  await control("POST", "/faults", { operation: "createService", after: 3, times: null, hang: true });
  await vi.waitUntil(async () => (await listServicesInState(clone)).length === 3, wait);
  const built = await stat(join(clone, "dist"));

  const other = await npm(clone, ...quickstart);
  expect(other).toMatchObject(failing("already runs in this folder"));
  expect((await stat(join(clone, "dist"))).ino).toBe(built.ino);

  killed.kill();
  expect(await listLocks(clone)).toHaveLength(1);
  const again = await npm(clone, ...quickstart);
  expect(again).toMatchObject(printing("Tor Project status, 15 services in 4 groups."));
  expect(again.stdout).toMatch(/^StatusHub emulator listening on http:\/\/127\.0\.0\.1:\d+\/api\/v3$/m);
  expect(again.stdout).toContain("+ 12 created");
  expect(again.stdout).toMatch(/^The page: http:\/\/127\.0\.0\.1:\d+\/hubs\/tor-project$/m);
  expect(await listLocks(clone)).toEqual([]);
  // The provider of the killed run is still running, and may send more creates to that run's emulator.
  expect(addressIn(again.stdout)).not.toBe(address);
  // The next emulator has the address of the killed one again, so it would get those creates.
  await killProcessesIn(clone);
  expect(await npm(clone, ...quickstart)).toMatchObject({ stdout: expect.stringContaining("0 writes to the API") });
  await vi.waitFor(async () => expect(await listProcessesIn(clone)).toEqual([]), wait);

  await showManualChange(clone);

  // The page exists, but its state is lost.
  await rm(join(clone, ".pulumi"), { recursive: true });
  const apart = await npm(clone, ...quickstart);
  expect(apart.code).not.toBe(0);
  expect(apart.stderr).toContain("npm run quickstart -- --fresh");

  // Neither the state nor the page can be read.
  await writeFile(join(clone, stateFile), '{"version": 3, "che');
  await writeFile(join(clone, ".statushub/quickstart.data"), "not a data file");
  const afresh = await npm(clone, ...fresh);
  expect(afresh).toMatchObject(printing("+ 17 created"));
  expect(afresh.stdout).toContain("Made with 16 writes to the API");
});

/** Proves that a preview in a second terminal shows a manual change. */
async function showManualChange(clone: string): Promise<void> {
  const emulator = await createEmulator({ data: join(clone, ".statushub/quickstart.data") });
  await npm(clone, "run", "pulumi", "--", "config", "set", "statushub:baseUrl", emulator.url);
  emulator.edit("hubs", 1, { name: "By hand" });
  const preview = ["preview", "--run-program", "--expect-no-changes", "--diff"];
  expect(await npm(clone, "run", "pulumi", "--", ...preview)).toMatchObject(
    printing(/~ name: "By hand" => "Tor Project status"(.|\n)* 16 unchanged/, 7),
  );
  await emulator.close();
}

async function listLocks(clone: string): Promise<string[]> {
  const names = await readdir(join(clone, lockFolder)).catch(() => []);
  return names.filter((name) => name.endsWith(".json"));
}
