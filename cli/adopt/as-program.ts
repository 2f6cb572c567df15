import { relative } from "node:path";
import { advise } from "../advice.ts";
import { findStackConnection } from "../connection.ts";
import { programShared, resourcesDropped } from "../errors/adopt.ts";
import { declined } from "../errors/command.ts";
import { chooseHubs, readContents } from "../hub/contents.ts";
import { contentOptionsOf } from "../hub/select.ts";
import type { ConnectionOptions, Selection } from "../options.ts";
import { declaredHubs } from "../program/import-file.ts";
import { replaceFiles } from "../program/write-files.ts";
import { type Entry, findSourceEntry } from "../project/entry.ts";
import { requirePackage } from "../project/packages.ts";
import { requirePulumi } from "../project/pulumi.ts";
import { findStack, otherStacks, type Stack } from "../project/stack.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError } from "../terminal/failure.ts";
import { note, plural } from "../terminal/output.ts";
import { allOrNothing } from "./all-or-nothing.ts";
import { planPageAdoption } from "./as-page.ts";
import { checkNoChanges, checkProgramRuns, declaresAll } from "./checks.ts";
import { describeEnd, describePlan } from "./describe.ts";
import { rejectEdited, rejectReplacing } from "./files.ts";
import { importRecords } from "./import-records.ts";
import { type AdoptionPlan, planAdoption } from "./plan.ts";
import { readSettings, removeSecrets, setSecrets } from "./settings.ts";
import { inAccount, type KnownState, readState, withDeclaredProtection } from "./state.ts";

export interface AdoptHubOptions extends ConnectionOptions, Selection {
  /** The form of the program, if it isn't code. */
  readonly as?: string;
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
  const entry = options.as === "page" ? undefined : findSourceEntry(stack.project);
  await requirePulumi();
  await requirePackage(stack.cwd);
  const state = await readState(stack);
  const plan = await (entry === undefined
    ? planPage(hub, stack, state, options)
    : planProgram(hub, stack, state, { ...options, entry }));
  const count = plural(plan.missing.length, "record");
  if (plan.missing.length === 0 && (await declaresAll(stack))) {
    note(`Nothing to adopt: stack ${stack.name} has all of these records, and the program declares them.`);
    await checkNoChanges(stack);
    return;
  }
  describePlan(plan);
  if (options.dryRun) return;
  if (!options.force) rejectReplacing(plan);
  if (plan.files.length > 0 && !options.sharedProgram) await rejectSharing(plan);
  if (!(await confirm(`Adopt ${count} into stack ${stack.name}?`, options.yes ?? false))) {
    throw new CommandError(declined());
  }
  await carryOut(plan, state);
  const areOthersChanged = await checkNoChanges(stack);
  const shown = areOthersChanged ? "changes of other resources only" : "no changes";
  process.stdout.write(`Adopted ${count} into stack ${stack.name}. A preview shows ${shown}.\n`);
  describeEnd(plan);
}

async function readInput(hub: string | undefined, stack: Stack, options: AdoptHubOptions) {
  const connection = await findStackConnection(options, stack);
  const [settings, contents] = await Promise.all([
    readSettings(stack),
    readContents(connection, chooseHubs(hub, options), contentOptionsOf(options)),
  ]);
  return { connection, input: { ...options, stack, settings, contents } };
}

async function planProgram(
  hub: string | undefined,
  stack: Stack,
  state: KnownState,
  { entry, ...options }: AdoptHubOptions & { readonly entry: Entry },
) {
  rejectDropping(stack, state);
  const { input } = await readInput(hub, stack, options);
  return planAdoption({ ...input, entry, state: await withDeclaredProtection(stack, state) });
}

async function planPage(hub: string | undefined, stack: Stack, state: KnownState, options: AdoptHubOptions) {
  // A page declares its hub.
  const kind = options.kind && [...options.kind, "hub"];
  const { connection, input } = await readInput(hub, stack, { ...options, ...(kind && { kind }) });
  return planPageAdoption({ ...input, managed: await inAccount(connection, stack, state.managed) });
}

/** Adopt writes the whole program, so the next `pulumi up` would delete resources that it can't declare. */
function rejectDropping(stack: Stack, { others, hasPage }: KnownState): void {
  const { name, cwd } = stack;
  if (hasPage) {
    const command = advise("npx pulumi-statushub", ["drift", "--unmanaged"], { stack: name, cwd });
    throw new CommandError(resourcesDropped.page({ stack: name, command }));
  }
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
async function rejectSharing({ stack, page }: AdoptionPlan): Promise<void> {
  const others = await otherStacks(stack);
  if (others.length === 0) return;
  const message = page === undefined ? programShared.program : programShared.page;
  throw new CommandError(message({ stacks: others.join(", "), stack: stack.name }));
}

async function carryOut(plan: AdoptionPlan, state: KnownState): Promise<void> {
  const { stack, files, projectFile, missing, resources, secrets } = plan;
  const copies = files.flatMap(({ copy }) => (copy === undefined ? [] : [copy]));
  const settings = typeof projectFile === "object" ? [projectFile] : [];
  rejectEdited([...copies, ...files, ...settings], stack.project.path);
  await allOrNothing(stack, state, {
    async prepare(undo) {
      // A copy stays if what it is a copy of can't be restored.
      replaceFiles(textsOf(copies), {
        add: (what, step) => undo.add(what, (isWhole) => isWhole && step(isWhole)),
      });
      replaceFiles(textsOf([...files, ...settings]), undo);
      undo.add("the secrets of the stack", () => removeSecrets(stack, secrets));
      await setSecrets(stack, secrets);
      return checkProgramRuns(plan);
    },
    async run(created) {
      if (missing.length === 0) return;
      await importRecords(stack, missing, { hubs: declaredHubs(resources), created });
    },
  });
  for (const { path } of copies) note(`Kept your program as ${relative(stack.project.path, path)}.`);
}

const textsOf = (files: readonly { readonly path: string; readonly text: string }[]) =>
  new Map(files.map(({ path, text }) => [path, text]));
