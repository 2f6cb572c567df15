import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { executables, type Source } from "../../../tools/engine/installation.ts";

/** A folder that is removed after the test. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "statushub-tools-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

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
