import { createRequire } from "node:module";
import type { ReadSetting } from "../config.ts";
import type { Host } from "../host.ts";
import { Provider } from "../provider.ts";
import { printAtExit } from "./at-exit.ts";

/** One provider per configuration: Pulumi's process has one configuration but a handler for each kind. */
const providers = new Map<string, Provider>();

const settings = ["apiKey", "account", "region", "baseUrl", "verify", "provider"];

/** Returns the provider for these settings. All kinds share it, because the rate limit belongs to the API key. */
export function providerFor(setting: ReadSetting): Provider {
  const name = JSON.stringify(settings.map((key) => setting(`statushub:${key}`)));
  const provider = providers.get(name) ?? new Provider(hostFor(setting));
  providers.set(name, provider);
  printAtExit(describeUsages);
  return provider;
}

const describeUsages = () =>
  [...providers.values()].map((provider) => provider.describeUsage()).filter((line) => line !== undefined);

const prefixes = { info: "", progress: "", warning: "warning: ", error: "up would fail: " } as const;

const hostFor = (setting: ReadSetting): Host => ({
  setting,
  // Pulumi starts this process with the address of the engine.
  engine: process.argv[2],
  // Pulumi shows what this process prints.
  say: (severity, line) => void process.stdout.write(`${prefixes[severity]}${line}\n`),
  async version() {
    const { version } = createRequire(import.meta.url)("pulumi-statushub/package.json") as { version: string };
    return `version ${version} of the package`;
  },
});
