import { writeSync } from "node:fs";
import { createRequire } from "node:module";
import { processEnvironment } from "../client/connection.ts";
import { type ReadSetting, settingNames } from "../config.ts";
import { Provider } from "../provider.ts";
import { Calls, endInOrder } from "../run/ending.ts";
import type { Host } from "../run/run.ts";
import { askingVariable } from "../told.ts";

/** One provider per configuration: Pulumi's process has one configuration but a handler for each kind. */
const providers = new Map<string, Provider>();

/** Returns the provider for these settings. All kinds share it, because the rate limit belongs to the API key. */
export function providerFor(setting: ReadSetting): Provider {
  const name = JSON.stringify([...settingNames, "provider"].map((key) => setting(`statushub:${key}`)));
  const existing = providers.get(name);
  if (existing !== undefined) return existing;
  // After the end of the engine, the process stays, because other packages may still use it.
  if (providers.size === 0)
    void endInOrder({ calls, cancel: (reason) => interruption.abort(reason), end: endAll }, startedBy);
  const provider = new Provider(hostFor(setting));
  providers.set(name, provider);
  return provider;
}

/** The calls of the engine, for any kind. */
export const calls = new Calls();

const interruption = new AbortController();

/** Pulumi ends this process with SIGINT, but still shows lines that are written first. */
function endAll(): void {
  const lines = [...providers.values()].map((provider) => provider.end()).filter((line) => line !== undefined);
  for (const line of lines) writeSync(process.stdout.fd, `${line}\n`);
}

/** Pulumi starts this process with the address of the engine, which runs before our code is loaded. */
const [, , startedBy] = process.argv;

const prefixes = { info: "", progress: "", warning: "warning: ", error: "up would fail: " } as const;

const hostFor = (setting: ReadSetting): Host => ({
  setting,
  signal: interruption.signal,
  // Read when it is needed: the random scenarios play several engines in one process, and none listens.
  engine: process.argv[2],
  // Pulumi shows what this process prints.
  say: (severity, line) => void process.stdout.write(`${prefixes[severity]}${line}\n`),
  asking: processEnvironment[askingVariable],
  async version() {
    const { version } = createRequire(import.meta.url)("pulumi-statushub/package.json") as { version: string };
    return `version ${version} of the package`;
  },
});
