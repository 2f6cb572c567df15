import { withoutCode } from "../../model/problem.ts";
import { recordsOf } from "../../provider/inspect.ts";
import { isRefused, type PreviewStep } from "../project/pulumi-preview.ts";
import { identify } from "../project/record.ts";
import type { Subject } from "./outcome.ts";
import { tableOf } from "./page.ts";
import { urnBefore } from "./planned-value.ts";
import type { Actor } from "./providers.ts";
import type { LeavingResource, PlayedResource, Stage } from "./stage.ts";

/*
 * What Pulumi does last: the deletions. The first case that fits decides:
 *
 *     the resource is protected            Pulumi refuses to delete it. It deletes the others, except for what this one needs
 *     something else has failed before     nothing is deleted
 *     deletedWith another that leaves      Pulumi sends no deletion, so the record stays on the page
 *     retainOnDelete                       the same
 *     any other                            the provider deletes the record, or says why it stays
 */

export async function playDeletions(stage: Stage): Promise<void> {
  // Before the refusals, which are failures, too.
  const hasFailed = stage.failures.length > 0;
  const steps = stage.plan.steps.filter(({ op }) => op === "delete");
  const refused = steps.filter(isRefused);
  const allowed = steps.filter((step) => !isRefused(step));
  const leaving = [...stage.replaced, ...takeLeaving(stage, allowed)];
  refuseDeletions(stage, refused);
  if (hasFailed) {
    stage.undone.push(...leaving.map(({ urn, state }) => stage.subjectOf(urn, state)));
    return;
  }
  // Those of other packages, too: a record may be deleted with one of them.
  const leavingUrns = new Set([...allowed, ...leaving].map(({ urn }) => urn));
  for (const each of leaving) await playDeletion(stage, each, leavingUrns);
}

/** Takes the resources that these steps delete out of the stack. Those of other packages have no record of ours. */
function takeLeaving(stage: Stage, steps: readonly PreviewStep[]): LeavingResource[] {
  const leaving: LeavingResource[] = [];
  for (const { urn, oldState = {} } of steps) {
    const isOurs = identify(urn) !== undefined;
    if (!isOurs) continue;
    const resource = stage.resources.get(urn);
    if (resource !== undefined) {
      stage.resources.delete(urn);
      leaving.push({ ...resource, urn, state: oldState });
      continue;
    }
    // Pulumi has read its record for the plan, and the refresh that was played hasn't found it. A lookup has none to read.
    const isGoneSince = stage.exported.has(urn) && oldState.external !== true;
    if (isGoneSince) stage.isOutdated = true;
  }
  return leaving;
}

function refuseDeletions(stage: Stage, refused: readonly PreviewStep[]): void {
  for (const { urn, oldState = {} } of refused) {
    const isOurs = identify(urn) !== undefined;
    if (isOurs) stage.refuse(stage.subjectOf(urn, oldState), "it is protected, so Pulumi refuses to delete it");
  }
  // Pulumi plans no deletion of what they need.
  if (refused.length > 0) stage.undone.push(...unplanned(stage));
}

/** Resources that have left the program and that the plan doesn't delete. */
function unplanned(stage: Stage): Subject[] {
  // A refresh reads every resource, so its steps say nothing about what becomes of one.
  const steps = stage.plan.steps.filter(({ op }) => op !== "refresh");
  const planned = new Set(steps.flatMap((step) => [step.urn, urnBefore(step)]));
  const left = [...stage.resources.keys()].filter((urn) => !planned.has(urn));
  return left.map((urn) => stage.subjectOf(urn, stage.exported.get(urn) ?? {}));
}

async function playDeletion(stage: Stage, leaving: LeavingResource, leavingUrns: ReadonlySet<string>): Promise<void> {
  const { urn, state, ...resource } = leaving;
  const subject = stage.subjectOf(urn, state);
  const isDeletedWithAnother = leavingUrns.has(state.deletedWith ?? "");
  if (isDeletedWithAnother)
    return stage.stay(subject, resource.id, "it has the option deletedWith, so Pulumi sends no deletion of its own");
  const actor = await stage.providers.actorFor(urn, state);
  // Its account was known when it was read.
  if (actor === undefined) return;
  if (state.retainOnDelete === true) return stage.stay(subject, resource.id, "it has the option retainOnDelete");
  await stage.attempt(subject, actor, async () => {
    const said = await stage.providers.listen(urn, () => actor.provider.delete(actor.resource, resource));
    // What the provider has said last is why.
    if (isAlive(actor, resource)) stage.stay(subject, resource.id, withoutCode(said.at(-1) ?? "it stays"));
  });
}

/** Whether the page shows the record after the deletion. */
function isAlive({ page, definition }: Actor, { id: storedId, stored }: PlayedResource): boolean {
  const { id } = recordsOf(storedId, stored);
  const row = page.after.find(tableOf(definition), Number(id));
  return row !== undefined && !("deleted" in row && row.deleted);
}
