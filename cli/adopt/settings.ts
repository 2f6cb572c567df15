import { secretsLeft, strictVerify } from "../../errors/command.ts";
import type { Secret } from "../program/resource.ts";
import { settingFor } from "../program/secret-keys.ts";
import { configIn, mustRun, runOnStack, type Stack, showConfig } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { onInterrupt } from "../terminal/interrupt.ts";
import { note } from "../terminal/paint.ts";
import { withProgress } from "../terminal/progress.ts";

/**
 * Reads the stack configuration in the namespace of the project, with its secrets in plain text.
 *
 * @throws CommandError if the configuration makes the preview of an adoption fail
 */
export async function readSettings(stack: Stack): Promise<Map<string, string>> {
  const settings = configIn(await mustRun(stack, showConfig, { purpose: "read the configuration of the stack" }));
  rejectStrict(stack.name, settings.get("statushub:verify"));
  const prefix = `${stack.project.name}:`;
  const own = [...settings].filter(([key]) => key.startsWith(prefix));
  return new Map(own.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** It can't be turned off for one command, because the configuration takes precedence over the environment. */
function rejectStrict(stack: string, verify: string | undefined): void {
  if (verify !== "strict") return;
  throw new CommandError(strictVerify({ stack }));
}

/** Sets secrets in the stack configuration for some work, and removes them if that fails. */
export async function withSecrets(stack: Stack, secrets: readonly Secret[], work: () => Promise<void>): Promise<void> {
  if (secrets.length === 0) return work();
  const keys = secrets.map(({ key }) => key);
  const left = secretsLeft({ keys: keys.join(" "), stack: stack.name });
  const release = onInterrupt(() => note(left));
  try {
    await setSecrets(stack, secrets);
    await work();
  } catch (error) {
    const { code } = await runOnStack(stack, ["config", "rm-all", ...keys]);
    if (code !== 0) note(left);
    throw error;
  } finally {
    release();
  }
}

/** The secrets go through stdin, because other processes can read a command line. */
async function setSecrets(stack: Stack, secrets: readonly Secret[]): Promise<void> {
  await withProgress("Setting secrets", async (onProgress) => {
    for (const [index, { key, value }] of secrets.entries()) {
      onProgress(index, secrets.length);
      const options = { input: settingFor(value), purpose: `set the secret ${key}` };
      await mustRun(stack, ["config", "set", "--secret", key], options);
    }
  });
}
