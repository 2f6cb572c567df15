import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { startStatushub } from "../../cli/statushub.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { clientOf } from "../emulation.ts";

export const dataFile = async () => join(await temporaryFolder(), "data");

/**
 * Runs `pulumi-statushub emulator` in its own process, whose data file may grow to `mostBytes`, which simulates a full disk
 * without root access. Returns once it has printed the text `last`.
 */
export async function startProcess(
  args: readonly string[],
  { mostBytes, last = "Ctrl-C stops it." }: { mostBytes?: number | undefined; last?: string } = {},
) {
  // `ulimit -f` counts in blocks of 512 bytes.
  const limit = mostBytes === undefined ? "unlimited" : Math.ceil(mostBytes / 512);
  const through = ["sh", "-c", `ulimit -f ${limit}; exec "$@"`, "sh"];
  const child = startStatushub(["emulator", "--port", "0", ...args], { cwd: repositoryRoot, through });
  onTestFinished(() => void child.kill("SIGKILL"));
  const errors = text(child.stderr);
  let said = "";
  for await (const chunk of child.stdout) {
    said += chunk;
    if (said.includes(last)) break;
  }
  if (said === "") throw new Error(`The emulator did not start: ${await errors}`);
  const find = (pattern: RegExp) => pattern.exec(said)?.[1] ?? "";
  const url = find(/^StatusHub emulator listening on (http:\/\/127\.0\.0\.1:\d+\/api\/v3)$/m);
  return {
    ...{ said, url },
    ...clientOf({ url, controlUrl: find(/^Controls +(\S+)$/m), apiKey: find(/^API key +(\S+)$/m) }),
    /** Sends a signal, and waits for the end of the process. */
    stop(signal: NodeJS.Signals) {
      const ended = once(child, "exit");
      child.kill(signal);
      return ended;
    },
  };
}
