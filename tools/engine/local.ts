import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLocalEnvironment } from "./environment.ts";
import { getPulumi } from "./get-pulumi.ts";

/** The folder of this repository, with its Pulumi.yaml. */
export const repositoryRoot = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the CLI on the repository's own project, at this terminal; returns its exit code. */
export async function runLocalPulumi(args: string[]): Promise<number> {
  const pulumi = await getPulumi();
  // The backend keeps its files in `.pulumi` below the folder that it is given.
  const env = createLocalEnvironment(pulumi, { home: join(repositoryRoot, ".pulumi/home"), backend: repositoryRoot });
  const child = spawn(pulumi.path, args, { cwd: repositoryRoot, env, stdio: "inherit" });
  // Ctrl-C reaches the CLI too, which ends in its own time: this process waits for it.
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
