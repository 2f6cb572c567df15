import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Installation } from "./installation.ts";

export const sdkFolder = dirname(createRequire(import.meta.url).resolve("@pulumi/pulumi/package.json"));

export interface LocalFolders {
  /** PULUMI_HOME with plugins and the selected stack. Not the user's, so that theirs isn't touched. */
  home: string;
  /** Where the file backend keeps the stacks. */
  backend: string;
}

/** Needs no protection, because it only encrypts stacks with the API key of an emulator on this machine. */
const localPassphrase = "local";

/**
 * Returns an environment in which the CLI only works on local files: no login, downloads, questions or links. Leaves
 * out settings of the user's own Pulumi and StatusHub, because a stack selected in the shell, for example, doesn't
 * exist here.
 */
export function createLocalEnvironment(
  pulumi: Installation,
  { home, backend }: LocalFolders,
  inherited: NodeJS.ProcessEnv = process.env,
): NodeJS.ProcessEnv {
  for (const folder of [home, backend]) mkdirSync(folder, { recursive: true });
  // This Node runs the programs. The SDK's folder comes last, for a CLI that lacks its script for dynamic providers.
  const path = [pulumi.folder, dirname(process.execPath), inherited.PATH, sdkFolder];
  const kept = Object.entries(inherited).filter(([name]) => !/^(PULUMI|STATUSHUB)_/.test(name));
  // gRPC in Node uses a proxy even for this machine, where Pulumi's processes talk to each other.
  const direct = [inherited.no_proxy ?? inherited.NO_PROXY, "127.0.0.1", "localhost"].filter(Boolean).join(",");
  return {
    ...Object.fromEntries(kept),
    no_proxy: direct,
    NO_PROXY: direct,
    PATH: path.filter(Boolean).join(delimiter),
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: pathToFileURL(backend).href,
    PULUMI_CONFIG_PASSPHRASE: localPassphrase,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true",
    PULUMI_SUPPRESS_NEO_LINK: "true",
  };
}
