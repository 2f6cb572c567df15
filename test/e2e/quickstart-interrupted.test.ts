import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createEmulator } from "../../emulator/index.ts";
import { readPreset } from "../../emulator/preset/file.ts";
import { createClone, listServicesInState, lockFolder, npm, startNpm, stateFile } from "./quickstart-clone.ts";

const quickstart = ["run", "quickstart"];
const fresh = [...quickstart, "--", "--fresh"];
const wait = { timeout: 240_000, interval: 20 };
/** Each run builds the package and brings the page in line: half a minute, and more on a busy machine. */
const minutes = { timeout: 900_000 };
const addressIn = (text: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];

test(
  "a quickstart that is killed with its process group can be run again, and another one meanwhile leaves it alone",
  minutes,
  async () => {
    const clone = await createClone();
    const killed = startNpm(clone, ...quickstart);
    const address = await vi.waitUntil(() => addressIn(killed.output()), wait);
    await addFault(address, { operation: "createService", after: 3, times: null, hang: true });
    await vi.waitUntil(async () => (await listServicesInState(clone)).length === 3, wait);
    const built = await stat(join(clone, "dist"));

    const other = await npm(clone, ...quickstart);
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining("already runs in this folder") });
    expect((await stat(join(clone, "dist"))).ino).toBe(built.ino);

    killed.kill();
    await Promise.all(staleLocks.map((content, index) => writeFile(join(clone, lockFolder, `${index}.json`), content)));
    const again = await npm(clone, ...quickstart);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("15 services in 4 groups.") });
    expect(again.stdout).toContain("+ 12 created");
    expect(await listLocks(clone)).toEqual([]);
    // The provider of the killed run lives on for a while, and may still send the creates that it has in hand.
    expect(addressIn(again.stdout)).not.toBe(address);
    expect(await npm(clone, ...quickstart)).toMatchObject({ stdout: expect.stringContaining("0 writes to the API") });
  },
);

async function addFault(address: string, fault: object): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  await fetch(`${address}/_emulator/faults`, { method: "POST", headers, body: JSON.stringify(fault) });
}

const lockOf = (pid: number, host = hostname()) =>
  JSON.stringify({ pid, username: "me", hostname: host, timestamp: "2026-01-01T00:00:00Z" });

/** Of an ID that no process has, of this process, of one that is always there, of none, cut off, and empty. */
const staleLocks = [lockOf(99_999_999), lockOf(process.pid), lockOf(1), lockOf(0), lockOf(2).slice(0, 9), ""];

test(
  "the quickstart leaves a lock alone that may be held, and says how to go on; afresh, it needs nothing of what was there",
  minutes,
  async () => {
    const clone = await createClone();
    expect(await npm(clone, ...quickstart)).toMatchObject({ code: 0 });

    // Of another machine.
    const foreign = join(clone, lockFolder, "foreign.json");
    await mkdir(join(clone, lockFolder), { recursive: true });
    await writeFile(foreign, lockOf(17, "another-machine"));
    const elsewhere = await npm(clone, ...quickstart);
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.stderr).toContain(
      'locked by process 17 of the machine "another-machine" since 2026-01-01T00:00:00Z',
    );
    expect(elsewhere.stderr).toContain("npm run pulumi -- cancel --yes");
    expect(await npm(clone, "run", "pulumi", "--", "cancel", "--yes")).toMatchObject({ code: 0 });
    expect(await listLocks(clone)).toEqual([]);

    // Of a Pulumi that lives.
    const preset = readPreset(join(clone, "examples/quickstart/account.json"));
    const emulator = await createEmulator({ preset });
    onTestFinished(emulator.close);
    emulator.faults.add({ operation: "getHub", hang: true });
    await npm(clone, "run", "pulumi", "--", "config", "set", "statushub:baseUrl", emulator.url);
    const { kill } = startNpm(clone, "run", "pulumi", "--", "up", "--yes", "--skip-preview", "--run-program");
    const [held] = await vi.waitUntil(async () => {
      const locks = await listLocks(clone);
      return locks.length > 0 && locks;
    }, wait);
    for (const command of [quickstart, fresh]) {
      const { code, stderr } = await npm(clone, ...command);
      expect(code).toBe(1);
      expect(stderr).toMatch(/locked by process \d+, which is Pulumi at work on it since 20/);
    }
    expect(await listLocks(clone)).toEqual([held]);
    kill();

    // A page without its state.
    await rm(join(clone, ".pulumi"), { recursive: true });
    const apart = await npm(clone, ...quickstart);
    expect(apart.code).not.toBe(0);
    expect(apart.stderr).toContain("npm run quickstart -- --fresh");

    // Neither can be read, and somebody else has locked the stack.
    await writeFile(join(clone, stateFile), '{"version": 3, "che');
    await writeFile(join(clone, ".statushub/quickstart.data"), "not a data file");
    await mkdir(join(clone, lockFolder), { recursive: true });
    await writeFile(foreign, lockOf(17, "another-machine"));
    expect(await npm(clone, ...fresh)).toMatchObject({ code: 0, stdout: expect.stringContaining("+ 17 created") });
  },
);

async function listLocks(clone: string): Promise<string[]> {
  const names = await readdir(join(clone, lockFolder)).catch(() => []);
  return names.filter((name) => name.endsWith(".json"));
}
