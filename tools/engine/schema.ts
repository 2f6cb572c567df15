import { mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { goFlags, runGo } from "./go.ts";
import { repositoryRoot } from "./local.ts";
import { runStep } from "./step.ts";

/** The generator writes the package, but leaves the module file to the publisher. */
const goModule = `module pulumi-statushub/sdk/go

go 1.26.6

require github.com/pulumi/pulumi/sdk/v3 v3.276.0
`;

/**
 * Reads the schema with Pulumi's own Go library, and writes the SDKs for Python and Go. Each error and warning fails.
 * The settings of both languages are in `tools/generate/package-schema.ts`.
 */
export async function generateSdks(folder: string): Promise<void> {
  const args = ["run", ...goFlags(), "./schema", schemaPath, folder];
  await runGo("pulumi", { title: "Generating the SDKs", args, limit: 1_800 }).catch((cause: Error) => {
    throw new Error(`Could not read schema.json with Pulumi's own tools, which need Go 1.26.6: ${cause.message}`, {
      cause,
    });
  });
  await writeFile(join(folder, "python/README.md"), pythonReadme);
  await writeFile(join(folder, "go/go.mod"), goModule);
}

/** The README of this repository is about npm and TypeScript. */
const pythonReadme = `# pulumi_statushub

Manage your StatusHub status page with Pulumi, in Python:

    import pulumi_statushub as statushub

    hub = statushub.Hub("acme", subdomain="acme")
    statushub.Service("api", hub=hub, group_id=1, name="API", custom_id="api")

Your program also needs the native provider, which runs on Node. The guide "Python and Go quickstart" in the documentation of
pulumi-statushub says how to install it, and how to import a page that you have.
`;

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

/** Written by `npm run generate`. */
export const schemaPath = join(repositoryRoot, "schema.json");
