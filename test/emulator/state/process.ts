import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { temporaryFolder } from "../../temporary-folder.ts";

export const dataFile = async () => join(await temporaryFolder(), "data");

/**
 * Runs `pulumi-statushub emulator` in its own process, on a data file that may grow to `mostBytes`, which simulates a full
 * disk without root access.
 */
export async function startProcess(data: string, mostBytes?: number) {
  const args = [join(repositoryRoot, "cli/index.ts"), "emulator", "--port", "0", "--no-limits", "--data", data];
  // `ulimit -f` counts in blocks of 512 bytes.
  const limit = mostBytes === undefined ? "unlimited" : Math.ceil(mostBytes / 512);
  const child = spawn("sh", ["-c", `ulimit -f ${limit}; exec "$@"`, "sh", process.execPath, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = await greetingOf(child);
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? "";
  return {
    url: find(/listening on (\S+)/),
    controlUrl: find(/Controls +(\S+)/),
    apiKey: find(/API key +(\S+)/),
    /** Kills it as the system kills a process that is out of memory, and waits for its end. */
    kill: async () => {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    },
  };
}

async function greetingOf(child: ChildProcess): Promise<string> {
  let text = "";
  let errors = "";
  child.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  for await (const chunk of child.stdout ?? []) {
    text += chunk;
    if (text.includes("Ctrl-C stops it.")) return text;
  }
  throw new Error(`The emulator did not start: ${errors}`);
}
