import type { Secret } from "../program/resource.ts";
import { settingFor } from "../program/secret-keys.ts";
import { mustRun, type Stack } from "../project/stack.ts";
import { createProgress } from "../terminal/progress.ts";

/** The configuration of the stack in the namespace of the project, secrets in plain text. */
export async function readSettings(stack: Stack): Promise<Map<string, string>> {
  const { stdout } = await mustRun(stack, ["config", "--show-secrets", "--json"], {
    purpose: "read the configuration of the stack",
  });
  const prefix = `${stack.project.name}:`;
  const settings = Object.entries(JSON.parse(stdout) as Record<string, { value?: string }>);
  return new Map(
    settings
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { value = "" }]) => [key.slice(prefix.length), value]),
  );
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
