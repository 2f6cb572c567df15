import { existsSync } from "node:fs";
import { chmod, copyFile, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { buildCommand, runGo } from "./go.ts";
import type { Installation } from "./installation.ts";

/** A language besides TypeScript in which we test programs. */
export type Language = "yaml" | "python";

const suffix = process.platform === "win32" ? ".exe" : "";

/**
 * Makes sure that the CLI runs programs in a language. Official releases include the hosts; if they are missing, builds
 * them from the pinned modules in `go/` into the folder of the CLI, once per machine.
 */
export async function addLanguageHost(pulumi: Installation, language: Language): Promise<void> {
  const name = `pulumi-language-${language}${suffix}`;
  const folders = [pulumi.folder, ...(process.env.PATH ?? "").split(delimiter)];
  if (folders.some((folder) => existsSync(join(folder, name)))) return;
  console.error(`Building ${name} from Go modules: about a minute the first time`);
  const draft = await mkdtemp(join(pulumi.folder, `${name}.draft-`));
  try {
    await build(language, draft);
    // Moved one by one, the host last: once it exists, so do the files that it needs.
    const files = (await readdir(draft)).sort((one, other) => other.length - one.length);
    for (const file of files) await rename(join(draft, file), join(pulumi.folder, file));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function build(language: Language, folder: string): Promise<void> {
  await buildCommand(language, folder);
  if (language !== "python") return;
  // The host runs programs with a script beside it.
  const list = ["list", "-m", "-f", "{{.Dir}}", "github.com/pulumi/pulumi/sdk/v3"];
  const source = (await runGo("language-hosts", { title: "go list", args: list, limit: 60 })).trim();
  const script = join(folder, "pulumi-language-python-exec");
  await copyFile(join(source, "python/cmd/pulumi-language-python-exec"), script);
  await chmod(script, 0o755);
}
