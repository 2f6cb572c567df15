import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Emulator } from "../../../emulator/index.ts";
import type { Declared } from "../../../model/api/form.ts";
import { pointerKey } from "../../../model/pulumi/pointer.ts";
import { accessTo } from "../../../tools/command.ts";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { createClient, send } from "../../engine-model/grpc.ts";
import { startEngine } from "../../engine-model/native.ts";
import { temporaryEmulator } from "../../temporary-emulator.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { urnOf } from "../native/native.ts";

const entries = {
  native: "provider/native/index.ts",
  dynamic: "node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js",
};

type Name = keyof typeof entries;

/** What a resource adds to its inputs for Pulumi's process, here with our sources in place of the package. */
const added: Record<Name, Declared> = {
  native: {},
  dynamic: {
    [pointerKey]: `exports.handler = () => require(${JSON.stringify(join(repositoryRoot, "provider/index.ts"))}).handler("Service")`,
  },
};

/** Starts a provider as the engine does. */
async function startProcess(name: Name, emulator: Emulator) {
  const engine = await startEngine();
  const folder = await temporaryFolder();
  const child = spawn(process.execPath, [join(repositoryRoot, entries[name]), engine.address], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, TMPDIR: folder, ...accessTo(emulator) },
  });
  const ended = once(child, "exit");
  const [port] = await once(child.stdout, "data");
  const client = createClient(`127.0.0.1:${String(port).trim()}`);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    client.close();
    engine.close();
    await ended;
  });
  await send(client, "configure", { args: {} });
  return {
    ended,
    stop: (how: NodeJS.Signals | "engine") => (how === "engine" ? engine.close() : child.kill(how)),
    create: (service: number) =>
      send(client, "create", {
        urn: urnOf("Service", `service-${service}`),
        properties: { hub: "acme", groupId: 1, name: `Service ${service}`, ...added[name] },
      }),
    /** The files that tell other processes of a run what this one manages. */
    files: () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()),
  };
}

test.each([
  ["native", "the engine was killed", "engine", [0, null]],
  ["native", "SIGHUP", "SIGHUP", [null, "SIGHUP"]],
  ["native", "SIGTERM", "SIGTERM", [null, "SIGTERM"]],
  ["native", "SIGINT", "SIGINT", [null, "SIGINT"]],
  // This process stays after the engine, because other packages share it.
  ["dynamic", "the engine was killed", "engine", undefined],
  ["dynamic", "SIGTERM", "SIGTERM", [null, "SIGTERM"]],
  ["dynamic", "SIGINT", "SIGINT", [null, "SIGINT"]],
] as const)(
  "[RCV-3] the %s provider sends nothing more after %s, and finishes and answers what is under way",
  async (name, _, how, exit) => {
    const emulator = await temporaryEmulator();
    const posts = () => emulator.requests.filter(({ method }) => method === "POST").length;
    const { create, ended, stop, files } = await startProcess(name, emulator);
    emulator.faults.add({ operation: "createService", delay: 400, times: Number.POSITIVE_INFINITY });
    const creates = Promise.allSettled(Array.from({ length: 12 }, (_, index) => create(index)));
    await vi.waitUntil(() => posts() > 0, { timeout: 60_000 });
    stop(how);

    const results = await creates;
    expect(posts()).toBeLessThan(12);
    expect(emulator.records("services")).toHaveLength(posts());
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(posts());
    const failures = results.flatMap((result) => (result.status === "rejected" ? [String(result.reason)] : []));
    expect(failures.filter((message) => !message.includes("Pulumi has ended"))).toEqual([]);
    if (exit !== undefined) expect(await ended).toEqual(exit);
    await vi.waitUntil(() => files().length === 0, { timeout: 60_000 });
  },
);
