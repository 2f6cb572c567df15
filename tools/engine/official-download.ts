import { fileURLToPath } from "node:url";
import type { Source } from "./installation.ts";
import { getSdkVersion } from "./sdk-package.ts";
import { runStep } from "./step.ts";

const pulumiSite = "https://get.pulumi.com/install.sh";
const reachSeconds = 10;
const downloadSeconds = 600;

/** Installs the release that belongs to the SDK with Pulumi's own script. */
export const officialDownload: Source = {
  version: getSdkVersion(),

  async install(folder) {
    const signal = AbortSignal.timeout(reachSeconds * 1_000);
    const response = await fetch(pulumiSite, { method: "HEAD", signal }).catch(() => undefined);
    if (!response?.ok) throw new Error(`${pulumiSite} cannot be reached`);
    await runStep({
      title: `Downloading pulumi ${officialDownload.version} from get.pulumi.com`,
      command: process.execPath,
      args: [fileURLToPath(new URL("official-installer.ts", import.meta.url)), folder],
      limit: downloadSeconds,
    });
  },
};
