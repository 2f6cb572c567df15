import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { executables, type Source } from "../../../tools/engine/installation.ts";

/** Writes a program that prints `version`, like the real CLI, with its language host beside it by default. */
export async function writeInstallation(folder: string, version: string, languageHost = true): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeProgram(join(folder, executables.cli), `echo ${version}`);
  if (languageHost) await writeProgram(join(folder, executables.languageHost), "exit 0");
  return folder;
}

export async function writeProgram(path: string, line: string): Promise<void> {
  await writeFile(path, `#!/bin/sh\n${line}\n`);
  await chmod(path, 0o755);
}

/** A source that installs immediately, and records its target folders. */
export function createSource(version: string): Source & { folders: string[] } {
  const folders: string[] = [];
  return {
    version,
    folders,
    async install(folder) {
      folders.push(folder);
      await writeInstallation(join(folder, "bin"), `v${version}`);
    },
  };
}
