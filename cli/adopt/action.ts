import { relative } from "node:path";
import { findConnection } from "../connection.ts";
import { programShared, resourcesDropped } from "../errors/adopt.ts";
import { chooseHubs, readContents } from "../hub/content.ts";
import { contentOptionsOf } from "../hub/select.ts";
import { createNaming } from "../program/names.ts";
import { noteLeftOut, planResources } from "../program/resource.ts";
import { findSourceEntry } from "../project/entry.ts";
import { requirePackage } from "../project/packages.ts";
import { requirePulumi } from "../project/pulumi.ts";
import { findStack, otherStacks, type Stack } from "../project/stack.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson, note, plural } from "../terminal/output.ts";
import { carryOut } from "./carry-out.ts";
import { checkNoChanges, checkProgramRuns, declaresAll, noteNothing } from "./checks.ts";
import { rejectReplacing } from "./files.ts";
import { adoptInLanguage } from "./language.ts";
import type { AdoptOptions } from "./options.ts";
import { plainRecords, writeFolder } from "./out.ts";
import { type AdoptionPlan, planAdoption } from "./plan.ts";
import { type KnownState, readKnownState, readSettings, withDeclaredProtection } from "./state.ts";

/** Imports the missing records of a hub, writes the program, and checks that nothing would change. */
export async function run(hub: string | undefined, options: AdoptOptions): Promise<void> {
  if (options.json || options.out !== undefined) return withoutStack(hub, options);
  const stack = await findStack(options.cwd, options.stack);
  const entry = stack.project.runtime === "nodejs" ? findSourceEntry(stack.project) : undefined;
  await requirePulumi();
  const connection = await findConnection({ cwd: stack.cwd, stack: stack.name });
  const contents = await readContents(connection, chooseHubs(hub, options), contentOptionsOf(options));
  const state = await readKnownState(stack);
  if (entry === undefined) return adoptInLanguage({ stack, state, contents }, options);
  await requirePackage(stack.cwd);
  rejectDropping(stack, state);
  const settings = await readSettings(stack);
  const known = await withDeclaredProtection(stack, state);
  await adoptAsProgram(planAdoption({ ...options, stack, entry, settings, contents, state: known }), options);
}

async function adoptAsProgram(plan: AdoptionPlan, options: AdoptOptions): Promise<void> {
  const { stack, missing, known, files } = plan;
  const isNothingKnown = missing.length === 0 && known.length === 0;
  if (isNothingKnown) return noteNothing(stack, plan);
  const isAllDeclared = missing.length === 0 && (await declaresAll(stack));
  if (isAllDeclared) {
    noteNothing(stack, plan);
    await checkNoChanges(stack);
    return;
  }
  const count = plural(missing.length, "record");
  describePlan(plan);
  if (options.dryRun) return;
  if (!options.force) rejectReplacing(files, stack.project.path);
  if (files.length > 0 && !options.sharedProgram) await rejectSharing(stack);
  await confirm(`Adopt ${count} into stack ${stack.name}?`, options.yes);
  await carryOut(plan);
  await checkProgramRuns(plan);
  const areOthersChanged = await checkNoChanges(stack);
  const shown = areOthersChanged ? "changes of other resources only" : "no changes";
  process.stdout.write(`Adopted ${count} into stack ${stack.name}. A preview shows ${shown}.\n`);
  describeEnd(plan);
}

/** Reads the account in the environment, or in the configuration of a stack if there is one. */
async function withoutStack(hub: string | undefined, options: AdoptOptions): Promise<void> {
  const connection = await findConnection(options, { onlyReads: true });
  const contents = await readContents(connection, chooseHubs(hub, options), contentOptionsOf(options));
  const plan = planResources(contents, { naming: createNaming({ prefixed: options.all === true }) });
  if (options.json) process.stdout.write(`${asJson(plainRecords(plan.resources), 2)}\n`);
  else await writeFolder(plan, options);
}

/** Adopt writes the whole program, so the next `pulumi up` would delete resources that it can't declare. */
function rejectDropping({ name: stack }: Stack, { others }: KnownState): void {
  if (others.length === 0) return;
  const resources = others.slice(0, 3).join(", ");
  throw new CommandError(resourcesDropped({ stack, count: plural(others.length, "resource"), resources }));
}

/** @throws CommandError if other stacks would run the new program, which declares only the records of this one */
async function rejectSharing(stack: Stack): Promise<void> {
  const others = await otherStacks(stack);
  if (others.length > 0) throw new CommandError(programShared({ stacks: others.join(", "), stack: stack.name }));
}

function describePlan(plan: AdoptionPlan): void {
  const { stack, missing, known, secrets, files, projectFile, lost } = plan;
  note(`Will import ${plural(missing.length, "record")} into stack ${stack.name}${missing.length > 0 ? ":" : "."}`);
  for (const [kind, some] of Map.groupBy(missing, (resource) => resource.kind)) note(`  ${some.length} x ${kind}`);
  if (known.length > 0) note(`Already in the stack: ${plural(known.length, "record")}.`);
  noteLeftOut(plan);
  if (secrets.length > 0) note(`Will set ${plural(secrets.length, "secret")} in the stack configuration, encrypted.`);
  if (files.length > 0) note(`Will write ${describeFiles(plan)} in ${stack.project.path}.`);
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
