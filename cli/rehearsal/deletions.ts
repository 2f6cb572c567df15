import { withoutCode } from "../../model/problem.ts";
import { recordsOf } from "../../provider/inspect.ts";
import { isRefused, type PreviewStep } from "../project/pulumi-preview.ts";
import { identify } from "../project/record.ts";
import type { Subject } from "./outcome.ts";
import { tableOf } from "./page.ts";
import { urnBefore } from "./planned-value.ts";
import type { Actor } from "./providers.ts";
import type { LeavingResource, PlayedResource, Stage } from "./stage.ts";

interface Leaving extends LeavingResource {
  /** What a report calls it, as long as its hub is there. */
  readonly subject: Subject;
}

/**
 * Plays what Pulumi does last: the deletions, and none of them after a failure. That it refuses one because of a protection
 * stops no other. But of what the protected resource needs, the plan has no deletion.
 */
export async function playDeletions(stage: Stage): Promise<void> {
  const steps = stage.plan.steps.filter(({ op }) => op === "delete");
  const refused = steps.filter(isRefused);
  const allowed = steps.filter((step) => !isRefused(step));
  const leaving = [...stage.replaced, ...allowed.flatMap((step) => leavingBy(stage, step))].map((each): Leaving => {
    return { ...each, subject: stage.subjectOf(each.urn, each.state) };
  });
  const hasFailed = stage.failures.length > 0;
  refuseDeletions(stage, refused);
  if (hasFailed) {
    stage.undone.push(...leaving.map(({ subject }) => subject));
    return;
  }
  const deleted = new Set([...allowed, ...leaving].map(({ urn }) => urn));
  for (const each of leaving) {
    const isDeletedWithAnother = deleted.has(each.state.deletedWith ?? "");
    if (isDeletedWithAnother) stage.stay(each.subject, each.id, notSent);
    else await playDeletion(stage, each);
  }
}

function refuseDeletions(stage: Stage, refused: readonly PreviewStep[]): void {
  for (const { urn, oldState = {} } of refused) {
    const isOurs = identify(urn) !== undefined;
    if (isOurs) stage.refuse(stage.subjectOf(urn, oldState), "it is protected, so Pulumi refuses to delete it");
  }
  if (refused.length > 0) stage.undone.push(...leftBy(stage));
}

/** Resources that have left the program, and for which the plan has no step. */
function leftBy(stage: Stage): Subject[] {
  const steps = stage.plan.steps.filter(({ op }) => op !== "refresh");
  const planned = new Set(steps.flatMap((step) => [step.urn, urnBefore(step)]));
  const left = [...stage.resources.keys()].filter((urn) => !planned.has(urn));
  return left.map((urn) => stage.subjectOf(urn, stage.exported.get(urn) ?? {}));
}

const notSent = "it has the option deletedWith, so Pulumi sends no deletion of its own";

/** Returns the resource that a step deletes. None is left to delete if it is of another package, or if the refresh hasn't found the record. */
function leavingBy(stage: Stage, { urn, oldState = {} }: PreviewStep): LeavingResource[] {
  if (identify(urn) === undefined) return [];
  const played = stage.resources.get(urn);
  if (played === undefined) {
    stage.isOutdated ||= stage.exported.has(urn) && oldState.external !== true;
    return [];
  }
  stage.resources.delete(urn);
  return [{ ...played, urn, state: oldState }];
}

async function playDeletion(stage: Stage, { urn, state, subject, ...old }: Leaving): Promise<void> {
  const actor = await stage.providers.actorFor(urn, state);
  if (actor === undefined) return;
  if (state.retainOnDelete === true) return stage.stay(subject, old.id, "it has the option retainOnDelete");
  await stage.attempt(subject, actor, async () => {
    const said = await stage.providers.listen(urn, () => actor.provider.delete(actor.resource, old));
    if (isAlive(actor, old)) stage.stay(subject, old.id, withoutCode(said.at(-1) ?? "it stays"));
  });
}

function isAlive({ page, definition }: Actor, { id: storedId, stored }: PlayedResource): boolean {
  const { id } = recordsOf(storedId, stored);
  const row = page.after.find(tableOf(definition), Number(id));
  return row !== undefined && !("deleted" in row && row.deleted);
}
