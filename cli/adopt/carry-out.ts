import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { isRunning } from "../../provider/run/process.ts";
import { importIncomplete, nothingImported, stateUnknown } from "../errors/adopt.ts";
import { declaredHubs, type ImportOptions, renderImportFile } from "../program/import-file.ts";
import { settingFor } from "../program/names.ts";
import type { LiveResource, Secret } from "../program/resource.ts";
import { replaceFile } from "../program/write-files.ts";
import { mustRun, type Stack } from "../project/stack.ts";
import { rejectInterrupted, untilSettled } from "../terminal/interrupt.ts";
import { note, plural } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { rejectEdited } from "./files.ts";
import type { AdoptionPlan } from "./plan.ts";
import { readState } from "./state.ts";

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
  const copies = files.flatMap(({ copy }) => copy ?? []);
  const changes = [...files, ...(typeof projectFile === "object" ? [projectFile] : [])];
  rejectEdited([...copies, ...changes], stack.project.path);
  await untilSettled(async () => {
    try {
      if (missing.length > 0) await importRecords(stack, missing, { hubs: declaredHubs(resources) });
      rejectInterrupted();
      await setSecrets(stack, secrets);
      rejectInterrupted();
      for (const { path, text } of [...copies, ...changes]) replaceFile(path, text);
    } catch (error) {
      note(await describeImported(stack, missing));
      throw error;
    }
  });
  for (const { path } of copies) note(`Kept your program as ${relative(stack.project.path, path)}.`);
}

/** Says how far an adoption came that failed or was interrupted. */
async function describeImported(stack: Stack, missing: readonly LiveResource[]): Promise<string> {
  try {
    const names = new Set((await readState(stack)).managed.map(({ kind, name }) => `${kind} ${name}`));
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
 * @param options subdomains of the hubs that the program declares
 */
async function importRecords(
  stack: Stack,
  resources: readonly LiveResource[],
  options: Pick<ImportOptions, "hubs">,
): Promise<void> {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  try {
    const path = join(folder, "import.json");
    writeFileSync(path, renderImportFile(resources, { ...options, secrets: "marked" }), { mode: 0o600 });
    const flags = ["--generate-code=false", "--protect=true", "--yes", "--skip-preview"];
    let done = 0;
    await withProgress("Importing", (onProgress) =>
      mustRun(stack, ["import", "--file", path, ...flags], {
        env: singleCheckpoint,
        onOutput(text) {
          done += text.match(/ imported \(/g)?.length ?? 0;
          onProgress(done, resources.length);
        },
        purpose: "import the records into the state",
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const prefix = "pulumi-statushub-import-";

/** Removes the folders of runs that were killed. They hold secrets, and only their owner can read them. */
function removeLeftovers(): void {
  const left = readdirSync(tmpdir()).filter(
    (name) => name.startsWith(prefix) && !isRunning(Number(name.slice(prefix.length).split("-", 1)[0])),
  );
  for (const name of left) {
    try {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    } catch {
      // It belongs to another user, whose next adopt removes it.
    }
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
