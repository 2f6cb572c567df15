import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { createClient, messages, perform, toStruct } from "../../engine-model/grpc.ts";
import { startEngine } from "../../engine-model/native.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { send, urnOf } from "./native.ts";

/** Starts the native provider as the engine does. */
async function startProcess(engine: string, TMPDIR: string) {
  const entry = join(repositoryRoot, "provider/native/index.ts");
  const child = spawn(process.execPath, [entry, engine], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR },
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
  });
  const [port] = await once(child.stdout, "data");
  return { client: createClient(`127.0.0.1:${String(port).trim()}`), ended };
}

test("if the engine is killed, the native provider finishes its writes, leaves no file behind, and ends", async () => {
  const [emulator, engine, folder] = [await temporaryEmulator(), await startEngine(), await temporaryFolder()];
  const { client, ended } = await startProcess(engine.address, folder);
  onTestFinished(() => client.close());
  const filesIn = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const args = toStruct({ baseUrl: emulator.url, apiKey: emulator.apiKey });
  await perform((callback) => client.configure(new messages.ConfigureRequest().setArgs(args), callback));
  expect(filesIn()).toHaveLength(1);

  emulator.faults.add({ operation: "createService", delay: 300 });
  const created = send(client, "create", {
    urn: urnOf("Service"),
    properties: { hub: "acme", groupId: 1, name: "API" },
  });
  await vi.waitUntil(() => emulator.requests.some(({ method }) => method === "POST"), { timeout: 30_000 });
  engine.close();
  // Nobody waits for the response any more.
  await Promise.all([created.catch(() => undefined), ended]);
  expect(emulator.records("services")).toHaveLength(1);
  expect(filesIn()).toEqual([]);
});
