import { relative } from "node:path";
import { changesLeft, otherProgramRuns, stackChanged } from "../../errors/adopt.ts";
import { nameIn, typeIn } from "../../provider/resource-type.ts";
import { preview, type Step } from "../plan/preview.ts";
import type { Stack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { plural } from "../terminal/paint.ts";
import type { AdoptionPlan } from "./plan.ts";

/**
 * Checks that Pulumi runs the program that was written, before the state changes: a preview must create the missing records
 * and leave those of the stack unchanged. Only a preview can tell, because settings outside the project also decide which
 * program runs.
 *
 * @throws CommandError
 */
export async function checkProgramRuns(plan: AdoptionPlan): Promise<void> {
  const { stack, entry, missing, known } = plan;
  // Without a refresh, as changes on the page don't matter here, and without verification, which rejects existing records.
  const steps = await preview(stack, { refresh: false, env: { STATUSHUB_VERIFY: "false" } });
  const ops = new Map(steps.map((step) => [nameOf(step), step.op]));
  const created = missing.filter((resource) => ops.get(labelOf(resource)) === "create");
  const changed = known.filter((record) => !isKept(ops.get(labelOf(record)), record.isUnfinished));
  const path = relative(stack.project.path, entry.path);
  if (created.length < missing.length) {
    throw new CommandError(
      otherProgramRuns({ path, count: plural(missing.length, "record"), created: created.length }),
    );
  }
  if (changed.length === 0) return;
  throw new CommandError(stackChanged({ path, resources: listOf(changed.map(labelOf)) }));
}

/** A preview doesn't list unchanged resources. */
const isKept = (op = "same", isUnfinished: boolean) => op === "same" || (isUnfinished && op === "update");

/** Checks that the next `pulumi up` would change nothing. */
export async function checkNoChanges(stack: Stack): Promise<void> {
  // `discard` is a look-up that the program doesn't contain any more.
  const changes = (await preview(stack)).filter(({ op }) => !/^(same|refresh|read|discard)$/.test(op));
  const names = changes.map(nameOf);
  if (names.length === 0) return;
  throw new CommandError(changesLeft({ count: plural(names.length, "resource"), resources: listOf(names) }));
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

const labelOf = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`;

function nameOf({ urn }: Step): string {
  return `${typeIn(urn).split(":").at(-1)} ${nameIn(urn)}`;
}

const listOf = (names: readonly string[]) => names.slice(0, 5).join(", ");
