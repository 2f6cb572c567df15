import type { Declared } from "../../model/api/form.ts";
import { lookups } from "../../model/kinds/index.ts";
import { kindIn, typeIn } from "../../model/pulumi/resource-type.ts";
import { declaredFrom } from "../../provider/rehearse.ts";
import type { Step } from "../project/pulumi-preview.ts";
import { identify, providerOf } from "../project/record.ts";
import { labelOf } from "../records.ts";
import { type Actor, clearOf, type PlayedResource, type Stage, type Subject } from "./stage.ts";
import { inputsOf } from "./values.ts";

/** Plays one step of the plan, except for a deletion. */
export async function playStep(stage: Stage, step: Step): Promise<void> {
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
  const { declared, notKnown, isDecided } = inputsOf(stage, step, actor);
  stage.unknown.push(...notKnown.map((each) => ({ ...subject, ...each })));
  if (!isDecided) {
    stage.unknown.push({ ...subject, property: "", reason: "not-played" });
    return;
  }
  await stage.attempt(subject, actor, () => carryOut(stage, step, { ...actor, subject, declared }));
}

interface Task extends Actor {
  readonly subject: Subject;
  readonly declared: Declared;
}

async function carryOut(stage: Stage, step: Step, task: Task): Promise<void> {
  const { op, urn, oldState } = step;
  const { provider, resource, declared } = task;
  const oldUrn = oldState?.urn ?? urn;
  const old = stage.resources.get(oldUrn);
  if (op === "import" || op === "import-replacement") return importRecord(stage, step, task);
  const isNew = op === "create" || stage.exported.get(oldUrn)?.pendingReplacement === true;
  // The plan has found the record, or hasn't, and now it is the other way round.
  if (isNew === (old !== undefined)) stage.isOutdated = true;
  if (!isNew && old === undefined) {
    stage.unknown.push({ ...task.subject, property: "", reason: "unreadable" });
    return;
  }
  const previous = old?.declared ?? {};
  if (!check(stage, task, op === "create" ? {} : previous)) return;
  if (old === undefined) return create(stage, urn, task);
  const difference = await provider.diff(resource, old, declared);
  stage.resources.delete(oldUrn);
  if (op === "update") {
    const updated = await provider.update(resource, old, declared);
    stage.resources.set(urn, { ...updated, declared });
  } else if (op === "replace") {
    check(stage, task, {});
    if (difference.deleteBeforeReplace) await provider.delete(resource, old);
    else stage.replaced.push({ ...old, urn: oldUrn, state: oldState ?? {} });
    await create(stage, urn, task);
  } else {
    stage.resources.set(urn, { ...old, declared });
  }
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
  { urn, newState }: Step,
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
async function playLookup(stage: Stage, { urn, newState = {} }: Step): Promise<void> {
  const kind = kindIn(typeIn(urn)) ?? "";
  const lookup = lookups[kind];
  const inputs = declaredFrom(clearOf(newState.inputs));
  const found = identify(urn) === undefined ? undefined : await stage.actorFor(urn, newState);
  const page = found?.page ?? (lookup && (await stage.pageFor(providerOf(newState))));
  if (page === undefined) return;
  const provider = stage.providerOn(page);
  const name = urn.split("::").at(-1) ?? "";
  const subject = {
    stack: stage.plan.stack,
    urn,
    kind,
    name,
    label: labelOf(kind, {}),
    hub: stage.plan.hubName(kind, newState),
  };
  try {
    if (found !== undefined) {
      const read = await provider.read(found.resource, { id: newState.id ?? "", stored: inputs }, false);
      if (read !== undefined) stage.resources.set(urn, read as PlayedResource);
    } else if (lookup !== undefined) await provider.lookup({ lookup, marked: "unknown" }, inputs);
  } catch (error) {
    if (page.failure !== undefined) throw page.failure;
    // The plan has found it, with values that are masked here.
    stage.unknown.push({ ...subject, property: "", reason: "unreadable" });
    if (!(error instanceof Error)) throw error;
  }
}
