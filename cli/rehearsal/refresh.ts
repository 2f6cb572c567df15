import { declaredFrom, storedFrom } from "../../provider/rehearse.ts";
import { identify } from "../project/record.ts";
import type { ExportedResource } from "../project/stack.ts";
import { plannedChanges, type RefreshedInputsOf } from "../report/planned.ts";
import type { ComparedStack, PlannedStack } from "../report/stacks.ts";
import type { Actor } from "./providers.ts";
import { clearOf } from "./secrets.ts";
import type { Stage } from "./stage.ts";

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
  const { urn, delete: isPending } = resource;
  const actor = await stage.providers.actorFor(urn, resource);
  if (actor === undefined) {
    // The steps of the plan tell about the others. This one is deleted in any case.
    const isOurs = identify(urn) !== undefined;
    if (isPending && isOurs) stage.leaveOut(stage.subjectOf(urn, resource), "account");
    return;
  }
  try {
    await read(stage, resource, actor);
  } catch {
    const { failure, gaps } = actor.page;
    if (failure !== undefined) throw failure;
    // The plan has read this record.
    if (gaps.length === 0) stage.isOutdated = true;
    stage.leaveOut(stage.subjectOf(urn, resource), "unreadable");
  }
}

async function read(stage: Stage, state: ExportedResource, { provider, resource }: Actor): Promise<void> {
  const { urn, id = "", inputs, outputs, delete: isPending } = state;
  const found = await provider.read(resource, { id, stored: storedFrom(clearOf(outputs)) });
  if (found === undefined) return;
  if (isPending) {
    stage.replaced.push({ ...found, urn, state });
    return;
  }
  stage.resources.set(urn, found);
  // Pulumi compares what a refresh has read, and ignores what that says.
  await provider.diff(resource, found, declaredFrom(clearOf(inputs))).catch(() => undefined);
}

/** Tells manual changes from others by what the refresh has read, in clear: a plan masks secrets. */
export const withRefreshed = (stacks: readonly PlannedStack[], stages: readonly Stage[]): ComparedStack[] =>
  stacks.map((each) => {
    const { stack, steps, hubName } = each;
    const stage = stages.find(({ plan }) => plan.stack === stack);
    const inputsOf: RefreshedInputsOf = (urn) => {
      const state = stage?.exported.get(urn);
      const after = stage?.refreshed.get(urn)?.declared;
      if (state?.inputs === undefined || after === undefined) return undefined;
      // What an update that failed half-way has left isn't a manual change.
      const isHalfWritten = (state.initErrors ?? []).length > 0;
      return { before: isHalfWritten ? after : declaredFrom(clearOf(state.inputs)), after };
    };
    return { ...each, planned: plannedChanges(stack, steps, hubName, inputsOf) };
  });
