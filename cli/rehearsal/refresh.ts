import { declaredFrom, storedFrom } from "../../provider/rehearse.ts";
import { identify } from "../project/record.ts";
import type { ExportedResource } from "../project/stack.ts";
import { plannedChanges } from "../report/planned.ts";
import type { ComparedStack, PlannedStack } from "../report/stacks.ts";
import { clearOf, type Stage } from "./stage.ts";

/** Tells manual changes from others by what the refresh has read, in clear: a plan masks secrets. */
export const withRefreshed = (stacks: readonly PlannedStack[], stages: readonly Stage[]): ComparedStack[] =>
  stacks.map((each, index) => {
    const { stack, steps, hubName } = each;
    return { ...each, planned: plannedChanges(stack, steps, hubName, inputsIn(stages[index] as Stage)) };
  });

/**
 * Returns the inputs of a resource before and after the refresh; undefined if it wasn't read. What an update that failed half-way
 * has left isn't a manual change.
 */
const inputsIn =
  ({ exported, refreshed }: Stage) =>
  (urn: string) => {
    const { inputs, initErrors = [] } = exported.get(urn) ?? {};
    const after = refreshed.get(urn)?.declared;
    if (inputs === undefined || after === undefined) return undefined;
    return { before: initErrors.length > 0 ? after : declaredFrom(clearOf(inputs)), after };
  };

/** Plays the refresh: reads each record of the state, as Pulumi does, and compares it with what the state had. */
export async function playRefresh(stage: Stage): Promise<void> {
  const { resources } = stage.plan;
  // Pulumi has deleted the others already.
  const present = resources.filter(
    ({ external, pendingReplacement }) => external !== true && pendingReplacement !== true,
  );
  await Promise.all(present.map((resource) => playRead(stage, resource)));
  stage.refreshed = new Map(stage.resources);
}

async function playRead(stage: Stage, resource: ExportedResource): Promise<void> {
  const { urn, id = "", inputs, outputs, delete: isPending } = resource;
  const actor = await stage.actorFor(urn, resource);
  if (actor === undefined) {
    // The steps of the plan tell about the others. This one is deleted in any case.
    const isOurs = identify(urn) !== undefined;
    if (isPending && isOurs) stage.unknown.push({ ...stage.subjectOf(urn, resource), property: "", reason: "account" });
    return;
  }
  const { provider, page } = actor;
  try {
    const found = await provider.read(actor.resource, { id, stored: storedFrom(clearOf(outputs)) });
    if (found === undefined) return;
    if (isPending === true) {
      stage.replaced.push({ ...found, urn, state: resource });
      return;
    }
    stage.resources.set(urn, found);
    // Pulumi compares what a refresh has read, and ignores what that says.
    await provider.diff(actor.resource, found, declaredFrom(clearOf(inputs))).catch(() => undefined);
  } catch {
    if (page.failure !== undefined) throw page.failure;
    // The plan has read this record.
    if (page.gaps.length === 0) stage.isOutdated = true;
    stage.unknown.push({ ...stage.subjectOf(urn, resource), property: "", reason: "unreadable" });
  }
}
