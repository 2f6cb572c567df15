import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { startEmulator } from "../emulation.ts";

const key = "emulator-admin-key";
const headers = { "X-API-KEY": key, "Content-Type": "application/json" };

async function dataFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-emulator-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, "data");
}

/** Runs `statushub emulator` as a process of its own and returns its base URL. */
async function startProcess(data: string): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ["cli/index.ts", "emulator", "--port", "0", "--no-limits", "--data", data]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  for await (const chunk of child.stdout) {
    text += chunk;
    const url = /listening on (\S+)\n/.exec(text)?.[1];
    if (url) return { child, url };
  }
  throw new Error(`The emulator did not start: ${text}`);
}

/** Sends writes, eight at a time, until the process is gone, and returns the names of those that were answered. */
async function writeUntilGone(url: string, { child, killAfter }: { child: ChildProcess; killAfter: number }) {
  const answered: string[] = [];
  let sent = 0;
  const write = async () => {
    while (sent < 1000) {
      sent += 1;
      const name = `Service ${sent}`;
      const body = JSON.stringify({ group_id: 1, name, custom_id: name });
      const response = await fetch(`${url}/hubs/acme/services`, { method: "POST", headers, body }).catch(
        () => undefined,
      );
      if (response?.status !== 200) return;
      answered.push(name);
      if (answered.length === killAfter) child.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: 8 }, write));
  return { answered, sent };
}

it.each([1, 137, 500, 901])("a kill after %i of a thousand writes loses none that was answered", async (killAfter) => {
  const data = await dataFile();
  const { child, url } = await startProcess(data);
  const gone = once(child, "exit");
  const { answered, sent } = await writeUntilGone(url, { child, killAfter });
  expect(await gone).toEqual([null, "SIGKILL"]);
  expect(answered.length).toBeGreaterThanOrEqual(killAfter);
  expect(answered.length).toBeLessThan(1000);

  const api = await startEmulator({ data });
  const names = api.emulator.records("services").map(({ name }) => name);
  expect(answered.filter((name) => !names.includes(name))).toEqual([]);
  expect(names.length).toBeLessThanOrEqual(sent);
  expect(new Set(names).size).toBe(names.length);
  // What comes after is numbered on, so no id is given twice.
  const { body } = await api.post("/hubs/acme/services", { group_id: 1, name: "After" });
  expect(body.id).toBe(names.length + 1);
});
