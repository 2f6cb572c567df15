import { relative } from "node:path";
import { programShared, resourcesDropped } from "../../errors/adopt.ts";
import { declined } from "../../errors/command.ts";
import { type ConnectionOptions, findStackConnection } from "../connection.ts";
import { chooseHubs, readPages } from "../hub/pages.ts";
import { pageOptionsOf, type Selection } from "../hub/select.ts";
import { declaredHubs } from "../program/import-file.ts";
import { replaceFiles } from "../program/write-files.ts";
import { findEntry, rejectBuilt } from "../project/entry.ts";
import { requirePackage } from "../project/packages.ts";
import { findStack, otherStacks, type Stack } from "../project/stack.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError } from "../terminal/failure.ts";
import { note, plural } from "../terminal/paint.ts";
import { allOrNothing } from "./all-or-nothing.ts";
import { checkNoChanges, checkProgramRuns, declaresAll } from "./checks.ts";
import { describeEnd, describePlan } from "./describe.ts";
import { rejectEdited, rejectReplacing } from "./files.ts";
import { importRecords } from "./import-records.ts";
import { type AdoptionPlan, planAdoption } from "./plan.ts";
import { readSettings, removeSecrets, setSecrets } from "./settings.ts";
import { type KnownState, readState } from "./state.ts";

export interface AdoptHubOptions extends ConnectionOptions, Selection {
  readonly all?: true;
  readonly protect?: true;
  readonly force?: true;
  readonly sharedProgram?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Adopts a hub: writes the program, imports the missing records, and checks that nothing would change. */
export async function adoptHub(hub: string | undefined, options: AdoptHubOptions): Promise<void> {
  const stack = await findStack(options.cwd, options.stack);
  const entry = findEntry(stack.project);
  rejectBuilt(entry, stack.project);
  await requirePackage(stack.cwd);
  const state = await readState(stack);
  rejectDropping(stack.name, state);
  const [settings, pages] = await Promise.all([
    readSettings(stack),
    findStackConnection(options, stack).then((found) =>
      readPages(found, chooseHubs(hub, options), pageOptionsOf(options)),
    ),
  ]);
  const plan = planAdoption({ ...options, stack, entry, state, settings, pages });
  const count = plural(plan.missing.length, "record");
  if (plan.missing.length === 0 && (await declaresAll(stack))) {
    note(`Nothing to adopt: stack ${stack.name} has all of these records, and the program declares them.`);
    return checkNoChanges(stack);
  }
  describePlan(plan, state);
  if (options.dryRun) return;
  if (!options.force) rejectReplacing(plan.files, stack.project.path);
  if (plan.files.length > 0 && !options.sharedProgram) await rejectSharing(stack);
  if (!(await confirm(`Adopt ${count} into stack ${stack.name}?`, options.yes ?? false))) {
    throw new CommandError(declined());
  }
  await carryOut(plan);
  await checkNoChanges(stack);
  process.stdout.write(`Adopted ${count} into stack ${stack.name}. A preview shows no changes.\n`);
  describeEnd(plan);
}

/** Adopt writes the whole program, so the next `pulumi up` would delete resources that it can't declare. */
function rejectDropping(name: string, { others, hasPage }: KnownState): void {
  if (hasPage) throw new CommandError(resourcesDropped.page({ stack: name }));
  if (others.length === 0) return;
  throw new CommandError(
    resourcesDropped.others({
      stack: name,
      count: plural(others.length, "resource"),
      resources: others.slice(0, 3).join(", "),
    }),
  );
}

/** @throws CommandError if other stacks would run the new program, which declares only the records of this one */
async function rejectSharing(stack: Stack): Promise<void> {
  const others = await otherStacks(stack);
  if (others.length === 0) return;
  throw new CommandError(programShared({ stacks: others.join(", "), stack: stack.name }));
}

/** Writes the program, sets its secrets, checks that Pulumi runs it, and imports the records. */
async function carryOut(plan: AdoptionPlan): Promise<void> {
  const { stack, files, projectFile, missing, resources, secrets } = plan;
  const copies = files.flatMap(({ copy }) => (copy === undefined ? [] : [copy]));
  const all = [...copies, ...files, ...(projectFile === undefined ? [] : [projectFile])];
  rejectEdited(all, stack.project.path);
  await allOrNothing(stack, missing, {
    async prepare(undo) {
      undo(replaceFiles(new Map(all.map(({ path, text }) => [path, text]))));
      undo(() => removeSecrets(stack, secrets));
      await setSecrets(stack, secrets);
      await checkProgramRuns(plan);
    },
    async run() {
      if (missing.length > 0) await importRecords(stack, missing, declaredHubs(resources));
    },
  });
  for (const { path } of copies) note(`Kept your program as ${relative(stack.project.path, path)}.`);
}
