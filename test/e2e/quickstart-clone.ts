import { execFile, spawn } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { inject, onTestFinished } from "vitest";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { quick } from "../engine/project.ts";

const run = promisify(execFile);

/** Where the file backend keeps the locks of the quickstart's stack. */
export const lockFolder = ".pulumi/locks/organization/statushub-quickstart/local";

export const stateFile = ".pulumi/stacks/statushub-quickstart/local.json";

/**
 * Copies the files that git tracks into a new folder, whose name has spaces. When the test ends, so do the processes
 * that are still running in the folder.
 */
export async function createClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), "a clone of statushub "));
  onTestFinished(async () => {
    await killProcessesIn(clone);
    await rm(clone, { recursive: true, force: true });
  });
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repositoryRoot,
  });
  const files = new Set(stdout.split("\0").filter(Boolean));
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
  STATUSHUB_VERIFY: "not a setting",
  // Nothing listens there, so a request for this machine that uses the proxy fails.
  http_proxy: "http://127.0.0.1:9",
  https_proxy: "http://127.0.0.1:9",
  no_proxy: "",
};

/** Runs npm in the clone, in such a shell, without a terminal: `npm(clone, "run", "quickstart")`. */
export async function npm(cwd: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const promise = run("npm", args, { cwd, env: shell });
  promise.child.stdin?.end();
  return promise.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
  );
}

/** Starts npm in the clone as the leader of a process group, like a terminal. */
export function startNpm(cwd: string, ...args: string[]): { output(): string; kill(): void } {
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

export async function listServicesInState(clone: string): Promise<string[]> {
  const text = await readFile(join(clone, stateFile), "utf8").catch(() => "{}");
  const { checkpoint } = JSON.parse(text) as { checkpoint?: { latest?: { resources?: { urn: string }[] } } };
  const resources = checkpoint?.latest?.resources ?? [];
  return resources.map(({ urn }) => urn).filter((urn) => urn.includes("statushub:Service::"));
}

/** Returns the processes that work in a folder or below it. Empty except on Linux. */
export async function listProcessesIn(folder: string): Promise<number[]> {
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter(Boolean);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return pids.filter((_, index) => folders[index]?.startsWith(folder));
}

/** Kills the processes in a folder. One that has just ended is fine. */
export async function killProcessesIn(folder: string): Promise<void> {
  for (const pid of await listProcessesIn(folder)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
