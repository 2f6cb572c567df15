import { strictVerify } from "../../errors/command.ts";
import type { Secret } from "../program/resource.ts";
import { settingFor } from "../program/secret-keys.ts";
import { configIn, mustRun, type Stack, showConfig } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { createProgress } from "../terminal/progress.ts";

/**
 * The configuration of the stack in the namespace of the project, secrets in plain text.
 *
 * @throws CommandError where the configuration would refuse the preview of an adoption
 */
export async function readSettings(stack: Stack): Promise<Map<string, string>> {
  const settings = configIn(await mustRun(stack, showConfig, { purpose: "read the configuration of the stack" }));
  refuseStrict(stack.name, settings.get("statushub:verify"));
  const prefix = `${stack.project.name}:`;
  const own = [...settings].filter(([key]) => key.startsWith(prefix));
  return new Map(own.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** It cannot be switched off for one command: the configuration wins over the environment. */
function refuseStrict(stack: string, verify: string | undefined): void {
  if (verify !== "strict") return;
  throw new CommandError(strictVerify({ stack }));
}

/**
 * Puts secrets into the configuration of the stack, by way of stdin: other processes can read a command line.
 *
 * @param onSet sees each key that was set
 */
export async function setSecrets(
  stack: Stack,
  secrets: readonly Secret[],
  onSet: (key: string) => void = () => undefined,
): Promise<void> {
  const progress = createProgress("Setting secrets");
  try {
    for (const [index, { key, value }] of secrets.entries()) {
      progress.update(index, secrets.length);
      await mustRun(stack, ["config", "set", "--secret", key], {
        input: settingFor(value),
        purpose: `set the secret ${key}`,
      });
      onSet(key);
    }
  } finally {
    progress.end();
  }
}

/** Takes back what `setSecrets` has set. */
export async function removeSettings(stack: Stack, keys: readonly string[]): Promise<void> {
  for (const key of keys) await mustRun(stack, ["config", "rm", key], { purpose: `remove the secret ${key}` });
}
