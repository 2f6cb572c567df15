import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { createEmulator } from "../../emulator/index.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";

const run = promisify(execFile);

test("[PKG-4] the quickstart makes a page, does nothing the second time, and a preview then shows what was changed by hand", async () => {
  const clone = await createClone();

  const first = await npm(clone, "run", "quickstart");
  expect(first.stdout).toMatch(/^StatusHub emulator listening on http:\/\/127\.0\.0\.1:\d+\/api\/v3$/m);
  expect(first.stdout).toContain("+ 17 created");
  expect(first.stdout).toContain("Made with 16 writes to the API: Tor Project status, 15 services in 4 groups.");
  expect(first.stdout).toMatch(/^The page: http:\/\/127\.0\.0\.1:\d+\/hubs\/tor-project$/m);

  const second = await npm(clone, "run", "quickstart");
  expect(second.stdout).toContain("17 unchanged");
  expect(second.stdout).toContain("Nothing changed, 0 writes to the API");
  expect(await listProcessesIn(clone)).toEqual([]);

  const emulator = await createEmulator({ data: join(clone, ".statushub/quickstart.data") });
  onTestFinished(emulator.close);
  await npm(clone, "run", "pulumi", "--", "config", "set", "statushub:baseUrl", emulator.url);
  const preview = () => npm(clone, "run", "pulumi", "--", "preview", "--run-program", "--expect-no-changes", "--diff");
  expect(await preview()).toMatchObject({ code: 0 });
  await fetch(`${emulator.url}/hubs/tor-project`, {
    method: "PUT",
    headers: { "X-API-KEY": emulator.apiKey, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "By hand" }),
  });
  expect(await preview()).toMatchObject({
    code: 7,
    stdout: expect.stringContaining('~ name: "By hand" => "Tor Project status"'),
  });
});

/** The files of the repository as git sees them, in a folder of their own: nothing of an earlier run is there. */
async function createClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), "statushub-clone-"));
  onTestFinished(() => rm(clone, { recursive: true, force: true }));
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: repositoryRoot,
  });
  const files = new Set(stdout.split("\0").filter(Boolean));
  await Promise.all([...files].map((file) => cp(join(repositoryRoot, file), join(clone, file))));
  await symlink(join(repositoryRoot, "node_modules"), join(clone, "node_modules"), "junction");
  return clone;
}

async function npm(cwd: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const promise = run("npm", args, { cwd });
  promise.child.stdin?.end();
  return promise.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
  );
}

/** Where the processes work that work in a folder or below it. Linux tells; elsewhere the list is empty. */
async function listProcessesIn(folder: string): Promise<string[]> {
  const pids = await readdir("/proc").catch(() => []);
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => "")));
  return folders.filter((place) => place.startsWith(folder));
}
