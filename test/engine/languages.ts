import { existsSync } from "node:fs";
import { chmod, copyFile, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { TestProject } from "vitest/node";
import { getPulumi } from "../../tools/engine/get-pulumi.ts";
import { buildCommand, runGo } from "../../tools/engine/go.ts";
import type { Installation } from "../../tools/engine/installation.ts";
import { pinnedVersion } from "../../tools/engine/sources.ts";
import { runStep } from "../../tools/engine/step.ts";
import { getPythonSdk } from "./python-sdk.ts";

declare module "vitest" {
  interface ProvidedContext {
    python: string;
    pythonSdk: string;
  }
}

/** Gets what programs in YAML and Python need. The setup of the engine has run before. */
export async function setup({ provide }: TestProject): Promise<void> {
  const pulumi = await getPulumi(pinnedVersion);
  await addLanguageHost(pulumi, "yaml");
  await addLanguageHost(pulumi, "python");
  const python = await getPython(pulumi);
  provide("python", python);
  provide("pythonSdk", await getPythonSdk(python));
}

/** A language besides TypeScript in which we test programs. */
type Language = "yaml" | "python";

const isWindows = process.platform === "win32";

/**
 * Makes sure that the CLI runs programs in a language. Official releases include the hosts; if they are missing, builds
 * them from the pinned modules in `tools/engine/go/` into the folder of the CLI, once per machine.
 */
async function addLanguageHost(pulumi: Installation, language: Language): Promise<void> {
  const name = `pulumi-language-${language}${isWindows ? ".exe" : ""}`;
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

/** Pinned like the SDK for Node, but not the same: it is released on its own days. */
const pythonVersion = "3.272.0";

/**
 * Creates a Python with Pulumi's SDK beside the CLI, once per machine.
 *
 * @returns the folder of its executables
 */
async function getPython(pulumi: Installation): Promise<string> {
  const folder = join(dirname(pulumi.folder), `python-${pythonVersion}`);
  const bin = join(folder, isWindows ? "Scripts" : "bin");
  const mark = join(folder, "complete");
  if (existsSync(mark)) return bin;
  console.error(`Installing Pulumi ${pythonVersion} for Python: about a minute the first time`);
  await rm(folder, { recursive: true, force: true });
  const python = isWindows ? "python" : "python3";
  await runStep({ title: "Making a Python", command: python, args: ["-m", "venv", folder], limit: 300 });
  // Generated SDKs need the second one.
  const packages = [`pulumi==${pythonVersion}`, "parver"];
  const pip = { command: join(bin, "pip"), limit: 900 };
  await runStep({ ...pip, title: "Installing Pulumi for Python", args: ["install", "--quiet", ...packages] });
  await writeFile(mark, "");
  return bin;
}
