import { relative } from "node:path";
import { advise } from "../advice.ts";
import { findStackConnection } from "../connection.ts";
import { programShared, resourcesDropped, unusedOption } from "../errors/adopt.ts";
import { declined } from "../errors/command.ts";
import { chooseHubs, describeLeftOut, readContents } from "../hub/content.ts";
import { contentOptionsOf } from "../hub/select.ts";
import type { ConnectionOptions, Selection } from "../options.ts";
import { type Entry, findSourceEntry } from "../project/entry.ts";
import { requirePackage } from "../project/packages.ts";
import { requirePulumi } from "../project/pulumi.ts";
import { findStack, otherStacks, type Stack } from "../project/stack.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError } from "../terminal/failure.ts";
import { note, plural } from "../terminal/output.ts";
import { planPageAdoption } from "./as-page.ts";
import { carryOut } from "./carry-out.ts";
import { checkNoChanges, declaresAll } from "./checks.ts";
import { rejectReplacing } from "./files.ts";
import { type AdoptionPlan, planAdoption } from "./plan.ts";
import { inAccount, type KnownState, readSettings, readState, withDeclaredProtection } from "./state.ts";

export interface AdoptOptions extends ConnectionOptions, Selection {
  /** The form of the program, if it isn't code. */
  readonly as?: "page";
  readonly all?: true;
  readonly protect?: true;
  readonly force?: true;
  readonly sharedProgram?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** Adopts a hub: writes the program, imports the missing records, and checks that nothing would change. */
export async function run(hub: string | undefined, options: AdoptOptions): Promise<void> {
  const unused = (["all", "protect"] as const).find((name) => options[name] !== undefined);
  if (options.as === "page" && unused !== undefined) throw new CommandError(unusedOption({ option: `--${unused}` }));
  const stack = await findStack(options.cwd, options.stack);
  const entry = options.as === "page" ? undefined : findSourceEntry(stack.project);
  await requirePulumi();
  await requirePackage(stack.cwd);
  const state = await readState(stack);
  const plan = await createPlan(hub, { stack, entry, state }, options);
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

interface Project {
  readonly stack: Stack;
  /** Undefined for a page file. */
  readonly entry: Entry | undefined;
  readonly state: KnownState;
}

async function createPlan(hub: string | undefined, { stack, entry, state }: Project, options: AdoptOptions) {
  if (entry !== undefined) rejectDropping(stack, state);
  const connection = await findStackConnection(options, stack);
  // A page declares its hub.
  const kind = entry === undefined ? options.kind && [...options.kind, "hub"] : options.kind;
  const [settings, contents] = await Promise.all([
    readSettings(stack),
    readContents(connection, chooseHubs(hub, options), contentOptionsOf({ ...options, ...(kind && { kind }) })),
  ]);
  const input = { ...options, stack, settings, contents };
  return entry === undefined
    ? planPageAdoption({ ...input, managed: await inAccount(connection, stack, state.managed) })
    : planAdoption({ ...input, entry, state: await withDeclaredProtection(stack, state) });
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

function describePlan(plan: AdoptionPlan): void {
  const { stack, path, page, missing, known, leftOut, warnings, secrets, files, projectFile, lost } = plan;
  note(`Will import ${plural(missing.length, "record")} into stack ${stack.name}${missing.length > 0 ? ":" : "."}`);
  for (const [kind, some] of Map.groupBy(missing, (resource) => resource.kind)) note(`  ${some.length} x ${kind}`);
  if (known.length > 0) note(`Already in the stack: ${plural(known.length, "record")}.`);
  if (leftOut.length > 0) note(describeLeftOut(leftOut));
  for (const warning of warnings) note(warning);
  if (secrets.length > 0) note(`Will set ${plural(secrets.length, "secret")} in the stack configuration, encrypted.`);
  if (files.length > 0) note(`Will write ${describeFiles(plan)} in ${stack.project.path}.`);
  if (page?.isFileKept) {
    note(
      `Will use ${relative(stack.project.path, path)} as it is. With --force, adopt writes it again and keeps a copy.`,
    );
  }
  if (projectFile !== undefined) {
    const who = projectFile === "manual" ? "Set options: { refresh: always }" : "Will set refresh: always";
    note(`${who} in Pulumi.yaml, so that a preview shows manual changes.`);
  }
  if (lost.length > 0) note(`Not in the new program: ${lost.join(", ")}. Copy what you need from the old one.`);
}

function describeEnd({ missing, leftOut }: AdoptionPlan): void {
  const signUps = leftOut.filter(({ isSignUp }) => isSignUp).length;
  if (signUps > 0) note(`Left out ${plural(signUps, "subscription")} that visitors may have signed up for.`);
  if (missing.length === 0) return;
  note(
    "Deploy this program next: its pulumi up shows [diff: ~protect] and changes nothing. Until then, the records are protected, " +
      "so an up without them fails instead of deleting them.",
  );
}

function describeFiles({ stack, files }: AdoptionPlan): string {
  const nameOf = (path: string) => relative(stack.project.path, path);
  const names = files.map(({ path, copy }) =>
    copy === undefined ? nameOf(path) : `${nameOf(path)} (keeping yours as ${nameOf(copy.path)})`,
  );
  return names.join(", ");
}
