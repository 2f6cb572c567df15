import { relative } from "node:path";
import { changesLeft, otherProgramRuns, stackChanged } from "../../errors/command.ts";
import { preview, type Step } from "../drift/preview.ts";
import type { Stack } from "../project/stack.ts";
import { CommandError } from "../terminal/failure.ts";
import { plural } from "../terminal/paint.ts";
import type { AdoptionPlan } from "./plan.ts";

/**
 * Shows that Pulumi runs the program that was written, before anything is in the state: a preview creates what is missing
 * there, and changes nothing that the stack has. Nothing else would prove it, as settings beyond the files of the project
 * decide what runs.
 *
 * @throws CommandError
 */
export async function proveWritten(plan: AdoptionPlan): Promise<void> {
  const { stack, entry, missing, known } = plan;
  // What changed on the page meanwhile is no fault of the program, and what it creates here is on the page already.
  const steps = await preview(stack, { refresh: false, env: { STATUSHUB_VERIFY: "false" } });
  const ops = new Map(steps.map((step) => [nameOf(step), step.op]));
  const created = missing.filter((resource) => ops.get(shown(resource)) === "create");
  const changed = known.filter((record) => !isKept(ops.get(shown(record)), record.isUnfinished));
  const path = relative(stack.project.path, entry.path);
  if (created.length < missing.length) {
    throw new CommandError(
      otherProgramRuns({ path, count: plural(missing.length, "record"), created: created.length }),
    );
  }
  if (changed.length === 0) return;
  throw new CommandError(stackChanged({ path, resources: listOf(changed.map(shown)) }));
}

/** A preview leaves out what stays the same. */
const isKept = (op = "same", isUnfinished: boolean) => op === "same" || (isUnfinished && op === "update");

/** Shows that the next `pulumi up` would change nothing. */
export async function proveClean(stack: Stack): Promise<void> {
  // Nothing happens to a record that the program has only read, and reads no more.
  const changes = (await preview(stack)).filter(({ op }) => !/^(same|refresh|read|discard)$/.test(op));
  const names = changes.map(nameOf);
  if (names.length === 0) return;
  throw new CommandError(changesLeft({ count: plural(names.length, "resource"), resources: listOf(names) }));
}

/** Whether the program that is there declares all that the stack has. One that fails does not. */
export async function declaresAll(stack: Stack): Promise<boolean> {
  try {
    return (await preview(stack, { refresh: false })).every(({ op }) => op !== "delete");
  } catch (error) {
    if (error instanceof CommandError) return false;
    throw error;
  }
}

const shown = ({ kind, name }: { kind: string; name: string }) => `${kind} ${name}`;

function nameOf({ urn }: Step): string {
  const [type = "", ...name] = urn.split("::").slice(2);
  return `${type.split(/[:$]/).at(-1)} ${name.join("::")}`;
}

const listOf = (names: readonly string[]) => names.slice(0, 5).join(", ");
