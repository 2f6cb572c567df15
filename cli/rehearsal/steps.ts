import type { Declared } from "../../model/api/form.ts";
import { declaredFrom } from "../../provider/rehearse.ts";
import { isRefused, type PreviewStep } from "../project/pulumi-preview.ts";
import { identify } from "../project/record.ts";
import { playLookup } from "./lookups.ts";
import type { Subject } from "./outcome.ts";
import { urnBefore } from "./planned-value.ts";
import type { Actor } from "./providers.ts";
import type { PlayedResource, Stage } from "./stage.ts";
import { inputsOf } from "./step-inputs.ts";

/** Plays one step of the plan, except for a deletion. */
export async function playStep(stage: Stage, step: PreviewStep): Promise<void> {
  const { op, urn, newState } = step;
  if (newState === undefined || op === "refresh" || op === "delete") return;
  if (op === "read" || op === "read-replacement") return playLookup(stage, urn, newState);
  if (identify(urn) === undefined || newState.external) return;
  const subject = stage.subjectOf(urn, newState);
  const actor = await stage.providers.actorFor(urn, newState);
  if (actor === undefined) return stage.leaveOut(subject, "account");
  if (stage.isBlocked(step)) {
    if (op !== "same") stage.undone.push(subject);
    return;
  }
  if (isRefused(step)) return stage.refuse(subject, "it is protected, so Pulumi refuses to replace it");
  const { declared, notKnown, isDecided } = await inputsOf(stage, step, actor);
  stage.unknown.push(...notKnown.map((each) => ({ ...subject, ...each })));
  if (!isDecided) return stage.leaveOut(subject, "not-played");
  stage.playedSteps.push({ ...actor, subject, declared });
  await stage.attempt(subject, actor, () => carryOut({ ...actor, stage, step, subject, declared }));
}

/** A step whose inputs are known, with who carries it out. */
interface Task extends Actor {
  readonly stage: Stage;
  readonly step: PreviewStep;
  readonly subject: Subject;
  readonly declared: Declared;
}

/**
 * Plays a step. The plan says whether its resource is in the state, and the refresh that was played may have found otherwise: then the page or
 * the stack has changed since.
 */
async function carryOut(task: Task): Promise<void> {
  const { stage, step, subject } = task;
  if (step.op === "import" || step.op === "import-replacement") return importRecord(task);
  const oldUrn = urnBefore(step);
  const old = stage.resources.get(oldUrn);
  // An earlier update has deleted it to replace it.
  const isHalfReplaced = stage.exported.get(oldUrn)?.pendingReplacement === true;
  const isPlannedAsNew = step.op === "create" || isHalfReplaced;
  if (old !== undefined) {
    if (isPlannedAsNew) stage.isOutdated = true;
    return change(task, old);
  }
  if (!isPlannedAsNew) {
    stage.isOutdated = true;
    return stage.leaveOut(subject, "unreadable");
  }
  if (check(task, {})) await create(task);
}

/** Plays what a step does to a resource of the state: it stays the same, is updated, or is replaced. */
async function change(task: Task, old: PlayedResource): Promise<void> {
  const { stage, step, provider, resource, declared } = task;
  if (!check(task, old.declared)) return;
  const { deleteBeforeReplace } = await provider.diff(resource, old, declared);
  if (step.op === "replace") return replace(task, old, deleteBeforeReplace ? "deleted first" : "deleted last");
  const kept = step.op === "update" ? await provider.update(resource, old, declared) : old;
  stage.resources.delete(urnBefore(step));
  stage.resources.set(step.urn, { ...kept, declared });
}

async function replace(task: Task, old: PlayedResource, when: "deleted first" | "deleted last"): Promise<void> {
  const { stage, step, provider, resource } = task;
  const oldUrn = urnBefore(step);
  // Pulumi checks the inputs again, as those of a new resource.
  if (!check(task, {})) return;
  if (when === "deleted first") await provider.delete(resource, old);
  else stage.replaced.push({ ...old, urn: oldUrn, state: step.oldState ?? {} });
  stage.resources.delete(oldUrn);
  if (importsAnother(step)) await importRecord(task);
  else await create(task);
}

/** The plan only says that the resource is replaced. As long as the option names the same record, Pulumi imports nothing. */
function importsAnother({ oldState, newState }: PreviewStep): boolean {
  const { importID: id } = newState ?? {};
  return id !== undefined && id !== "" && id !== oldState?.id && id !== oldState?.importID;
}

async function create({ stage, step, provider, resource, declared }: Task): Promise<void> {
  const created = await provider.create(resource, declared);
  stage.resources.set(step.urn, { ...created, declared });
  stage.created.add(step.urn);
}

/** Checks the inputs, whose unknown values the plan hasn't seen, and refuses what is wrong. Returns whether they are valid. */
function check({ stage, provider, resource, subject, declared }: Task, previous: Declared): boolean {
  const failures = provider.check(resource, { previous, declared });
  for (const { property, reason } of failures)
    stage.refuse(subject, property === "" ? reason : `${property}: ${reason}`);
  return failures.length === 0;
}

async function importRecord({ stage, step, provider, resource, declared }: Task): Promise<void> {
  const id = step.newState?.importID ?? step.newState?.id ?? "";
  const isImport = true;
  const found = await provider.read(resource, { id, stored: declaredFrom({}) }, isImport);
  if (found === undefined) throw new Error(`there is no record ${JSON.stringify(id)} to import`);
  provider.check(resource, { previous: found.declared, declared });
  await provider.diff(resource, found, declared);
  stage.resources.set(step.urn, { ...found, declared });
}
