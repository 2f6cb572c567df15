import { chmod, copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sdk from "@pulumi/pulumi/package.json" with { type: "json" };
import { oldestPulumi } from "../../cli/project/pulumi.ts";
import { isAtLeast } from "../../model/versions.ts";
import { sdkFolder } from "./environment.ts";
import { buildCommand } from "./go.ts";
import { executables, type Source } from "./installation.ts";
import { runStep } from "./step.ts";

/** The CLI that we install and test: the release that belongs to the SDK in the lock file. */
export const pinnedVersion = sdk.version;

const pulumiSite = "https://get.pulumi.com/install.sh";

/** Installs a release with Pulumi's own script. */
export const officialDownload = (version: string): Source => ({
  version,

  async install(folder) {
    const signal = AbortSignal.timeout(10_000);
    const response = await fetch(pulumiSite, { method: "HEAD", signal }).catch(() => undefined);
    if (!response?.ok) throw new Error(`${pulumiSite} cannot be reached`);
    await runStep({
      title: `Downloading pulumi ${version} from get.pulumi.com`,
      command: process.execPath,
      args: [fileURLToPath(new URL("official-installer.ts", import.meta.url)), folder, version],
      limit: 600,
    });
  },
});

const minimumGo = "1.26.6";

/** The commands of the modules in `go/`, by the version that is pinned there. */
const cliCommands: Readonly<Record<string, "cli" | "oldestCli">> = {
  [pinnedVersion]: "cli",
  [oldestPulumi]: "oldestCli",
};

/** Builds from the pinned modules in `go/`, for machines that can reach a Go module proxy but not Pulumi's site. */
export const goBuild = (version: string): Source => ({
  version,

  async install(folder) {
    const command = cliCommands[version];
    if (command === undefined) throw new Error(`no Go modules are pinned for pulumi ${version}`);
    await requireGo();
    const bin = join(folder, "bin");
    await mkdir(bin, { recursive: true });
    console.error(
      `Building pulumi ${version} from Go modules: about ten minutes on two cores and 3.5 GB of Go caches the first time`,
    );
    await buildCommand("nodejs", bin);
    // Without a version number, the Automation API rejects the CLI.
    await buildCommand(command, bin, `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`);
    // The third file of a release is a script from the npm package.
    const providerHost = join(bin, executables.providerHost);
    await copyFile(join(sdkFolder, executables.providerHost), providerHost);
    await chmod(providerHost, 0o755);
  },
});

async function requireGo(): Promise<void> {
  const step = { title: "go env GOVERSION", command: "go", args: ["env", "GOVERSION"], limit: 30 };
  const found = await runStep(step).catch((cause) => {
    throw new Error("there is no go on PATH", { cause });
  });
  const version = found.trim().replace("go", "");
  if (!isAtLeast(version, minimumGo)) throw new Error(`go is ${version}, and ${minimumGo} is needed`);
}
