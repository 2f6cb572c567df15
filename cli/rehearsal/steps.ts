import type { Declared } from "../../model/api/form.ts";
import { lookups } from "../../model/kinds/index.ts";
import { kindIn, typeIn } from "../../model/pulumi/resource-type.ts";
import { declaredFrom } from "../../provider/rehearse.ts";
import { isRefused, type PreviewStep } from "../project/pulumi-preview.ts";
import { identify, providerOf } from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";
import { type Actor, clearOf, type PlayedResource, type Stage, type Subject } from "./stage.ts";
import { inputsOf } from "./values.ts";

/** Plays one step of the plan, except for a deletion. */
export async function playStep(stage: Stage, step: PreviewStep): Promise<void> {
  const { op, urn, newState } = step;
  if (newState === undefined || op === "refresh" || op === "delete") return;
  if (op === "read" || op === "read-replacement") return playLookup(stage, step);
  if (identify(urn) === undefined || newState.external) return;
  const subject = stage.subjectOf(urn, newState);
  const actor = await stage.actorFor(urn, newState);
  if (actor === undefined) {
    stage.unknown.push({ ...subject, property: "", reason: "account" });
    return;
  }
  if (stage.isBlocked(step)) {
    if (op !== "same") stage.undone.push(subject);
    return;
  }
  if (isRefused(step)) return stage.fail(subject, "it is protected, so Pulumi refuses to replace it");
  const { declared, notKnown, isDecided } = await inputsOf(stage, step, actor);
  stage.unknown.push(...notKnown.map((each) => ({ ...subject, ...each })));
  if (!isDecided) {
    stage.unknown.push({ ...subject, property: "", reason: "not-played" });
    return;
  }
  stage.played.push({ ...actor, subject, declared });
  await stage.attempt(subject, actor, () => carryOut(stage, step, { ...actor, subject, declared }));
}

interface Task extends Actor {
  readonly subject: Subject;
  readonly declared: Declared;
}

async function carryOut(stage: Stage, step: PreviewStep, task: Task): Promise<void> {
  const { op, urn, oldState } = step;
  const oldUrn = oldState?.urn ?? urn;
  if (op === "import" || op === "import-replacement") return importRecord(stage, step, task);
  const old = stage.resources.get(oldUrn);
  const isNew = op === "create" || stage.exported.get(oldUrn)?.pendingReplacement === true;
  // The plan has found the record, or hasn't, and now it is the other way round.
  if (isNew === (old !== undefined)) stage.isOutdated = true;
  if (old !== undefined) return change(stage, step, { ...task, old, oldUrn });
  if (isNew) {
    if (check(stage, task, {})) await create(stage, urn, task);
    return;
  }
  stage.unknown.push({ ...task.subject, property: "", reason: "unreadable" });
}

interface Change extends Task {
  readonly old: PlayedResource;
  /** An alias may rename the resource. */
  readonly oldUrn: string;
}

/** Plays what a step does to a resource of the state. */
async function change(stage: Stage, step: PreviewStep, task: Change): Promise<void> {
  const { provider, resource, declared, old, oldUrn } = task;
  if (!check(stage, task, old.declared)) return;
  const { deleteBeforeReplace } = await provider.diff(resource, old, declared);
  if (step.op === "replace") return replace(stage, step, task, deleteBeforeReplace);
  const kept = step.op === "update" ? await provider.update(resource, old, declared) : old;
  stage.resources.delete(oldUrn);
  stage.resources.set(step.urn, { ...kept, declared });
}

async function replace(stage: Stage, step: PreviewStep, task: Change, isDeletedFirst: boolean): Promise<void> {
  const { provider, resource, old, oldUrn } = task;
  const { urn, oldState = {} } = step;
  check(stage, task, {});
  if (isDeletedFirst) await provider.delete(resource, old);
  else stage.replaced.push({ ...old, urn: oldUrn, state: oldState });
  stage.resources.delete(oldUrn);
  if (importsAnother(step)) await importRecord(stage, step, task);
  else await create(stage, urn, task);
}

/** The plan only says that the resource is replaced. As long as the option names the same record, Pulumi imports nothing. */
function importsAnother({ oldState, newState }: PreviewStep): boolean {
  const { importID: id } = newState ?? {};
  return id !== undefined && id !== "" && id !== oldState?.id && id !== oldState?.importID;
}

async function create(stage: Stage, urn: string, { provider, resource, declared }: Task): Promise<void> {
  const created = await provider.create(resource, declared);
  stage.resources.set(urn, { ...created, declared });
  stage.made.add(urn);
}

/** Checks the inputs, whose unknown values the plan hasn't seen. Returns whether they are valid. */
function check(stage: Stage, { provider, resource, subject, declared }: Task, previous: Declared): boolean {
  const failures = provider.check(resource, { previous, declared });
  for (const { property, reason } of failures) stage.fail(subject, property === "" ? reason : `${property}: ${reason}`);
  return failures.length === 0;
}

async function importRecord(
  stage: Stage,
  { urn, newState }: PreviewStep,
  { provider, resource, declared }: Task,
): Promise<void> {
  const id = newState?.importID ?? newState?.id ?? "";
  const found = await provider.read(resource, { id, stored: declaredFrom({}) }, true);
  if (found === undefined) throw new Error(`there is no record ${JSON.stringify(id)} to import`);
  provider.check(resource, { previous: found.declared, declared });
  await provider.diff(resource, found, declared);
  stage.resources.set(urn, { ...found, declared });
}

/** Plays what the program looks up, which no deletion of the same run removes. */
async function playLookup(stage: Stage, { urn, newState = {} }: PreviewStep): Promise<void> {
  const lookup = lookups[kindIn(typeIn(urn)) ?? ""];
  const page = await stage.pageFor(providerOf(newState));
  if (page === undefined || (lookup === undefined && identify(urn) === undefined)) return;
  try {
    if (lookup === undefined) await readNamed(stage, urn, newState);
    else await stage.providerOn(page).lookup({ lookup, marked: "unknown" }, declaredFrom(clearOf(newState.inputs)));
  } catch (error) {
    if (page.failure !== undefined) throw page.failure;
    if (!(error instanceof Error)) throw error;
    // The plan has found it, perhaps by values that are masked here.
    stage.unknown.push({ ...stage.subjectOf(urn, newState), property: "", reason: "unreadable" });
  }
}

/** Plays a lookup of a record by its ID. */
async function readNamed(stage: Stage, urn: string, state: ResourceState): Promise<void> {
  const actor = await stage.actorFor(urn, state);
  const named = { id: state.id ?? "", stored: declaredFrom(clearOf(state.inputs)) };
  const found = await actor?.provider.read(actor.resource, named, false);
  if (found !== undefined) stage.resources.set(urn, found);
}
