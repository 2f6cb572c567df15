import { chmod, copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isAtLeast } from "../../provider/versions.ts";
import { executables, type Source } from "./installation.ts";
import { getSdkFolder } from "./sdk-package.ts";
import { runStep } from "./step.ts";

const builtVersion = "3.259.0";
const minimumGo = "1.26.0";
const buildSeconds = 3_600;

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
    await build("language-host", bin, "-s -w");
    // Without a version number, the Automation API rejects the CLI.
    await build("cli", bin, `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${builtVersion}`);
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

async function build(module: "cli" | "language-host", bin: string, linkerFlags: string): Promise<void> {
  await runStep({
    title: `Building pulumi ${builtVersion} (${module})`,
    command: "go",
    args: ["build", "-trimpath", "-buildvcs=false", "-ldflags", linkerFlags, "-o", `${bin}/`, "tool"],
    cwd: fileURLToPath(new URL(`go/${module}`, import.meta.url)),
    env: { ...process.env, CGO_ENABLED: "0", GOWORK: "off" },
    limit: buildSeconds,
  });
}

/** Adds the third file of a release, a script from the npm package. */
async function addProviderHost(bin: string): Promise<void> {
  const target = join(bin, executables.providerHost);
  await copyFile(join(getSdkFolder(), executables.providerHost), target);
  await chmod(target, 0o755);
}
