import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { isRunning } from "../../provider/run/process.ts";
import { advise } from "../advice.ts";
import { filesRestored, importIncomplete, secretsLeft } from "../errors/adopt.ts";
import { declaredHubs, type ImportOptions, renderImportFile } from "../program/import-file.ts";
import { settingFor } from "../program/names.ts";
import type { LiveResource, Secret } from "../program/resource.ts";
import { replaceFiles, Undo } from "../program/write-files.ts";
import { mustRun, runOnStack, type Stack } from "../project/stack.ts";
import { rejectInterrupted, untilSettled } from "../terminal/interrupt.ts";
import { note } from "../terminal/output.ts";
import { withProgress } from "../terminal/progress.ts";
import { checkProgramRuns } from "./checks.ts";
import { rejectEdited } from "./files.ts";
import type { AdoptionPlan } from "./plan.ts";
import { type KnownState, readState } from "./state.ts";

/**
 * Prepares the project and imports the records. If that fails or is interrupted, the changes of the project are undone, unless
 * the state has one of the records by then: a program without it would delete it.
 *
 * @param before the state without the records
 */
export async function carryOut(plan: AdoptionPlan, before: KnownState): Promise<void> {
  const { stack, files, projectFile, missing, resources, secrets } = plan;
  const copies = files.flatMap(({ copy }) => copy ?? []);
  const changes = [...files, ...(typeof projectFile === "object" ? [projectFile] : [])];
  rejectEdited([...copies, ...changes], stack.project.path);
  await untilSettled(async () => {
    const undo = new Undo();
    let mayBeImported = false;
    try {
      // A copy stays if what it is a copy of can't be restored.
      replaceFiles(copies, { add: (what, step) => undo.add(what, (isWhole) => isWhole && step(isWhole)) });
      replaceFiles(changes, undo);
      undo.add("the secrets of the stack", () => removeSecrets(stack, secrets));
      await setSecrets(stack, secrets);
      const created = await checkProgramRuns(plan);
      rejectInterrupted();
      mayBeImported = true;
      if (missing.length > 0) await importRecords(stack, missing, { hubs: declaredHubs(resources), created });
    } catch (error) {
      if (mayBeImported && (await hasMore(stack, before))) note(importIncomplete());
      else if (await undo.run()) note(filesRestored());
      throw error;
    }
  });
  for (const { path } of copies) note(`Kept your program as ${relative(stack.project.path, path)}.`);
}

/** Whether the state has more records than before. If it can't be read, it may. */
async function hasMore(stack: Stack, before: KnownState): Promise<boolean> {
  const known = new Set(before.managed.map(({ urn }) => urn));
  try {
    return (await readState(stack)).managed.some(({ urn }) => !known.has(urn));
  } catch {
    return true;
  }
}

/** Writes the state once, in seconds instead of minutes. An import creates nothing that a crash could lose. */
const singleCheckpoint = { PULUMI_SKIP_CHECKPOINTS: "true" };

/**
 * Imports records into the state of a stack. Until a `pulumi up` of a program that declares them, they are protected: an `up`
 * from a branch without them then fails instead of deleting them.
 *
 * @param options subdomains of the hubs that the program declares, and the resources that the records become
 */
async function importRecords(
  stack: Stack,
  resources: readonly LiveResource[],
  options: Pick<ImportOptions, "hubs" | "created">,
): Promise<void> {
  removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
  const undo = new Undo();
  undo.add(folder, () => rmSync(folder, { recursive: true, force: true }));
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
    await undo.run();
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

/** Removes secrets that were set for an adoption which failed. */
async function removeSecrets(stack: Stack, secrets: readonly Secret[]): Promise<void> {
  if (secrets.length === 0) return;
  const keys = secrets.map(({ key }) => key);
  const command = ["config", "rm-all", ...keys];
  const { code } = await runOnStack(stack, command);
  if (code !== 0) note(secretsLeft({ command: advise("pulumi", command, { stack: stack.name, cwd: stack.cwd }) }));
}
