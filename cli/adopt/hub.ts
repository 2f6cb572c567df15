import { relative } from "node:path";
import { declined, filesRestored, importIncomplete, resourcesDropped } from "../../errors/command.ts";
import type { ConnectionOptions } from "../connection.ts";
import { requirePackage } from "../doctor/machine.ts";
import { readPages } from "../hub/pages.ts";
import { declaredHubs } from "../program/import-file.ts";
import { pageOptionsOf, type Selection } from "../program/select.ts";
import { replaceFiles } from "../program/write-files.ts";
import { findEntry, refuseCompiled } from "../project/entry.ts";
import { findStack } from "../project/stack.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError } from "../terminal/failure.ts";
import { onInterrupt } from "../terminal/interrupt.ts";
import { note, plural, warn } from "../terminal/paint.ts";
import { describePlan } from "./describe.ts";
import { refuseToReplace } from "./files.ts";
import { type AdoptionPlan, planAdoption } from "./plan.ts";
import { declaresAll, proveClean, proveWritten } from "./prove.ts";
import { readSettings, removeSettings, setSecrets } from "./settings.ts";
import { type KnownState, readState } from "./state.ts";
import { take } from "./take.ts";

export interface AdoptHubOptions extends ConnectionOptions, Selection {
  readonly all?: true;
  readonly protect?: true;
  readonly force?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Takes over a hub: writes the program, imports what the state lacks, and shows that nothing would change. */
export async function adoptHub(hub: string | undefined, options: AdoptHubOptions): Promise<void> {
  const stack = await findStack(options.cwd, options.stack);
  const entry = findEntry(stack.project);
  refuseCompiled(entry, stack.project);
  await requirePackage(stack.cwd);
  const state = await readState(stack);
  refuseToDrop(stack.name, state);
  const [settings, pages] = await Promise.all([
    readSettings(stack),
    readPages(hub, { all: options.all ?? false, ...pageOptionsOf(options) }, options),
  ]);
  const plan = planAdoption({ ...options, stack, entry, state, settings, pages });
  const count = plural(plan.missing.length, "record");
  if (plan.missing.length === 0 && (await declaresAll(stack))) {
    note(`Stack ${stack.name} has all of these records, and its program declares them: there is nothing to adopt.`);
    return proveClean(stack);
  }
  describePlan(plan, state);
  if (options.dryRun) return;
  if (!options.force) refuseToReplace(plan.files, stack.project.path);
  if (!(await confirm(`Adopt ${count} into stack ${stack.name}?`, options.yes ?? false))) {
    throw new CommandError(declined());
  }
  await writeProgram(plan);
  if (plan.missing.length > 0) {
    await importMissing(plan, options.protect ?? false);
  }
  await proveClean(stack);
  process.stdout.write(`Adopted ${count} into stack ${stack.name}. Nothing would change.\n`);
}

/** The program is written as a whole: what the stack has and the program lacks, the next `pulumi up` would delete. */
function refuseToDrop(name: string, { others }: KnownState): void {
  if (others.length === 0) return;
  throw new CommandError(
    resourcesDropped({
      stack: name,
      count: plural(others.length, "resource"),
      resources: others.slice(0, 3).join(", "),
    }),
  );
}

async function importMissing({ stack, missing, resources }: AdoptionPlan, protect: boolean): Promise<void> {
  const advise = () => warn(importIncomplete());
  const release = onInterrupt(advise);
  try {
    await take(stack, missing, { protect, hubs: declaredHubs(resources) });
  } catch (error) {
    advise();
    throw error;
  } finally {
    release();
  }
}

/** Writes the program and what it needs, and proves that Pulumi runs it. If it doesn't, all is as it was before. */
async function writeProgram(plan: AdoptionPlan): Promise<void> {
  const { stack, files, projectFile } = plan;
  const copies = files.flatMap(({ copy }) => (copy === undefined ? [] : [copy]));
  const all = [...copies, ...files, ...(projectFile === undefined ? [] : [projectFile])];
  const undo = replaceFiles(new Map(all.map(({ path, text }) => [path, text])));
  const release = onInterrupt(undo);
  const keys: string[] = [];
  try {
    await setSecrets(stack, plan.secrets, (key) => keys.push(key));
    await proveWritten(plan);
  } catch (error) {
    undo();
    await removeSettings(stack, keys);
    warn(filesRestored());
    throw error;
  } finally {
    release();
  }
  for (const { path } of copies) note(`Kept a copy of your program: ${relative(stack.project.path, path)}.`);
}
