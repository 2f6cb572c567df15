import { fileURLToPath } from "node:url";
import { type Source, UnavailableError } from "./installation.ts";
import { getSdkVersion } from "./sdk-package.ts";
import { runStep } from "./step.ts";

const SITE = "https://get.pulumi.com/install.sh";
const REACH_SECONDS = 10;
const DOWNLOAD_SECONDS = 600;

/** The release that belongs to the SDK, installed by Pulumi's own script. */
export const officialDownload: Source = {
  version: getSdkVersion(),

  async require() {
    try {
      const { ok, status } = await fetch(SITE, { method: "HEAD", signal: AbortSignal.timeout(REACH_SECONDS * 1_000) });
      if (!ok) throw new Error(`status ${status}`);
    } catch (cause) {
      throw new UnavailableError(`${SITE} cannot be reached`, { cause });
    }
  },

  async install(folder) {
    await runStep({
      title: `Downloading pulumi ${officialDownload.version} from get.pulumi.com`,
      command: process.execPath,
      args: [fileURLToPath(new URL("official-installer.ts", import.meta.url)), folder],
      limit: DOWNLOAD_SECONDS,
    });
  },
};
