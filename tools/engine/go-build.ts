import { chmod, copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { isAtLeast } from "../../provider/versions.ts";
import { buildCommand } from "./go.ts";
import { executables, type Source } from "./installation.ts";
import { getSdkFolder } from "./sdk-package.ts";
import { runStep } from "./step.ts";

const builtVersion = "3.259.0";
const minimumGo = "1.26.0";

/** Builds from the pinned modules in `go/`, for machines that can reach a Go module proxy but not Pulumi's site. */
export const goBuild: Source = {
  version: builtVersion,

  async install(folder) {
    await requireGo();
    const bin = join(folder, "bin");
    await mkdir(bin, { recursive: true });
    console.error(
      `Building pulumi ${builtVersion} from Go modules: 3 to 4 minutes and 3.5 GB of Go caches the first time`,
    );
    await buildCommand("nodejs", bin);
    // Without a version number, the Automation API rejects the CLI.
    await buildCommand("cli", bin, `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${builtVersion}`);
    await addProviderHost(bin);
  },
};

async function requireGo(): Promise<void> {
  const step = { title: "go env GOVERSION", command: "go", args: ["env", "GOVERSION"], limit: 30 };
  const found = await runStep(step).catch((cause) => {
    throw new Error("there is no go on PATH", { cause });
  });
  const version = found.trim().replace("go", "");
  if (!isAtLeast(version, minimumGo)) throw new Error(`go is ${version}, and ${minimumGo} is needed`);
}

/** Adds the third file of a release, a script from the npm package. */
async function addProviderHost(bin: string): Promise<void> {
  const target = join(bin, executables.providerHost);
  await copyFile(join(getSdkFolder(), executables.providerHost), target);
  await chmod(target, 0o755);
}
