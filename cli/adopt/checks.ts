import { relative } from "node:path";
import { advise } from "../advice.ts";
import { changesLeft, otherProgramRuns, pageIncomplete, pageNotDeclared, stackChanged } from "../errors/adopt.ts";
import type { NewResources } from "../program/import-file.ts";
import { isChange, preview, type Step } from "../project/preview.ts";
import { type Identity, identify } from "../project/record.ts";
import type { Stack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { plural } from "../terminal/output.ts";
import { findNewResources, findPage } from "./new-resources.ts";
import type { AdoptionPlan } from "./plan.ts";

/**
 * Checks that Pulumi runs the program that declares the records, before the state changes: a preview must create the missing
 * records and leave those of the stack unchanged. Only a preview can tell, because settings outside the project also decide
 * which program runs.
 *
 * @returns the resources that the preview creates
 * @throws CommandError
 */
export async function checkProgramRuns(plan: AdoptionPlan): Promise<NewResources> {
  const { stack, path, page, files } = plan;
  // Without a refresh, as changes on the page don't matter here, and without verification, which rejects existing records.
  const steps = await preview(stack, { refresh: false, env: { STATUSHUB_VERIFY: "false" } });
  const created = checkSteps(plan, steps);
  if (created !== undefined) return created;
  process.stdout.write(`${page?.lines}\n`);
  const message = files.some(({ before }) => before === undefined) ? pageNotDeclared.written : pageNotDeclared.kept;
  throw new CommandError(message({ stack: stack.name, path: relative(stack.project.path, path) }));
}

/** Does the same with the steps of the preview; undefined if the program doesn't declare the page. */
export function checkSteps(plan: AdoptionPlan, steps: readonly Step[]): NewResources | undefined {
  const { stack, path, page, missing, known } = plan;
  const parent = page && findPage(steps, page);
  if (page !== undefined && parent === undefined) return undefined;
  const created = findNewResources(steps, plan, parent);
  const ops = new Map(steps.map(({ urn, op }) => [urn, op]));
  const absent = missing.filter((resource) => !created.records.has(resource));
  const changed = known.filter(({ urn, mayChange }) => !isKept(ops.get(urn), mayChange));
  const shown = relative(stack.project.path, path);
  if (page !== undefined && absent.length + changed.length > 0) {
    const lacking = [...absent, ...changed];
    throw new CommandError(
      pageIncomplete({ path: shown, count: plural(lacking.length, "record"), resources: listOf(lacking) }),
    );
  }
  if (absent.length > 0) {
    const count = plural(missing.length, "record");
    throw new CommandError(otherProgramRuns({ path: shown, count, created: missing.length - absent.length }));
  }
  if (changed.length > 0) {
    throw new CommandError(stackChanged({ path: shown, resources: listOf(changed) }));
  }
  return created;
}

/** A preview doesn't list unchanged resources. */
const isKept = (op = "same", mayChange: boolean) => op === "same" || (mayChange && op === "update");

/**
 * Checks that the next `pulumi up` would change no record.
 *
 * @returns whether it would change anything else
 */
export async function checkNoChanges(stack: Stack): Promise<boolean> {
  const changes = (await preview(stack)).filter(isChange);
  const changed = changes.flatMap(({ urn }) => identify(urn) ?? []);
  if (changed.length === 0) return changes.length > 0;
  const command = advise("pulumi", ["preview", "--diff"], { stack: stack.name, cwd: stack.cwd });
  throw new CommandError(changesLeft({ count: plural(changed.length, "record"), resources: listOf(changed), command }));
}

/** Whether the existing program declares everything in the stack. A program that fails doesn't. */
export async function declaresAll(stack: Stack): Promise<boolean> {
  try {
    return (await preview(stack, { refresh: false })).every(({ op }) => op !== "delete");
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

const listOf = (resources: readonly Identity[]) =>
  resources
    .slice(0, 5)
    .map(({ kind, name }) => `${kind} ${name}`)
    .join(", ");
