import { relative } from "node:path";
import { advise } from "../advice.ts";
import { changesLeft, otherProgramRuns } from "../errors/adopt.ts";
import { noteLeftOut, type ResourcePlan } from "../program/resource.ts";
import { isChange, runPreview } from "../project/pulumi-preview.ts";
import { type Identity, identify } from "../project/record.ts";
import type { Stack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { note, plural } from "../terminal/output.ts";
import type { AdoptionPlan } from "./plan.ts";

/**
 * Checks that Pulumi runs the program that was written. Only a preview can tell, because settings outside the project also decide
 * which program runs. Any other program doesn't declare the records, which are protected.
 */
export async function checkProgramRuns({ stack, path, missing }: AdoptionPlan): Promise<void> {
  if (missing.length === 0 || (await declaresAll(stack))) return;
  const command = advise("pulumi", ["preview", "--diff"], { stack: stack.name, cwd: stack.cwd });
  throw new CommandError(otherProgramRuns({ path: relative(stack.project.path, path), command }));
}

/**
 * Checks that the next `pulumi up` would change no record.
 *
 * @returns whether it would change anything else
 */
export async function checkNoChanges(stack: Stack): Promise<boolean> {
  const changes = (await runPreview(stack)).filter(isChange);
  const changed = changes.flatMap(({ urn }) => identify(urn) ?? []);
  if (changed.length === 0) return changes.length > 0;
  const command = advise("pulumi", ["preview", "--diff"], { stack: stack.name, cwd: stack.cwd });
  throw new CommandError(
    changesLeft({ count: plural(changed.length, "record"), resources: listNames(changed), command }),
  );
}

/** Also lists what adopt has left out: somebody may look for that. */
export function noteNothing({ name }: Stack, plan: Pick<ResourcePlan, "leftOut" | "warnings">): void {
  note(`Nothing to adopt: adopt finds no record that stack ${name} or its program lacks.`);
  noteLeftOut(plan);
}

/** Whether the program declares everything in the stack: a preview that would delete what is protected fails. */
export async function declaresAll(stack: Stack): Promise<boolean> {
  try {
    return (await runPreview(stack, { refresh: false })).every(({ op }) => op !== "delete");
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

export const listNames = (resources: readonly Identity[], most = 5): string =>
  resources
    .slice(0, most)
    .map(({ kind, name }) => `${kind} ${name}`)
    .join(", ");
