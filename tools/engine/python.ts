import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Installation } from "./installation.ts";
import { getSdkVersion } from "./sdk-package.ts";
import { runStep } from "./step.ts";

const isWindows = process.platform === "win32";

/**
 * Creates a Python with Pulumi's SDK, in the same version as the one for Node, beside the CLI, once per machine.
 *
 * @returns the folder of its executables
 */
export async function getPython(pulumi: Installation): Promise<string> {
  const version = getSdkVersion();
  const folder = join(dirname(pulumi.folder), `python-${version}`);
  const bin = join(folder, isWindows ? "Scripts" : "bin");
  const mark = join(folder, "complete");
  if (existsSync(mark)) return bin;
  console.error(`Installing Pulumi ${version} for Python: about a minute the first time`);
  await rm(folder, { recursive: true, force: true });
  const python = isWindows ? "python" : "python3";
  await runStep({ title: "Making a Python", command: python, args: ["-m", "venv", folder], limit: 300 });
  // Generated SDKs need the second one.
  const packages = [`pulumi==${version}`, "parver"];
  const pip = { command: join(bin, "pip"), limit: 900 };
  await runStep({ ...pip, title: "Installing Pulumi for Python", args: ["install", "--quiet", ...packages] });
  await writeFile(mark, "");
  return bin;
}
