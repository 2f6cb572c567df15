import { strictVerify } from "../../errors/command.ts";
import type { Secret } from "../program/resource.ts";
import { settingFor } from "../program/secret-keys.ts";
import { configIn, mustRun, type Stack, showConfig } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
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

/**
 * Writes secrets to the stack configuration. They go through stdin, because other processes can read a command line.
 *
 * @param onSet called with each key that was set
 */
export async function setSecrets(
  stack: Stack,
  secrets: readonly Secret[],
  onSet: (key: string) => void = () => undefined,
): Promise<void> {
  await withProgress("Setting secrets", async (onProgress) => {
    for (const [index, { key, value }] of secrets.entries()) {
      onProgress(index, secrets.length);
      const options = { input: settingFor(value), purpose: `set the secret ${key}` };
      await mustRun(stack, ["config", "set", "--secret", key], options);
      onSet(key);
    }
  });
}

/** Removes what `setSecrets` has set. */
export async function removeSettings(stack: Stack, keys: readonly string[]): Promise<void> {
  for (const key of keys) await mustRun(stack, ["config", "rm", key], { purpose: `remove the secret ${key}` });
}
