import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { importIncomplete, nothingImported, stateUnknown } from "../errors/adopt.ts";
import { declaredHubs, renderImportFile } from "../program/import-file.ts";
import { settingFor } from "../program/names.ts";
import type { Secret } from "../program/resource.ts";
import { replaceFile } from "../program/write-files.ts";
import type { Identity } from "../project/record.ts";
import { mustRun, rejectInterrupted, type Stack } from "../project/stack.ts";
import { untilSettled } from "../terminal/interrupt.ts";
import { note, plural } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { type FileChange, rejectEdited } from "./files.ts";
import type { AdoptionPlan } from "./plan.ts";
import { readKnownState } from "./state.ts";

/**
 * Carries an adoption out, state first, then files, so that each step is harmless if the next never comes: without the program, the
 * records are protected in the state, and adopt goes on from there.
 */
export async function carryOut({
  stack,
  files,
  projectFile,
  missing,
  resources,
  secrets,
}: AdoptionPlan): Promise<void> {
  const changes = typeof projectFile === "object" ? [...files, projectFile] : files;
  // A copy is a new file, so nobody may have written one of its name since.
  const copies = changes.flatMap(({ copy }) => copy ?? []);
  rejectEdited([...copies, ...changes], stack.project.path);
  await untilImported(stack, missing, async () => {
    if (missing.length > 0) {
      const file = renderImportFile(missing, { hubs: declaredHubs(resources), secrets: "marked" });
      await importRecords(stack, file, { count: missing.length });
    }
    rejectInterrupted(stack);
    await setSecrets(stack, secrets);
    rejectInterrupted(stack);
    replaceFiles(changes, stack.project.path);
  });
}

/** Runs an import and what depends on it. If that fails, it says how far it came. */
export async function untilImported(
  stack: Stack,
  missing: readonly Identity[],
  work: () => Promise<void>,
): Promise<void> {
  await untilSettled(async () => {
    try {
      await work();
    } catch (error) {
      note(await describeImported(stack, missing));
      throw error;
    }
  });
}

/** Writes files, and copies of what a person wrote. */
export function replaceFiles(changes: readonly FileChange[], folder: string): void {
  for (const { path, text, copy } of changes) {
    if (copy !== undefined) {
      replaceFile(copy.path, copy.text);
      note(`Kept ${relative(folder, path)} as ${relative(folder, copy.path)}.`);
    }
    replaceFile(path, text);
  }
}

/** Says how far an adoption came that failed or was interrupted. */
async function describeImported(stack: Stack, missing: readonly Identity[]): Promise<string> {
  try {
    const names = new Set((await readKnownState(stack)).managed.map(({ kind, name }) => `${kind} ${name}`));
    const imported = missing.filter(({ kind, name }) => names.has(`${kind} ${name}`)).length;
    return imported === 0 ? nothingImported() : importIncomplete({ imported, count: plural(missing.length, "record") });
  } catch {
    return stateUnknown();
  }
}

/** Writes the state once, in seconds instead of minutes. An import creates nothing that a crash could lose. */
const singleCheckpoint = { PULUMI_SKIP_CHECKPOINTS: "true" };

/**
 * Imports records into the state of a stack. Until a `pulumi up` of a program that declares them, they are protected: an `up`
 * from a branch without them then fails instead of deleting them.
 *
 * @param file for `pulumi import`. It may contain secrets in plain text
 * @returns the code of the records, if Pulumi generates any
 */
export async function importRecords(
  stack: Stack,
  file: string,
  { count, generateCode = false }: { readonly count: number; readonly generateCode?: boolean },
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-statushub-import-"));
  const path = join(folder, "import.json");
  const code = join(folder, "code");
  const input = openSync(path, "wx+", 0o600);
  try {
    // A file without a name is gone with the processes that have it open, however they end. Windows has no such files.
    const source = process.platform === "win32" ? path : "/dev/stdin";
    if (source !== path) rmSync(path);
    writeSync(input, file, 0);
    const flags = [`--generate-code=${generateCode}`, "--out", code, "--protect=true", "--yes", "--skip-preview"];
    let done = 0;
    await withProgress("Importing", (onProgress) =>
      mustRun(stack, ["import", "--file", source, ...flags], {
        input,
        env: singleCheckpoint,
        onOutput(text) {
          done += text.match(/ imported \(/g)?.length ?? 0;
          onProgress(done, count);
        },
        purpose: "import the records into the state",
      }),
    );
    return generateCode ? readFileSync(code, "utf8") : "";
  } finally {
    closeSync(input);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Bytes of one variable of the environment that every system allows: Windows takes 32,767 characters with its name. */
const longest = 32_000;

/**
 * Sets secrets in the stack configuration, with as few runs of Pulumi as possible. They go through the environment of the
 * process, because other users of the machine can read a command line.
 */
async function setSecrets(stack: Stack, secrets: readonly Secret[]): Promise<void> {
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

/** Divides secrets so that each part fits into one variable. */
function inParts(secrets: readonly Secret[]): Entry[][] {
  const parts: Entry[][] = [];
  let part: Entry[] = [];
  let size = 0;
  for (const { key, value } of secrets) {
    const entry: Entry = [key, { value: settingFor(value), secret: true }];
    const bytes = Buffer.byteLength(JSON.stringify(entry));
    if (part.length > 0 && size + bytes > longest) {
      parts.push(part);
      part = [];
      size = 0;
    }
    part.push(entry);
    size += bytes;
  }
  return part.length === 0 ? parts : [...parts, part];
}
