import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLocalEnvironment } from "./environment.ts";
import { getPulumi } from "./get-pulumi.ts";

export const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

/** @param path relative to the repository */
export const readText = (path: string): string => readFileSync(join(repositoryRoot, path), "utf8");

/** The backend keeps its files in `.pulumi` below the given folder. */
const backend = repositoryRoot;
const pulumiFolder = join(backend, ".pulumi");
const project = "statushub-quickstart";

/** The stack of the quickstart. */
export const stackName = "local";

/** Where Pulumi keeps the locks of that stack. */
export const lockFolder = join(pulumiFolder, "locks/organization", project, stackName);

/**
 * Removes that stack with its settings and history. Deletes the files, because Pulumi can't remove a stack whose state it
 * can't read.
 */
export async function forgetStack(): Promise<void> {
  const stacks = join(pulumiFolder, "stacks", project);
  // The state, its backup, and leftovers of an interrupted write.
  const states = (await readdir(stacks).catch(() => [])).filter((name) => name.startsWith(`${stackName}.json`));
  const paths = [
    ...states.map((name) => join(stacks, name)),
    join(pulumiFolder, "history", project, stackName),
    join(repositoryRoot, `Pulumi.${stackName}.yaml`),
  ];
  for (const path of paths) await rm(path, { recursive: true, force: true });
}

/** Runs the CLI on the repository's own project in this terminal; returns its exit code. */
export async function runLocalPulumi(args: string[]): Promise<number> {
  const pulumi = await getPulumi();
  const env = createLocalEnvironment(pulumi, { home: join(pulumiFolder, "home"), backend });
  const child = spawn(pulumi.path, args, { cwd: repositoryRoot, env, stdio: "inherit" });
  // Ctrl-C also reaches the CLI, and this process waits until the CLI has ended.
  const ignore = () => undefined;
  const forward = () => child.kill("SIGTERM");
  process.on("SIGINT", ignore).on("SIGTERM", forward);
  try {
    const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + constants.signals[signal ?? "SIGTERM"];
  } finally {
    process.off("SIGINT", ignore).off("SIGTERM", forward);
  }
}
