import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { repositoryRoot } from "./local.ts";
import { runStep } from "./step.ts";

/** The generator makes the package, and leaves its module to the publisher. */
const goModule = `module pulumi-statushub/sdk/go

go 1.26

require github.com/pulumi/pulumi/sdk/v3 v3.259.0
`;

/**
 * Runs Pulumi's own code on the schema, which is a Go library: binds it, which fails with every error and warning; and
 * writes the SDKs for Python and Go where a folder for them is given.
 */
export async function bindSchema(...folder: [] | [sdks: string]): Promise<void> {
  await runOnSchema("schema", ...folder);
  for (const sdks of folder) {
    // The Python package is described by the same page as this one.
    await copyFile(join(repositoryRoot, "README.md"), join(sdks, "python/README.md"));
    await writeFile(join(sdks, "go/go.mod"), goModule);
  }
}

/** Writes the SDKs for Java and C#, whose generators are another 2 GB of Go caches. */
export const generateMoreSdks = (folder: string): Promise<void> => runOnSchema("more-sdks", folder);

/** Written by `npm run generate`. */
export const schemaPath = join(repositoryRoot, "schema.json");

async function runOnSchema(module: "schema" | "more-sdks", ...folder: string[]): Promise<void> {
  const cwd = fileURLToPath(new URL(`go/${module}`, import.meta.url));
  const env = { ...process.env, CGO_ENABLED: "0", GOWORK: "off" };
  const title = `Reading the schema (go, ${module})`;
  try {
    // With the flags of the CLI's own build, which has compiled most of it already.
    const args = ["run", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", ".", schemaPath, ...folder];
    await runStep({ title, command: "go", args, cwd, env, limit: 1_800 });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Could not read schema.json with Pulumi's own tools, which need Go 1.26: ${reason}`, { cause });
  }
}
