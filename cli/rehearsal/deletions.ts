import { withoutCode } from "../../model/problem.ts";
import { recordsOf } from "../../provider/inspect.ts";
import type { PreviewStep } from "../project/pulumi-preview.ts";
import { identify } from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";
import { tableOf } from "./page.ts";
import type { Actor, PlayedResource, Stage, Subject } from "./stage.ts";

interface Leaving extends PlayedResource {
  readonly urn: string;
  readonly state: ResourceState;
}

/** Plays what Pulumi does last: the deletions, and none of them after a failure. */
export async function playDeletions(stage: Stage): Promise<void> {
  const all = stage.plan.steps.filter(({ op }) => op === "delete");
  const planned = all.filter(({ urn }) => identify(urn) !== undefined);
  const leaving = [...stage.replaced, ...planned.flatMap((step) => leavingBy(stage, step))];
  const isProtected = ({ state }: Leaving) => state.protect === true;
  for (const { urn, state } of leaving.filter(isProtected))
    stage.fail(stage.subjectOf(urn, state), "it is protected, so Pulumi refuses to delete it");
  const subjects = leaving.map(({ urn, state }) => stage.subjectOf(urn, state));
  if (stage.failures.length > 0) {
    stage.undone.push(...subjects.filter((_, index) => !isProtected(leaving[index] as Leaving)));
    return;
  }
  const deleted = new Set([...all, ...leaving].map(({ urn }) => urn));
  for (const [index, each] of leaving.entries()) {
    const subject = subjects[index] as Subject;
    if (deleted.has(each.state.deletedWith ?? "")) stage.stay(subject, each.id, notSent);
    else await playDeletion(stage, each, subject);
  }
}

const notSent = "it has the option deletedWith, so Pulumi sends no deletion of its own";

/** The refresh may not have found the record any more. */
function leavingBy(stage: Stage, { urn, oldState = {} }: PreviewStep): Leaving[] {
  const played = stage.resources.get(urn);
  if (played === undefined) {
    stage.isOutdated ||= stage.exported.has(urn) && oldState.external !== true;
    return [];
  }
  stage.resources.delete(urn);
  return [{ ...played, urn, state: oldState }];
}

async function playDeletion(stage: Stage, { urn, state, ...old }: Leaving, subject: Subject): Promise<void> {
  const actor = await stage.actorFor(urn, state);
  if (actor === undefined) return;
  if (state.retainOnDelete === true) return stage.stay(subject, old.id, "it has the option retainOnDelete");
  await stage.attempt(subject, actor, async () => {
    const said = await stage.listen(urn, () => actor.provider.delete(actor.resource, old));
    if (isAlive(actor, old)) stage.stay(subject, old.id, withoutCode(said.at(-1) ?? "it stays"));
  });
}

function isAlive({ page, definition }: Actor, { id: storedId, stored }: PlayedResource): boolean {
  const { id } = recordsOf(storedId, stored);
  const row = page.after.find(tableOf(definition), Number(id));
  return row !== undefined && !("deleted" in row && row.deleted);
}
