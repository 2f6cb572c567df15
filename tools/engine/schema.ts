import { copyFile, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { repositoryRoot } from "./local.ts";
import { runStep } from "./step.ts";

/** The generator writes the package, but leaves the module file to the publisher. */
const goModule = `module pulumi-statushub/sdk/go

go 1.26

require github.com/pulumi/pulumi/sdk/v3 v3.259.0
`;

/**
 * Runs Pulumi's own Go library on the schema. Binding fails with every error and warning; if a folder is given, also
 * writes the SDKs for Python and Go there.
 */
export async function bindSchema(...folder: [] | [sdks: string]): Promise<void> {
  await runOnSchema("schema", ...folder);
  for (const sdks of folder) {
    // The Python package has the same README as this one.
    await copyFile(join(repositoryRoot, "README.md"), join(sdks, "python/README.md"));
    await writeFile(join(sdks, "go/go.mod"), goModule);
  }
}

/**
 * Builds the wheel of the Python SDK beside the folder of the SDKs, so that Python users need neither this repository nor Go.
 *
 * @returns the path of the wheel
 */
export async function buildWheel(sdks: string, python = "python3"): Promise<string> {
  const folder = await mkdtemp(join(sdks, "wheel-"));
  const args = ["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, join(sdks, "python")];
  await runStep({ title: "Building the wheel", command: python, args, limit: 300 });
  // Python has its own form of pre-release versions.
  const [name = ""] = await readdir(folder);
  const wheel = join(dirname(sdks), name);
  await rename(join(folder, name), wheel);
  await rm(folder, { recursive: true });
  return wheel;
}

/** Writes the SDKs for Java and C#, whose generators need another 2 GB in Go's caches. */
export const generateMoreSdks = (folder: string): Promise<void> => runOnSchema("more-sdks", folder);

/** Written by `npm run generate`. */
export const schemaPath = join(repositoryRoot, "schema.json");

async function runOnSchema(module: "schema" | "more-sdks", ...folder: string[]): Promise<void> {
  const cwd = fileURLToPath(new URL(`go/${module}`, import.meta.url));
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off" };
  const title = `Reading the schema (go, ${module})`;
  try {
    // With the flags of the CLI's own build, whose compiled packages are reused.
    const args = ["run", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", ".", schemaPath, ...folder];
    await runStep({ title, command: "go", args, cwd, env, limit: 1_800 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Could not read schema.json with Pulumi's own tools, which need Go 1.26: ${reason}`, { cause });
  }
}
