import { advise } from "../advice.ts";
import { secretsLeft, strictVerify } from "../errors/adopt.ts";
import type { Secret } from "../program/resource.ts";
import { settingFor } from "../program/secret-keys.ts";
import { configIn, mustRun, mustShowSecrets, runOnStack, type Stack, showConfig } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { note } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";

/**
 * Reads the stack configuration in the namespace of the project, with its secrets in plain text.
 *
 * @throws CommandError if the configuration makes the preview of an adoption fail
 */
export async function readSettings(stack: Stack): Promise<Map<string, string>> {
  const settings = configIn(
    await mustShowSecrets(stack, showConfig, { purpose: "read the configuration of the stack" }),
  );
  rejectStrict(stack, settings.get("statushub:verify"));
  const prefix = `${stack.project.name}:`;
  const own = [...settings].filter(([key]) => key.startsWith(prefix));
  return new Map(own.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** It can't be turned off for one command, because the stricter of configuration and environment wins. */
function rejectStrict({ name: stack, cwd }: Stack, verify: string | undefined): void {
  if (verify !== "strict") return;
  const command = advise("pulumi", ["config", "set", "statushub:verify", "true"], { stack, cwd });
  throw new CommandError(strictVerify({ stack, command }));
}

/** Bytes of one variable of the environment that every system allows: Windows takes 32,767 characters with its name. */
const longest = 32_000;

/**
 * Sets secrets in the stack configuration, with as few runs of Pulumi as possible. They go through the environment of the
 * process, because other users of the machine can read a command line.
 */
export async function setSecrets(stack: Stack, secrets: readonly Secret[]): Promise<void> {
  await withProgress("Setting secrets", async (onProgress) => {
    let done = 0;
    for (const part of inParts(secrets)) {
      onProgress(done, secrets.length);
      // Pulumi reads any option from a variable of this form.
      const env = { PULUMI_OPTION_JSON: JSON.stringify(Object.fromEntries(part)) };
      await mustRun(stack, ["config", "set-all"], { env, purpose: "set the secrets of the stack" });
      done += part.length;
    }
  });
}

type Entry = readonly [key: string, value: { readonly value: string; readonly secret: true }];

function inParts(secrets: readonly Secret[]): Entry[][] {
  const parts: Entry[][] = [];
  let size = 0;
  for (const { key, value } of secrets) {
    const entry: Entry = [key, { value: settingFor(value), secret: true }];
    const bytes = Buffer.byteLength(JSON.stringify(entry));
    const isFull = size + bytes > longest;
    if (isFull || parts.length === 0) parts.push([]);
    size = bytes + (isFull ? 0 : size);
    parts.at(-1)?.push(entry);
  }
  return parts;
}

/** Removes secrets that were set for an adoption which failed. */
export async function removeSecrets(stack: Stack, secrets: readonly Secret[]): Promise<void> {
  if (secrets.length === 0) return;
  const keys = secrets.map(({ key }) => key);
  const command = ["config", "rm-all", ...keys];
  const { code } = await runOnStack(stack, command);
  if (code !== 0) note(secretsLeft({ command: advise("pulumi", command, { stack: stack.name, cwd: stack.cwd }) }));
}
