import { fileURLToPath } from "node:url";
import { type Source, UnavailableError } from "./installation.ts";
import { getSdkVersion } from "./sdk-package.ts";
import { runStep } from "./step.ts";

const pulumiSite = "https://get.pulumi.com/install.sh";
const reachSeconds = 10;
const downloadSeconds = 600;

/** Installs the release that belongs to the SDK with Pulumi's own script. */
export const officialDownload: Source = {
  version: getSdkVersion(),

  async require() {
    try {
      const { ok, status } = await fetch(pulumiSite, {
        method: "HEAD",
        signal: AbortSignal.timeout(reachSeconds * 1_000),
      });
      if (!ok) throw new Error(`status ${status}`);
    } catch (cause) {
      throw new UnavailableError(`${pulumiSite} cannot be reached`, { cause });
    }
  },

  async install(folder) {
    await runStep({
      title: `Downloading pulumi ${officialDownload.version} from get.pulumi.com`,
      command: process.execPath,
      args: [fileURLToPath(new URL("official-installer.ts", import.meta.url)), folder],
      limit: downloadSeconds,
    });
  },
};
