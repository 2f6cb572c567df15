import type { Declared } from "../../model/api/form.ts";
import { isObject } from "../../model/api/object.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { pointerKey } from "../../model/pulumi/pointer.ts";
import { declaredFrom } from "../../provider/rehearse.ts";
import type { PreviewStep } from "../project/pulumi-preview.ts";
import { identify } from "../project/record.ts";
import { isHub } from "../records.ts";
import { isSecret, namesIn } from "../report/planned.ts";
import type { Fields } from "./fields.ts";
import { type Page, tableOf } from "./page.ts";
import { type CheckedStep, checkedIn } from "./replies.ts";
import { type Actor, clearOf, type NotKnown, type Stage } from "./stage.ts";

/*
 * The inputs of a step, as far as a rehearsal can know them. A plan masks secrets, and doesn't know what the update makes. An ID
 * that this rehearsal has made is filled in; a secret that doesn't change is the state's. Anything else leaves out its property
 * and not its step, unless it decides which record the step is about, or when.
 */

export interface StepInputs {
  readonly declared: Declared;
  readonly notKnown: readonly Pick<NotKnown, "property" | "reason">[];
  /** Whether it is known which record the step is about, and when. */
  readonly isDecided: boolean;
}

/** Stands for a text that only the update will know. A report shows it as it is. */
const unknownText = "[unknown]";

/** What one value of the plan stands for in the rehearsal. */
interface Resolved {
  readonly value?: unknown;
  /** Why it isn't the value of the update. */
  readonly reason?: NotKnown["reason"];
}

export async function inputsOf(
  stage: Stage,
  step: PreviewStep,
  actor: Pick<Actor, "definition" | "page">,
): Promise<StepInputs> {
  const { definition } = actor;
  const given = Object.entries(step.newState?.inputs ?? {}).filter(([name]) => name !== pointerKey);
  const values: Record<string, unknown> = {};
  const notKnown: { property: string; reason: NotKnown["reason"] }[] = [];
  let isDecided = true;
  for (const [name, value] of given) {
    const secret = isSecret(value) ? await secretValue(stage, step, actor, name) : { value };
    const { value: resolved, reason } = showsUnknown(secret.value)
      ? unknownValue(stage, step, definition, { name, value: secret.value })
      : secret;
    if (reason !== undefined) notKnown.push({ property: name, reason });
    if (resolved !== undefined) values[name] = resolved;
    else if (decides(definition, name) || definition.properties[name]?.required) isDecided = false;
  }
  // What a secret identity adopts is known only during the update.
  const isHidden = notKnown.some(({ reason }) => reason === "secret-identity");
  if (isHidden && values.adopt === true) isDecided = false;
  return { declared: declaredFrom(values), notKnown, isDecided };
}

/** The value, or a part of it, is known only after the update. */
export const showsUnknown = (value: unknown): boolean => JSON.stringify(value)?.includes(unknownMark) === true;

/** Whether a property decides which record a step is about, or when. */
const decides = ({ identity = [], period, series }: Definition, name: string): boolean =>
  ["hub", "adopt", series?.property, ...identity, ...(period?.timed ?? [])].includes(name);

/** What the rehearsal declares instead, if the value isn't known: what the record has, or nothing. */
const keptValue = (stage: Stage, { urn, oldState }: PreviewStep, name: string): unknown =>
  stage.resources.get(oldState?.urn ?? urn)?.declared[name];

async function secretValue(
  stage: Stage,
  step: PreviewStep,
  actor: Pick<Actor, "definition" | "page">,
  name: string,
): Promise<Resolved> {
  const { definition } = actor;
  const { urn, oldState, detailedDiff } = step;
  const kept = keptValue(stage, step, name);
  const isChanged = oldState === undefined || namesIn(detailedDiff).has(name);
  if (!isChanged && kept !== undefined) return { value: kept };
  const deployed = clearOf(stage.exported.get(oldState?.urn ?? urn)?.inputs)[name];
  const said = saidOf(stage, step, definition);
  if (said === undefined) {
    // Somebody has changed or deleted it on the page, so what was deployed is declared again.
    const isReverted = deployed !== undefined && JSON.stringify(deployed) !== JSON.stringify(kept);
    if (isReverted) return { value: deployed };
    return standIn(definition, step, { name, text: secretText(stage, step), isHttps: false });
  }
  if (kept !== undefined && said.has(name, kept) === "all") return { value: kept };
  if (deployed !== undefined && said.has(name, deployed) === "all") return { value: deployed };
  return newSecret(stage, step, actor, { name, said });
}

/** A secret that neither the state nor the last update has: what a record on the hub has, or a stand-in. */
async function newSecret(
  stage: Stage,
  step: PreviewStep,
  actor: Pick<Actor, "definition" | "page">,
  { name, said }: { readonly name: string; readonly said: CheckedStep },
): Promise<Resolved> {
  const { definition } = actor;
  const told = said.standInOf(name);
  const text = told ?? secretText(stage, step);
  const stand = standIn(definition, step, { name, text, isHttps: said.hasScheme(name, "https:") });
  if (!definition.identity?.includes(name)) return stand;
  const texts = await textsOnHub(stage, step, actor, name);
  if (texts === undefined) return stand;
  const equal = texts.find((each) => said.has(name, each) === "all");
  if (equal !== undefined) return { value: equal };
  const isCertainlyNew = told !== undefined && !texts.some((each) => said.mayHaveLike(name, each));
  return isCertainlyNew ? { value: stand.value } : stand;
}

/** A text for a secret that nobody has told anything about: another one for each resource. */
const secretText = ({ plan }: Stage, { urn }: PreviewStep): string =>
  `secret-${plan.steps.findIndex((each) => each.urn === urn)}`;

/** What the provider has said of the inputs of a step; undefined if nothing. */
function saidOf(stage: Stage, step: PreviewStep, { kind }: Definition) {
  const { replies, steps } = stage.plan;
  if (replies === undefined) return undefined;
  const same = steps.filter(({ op, urn }) => op === "same" && identify(urn)?.kind === kind);
  const unchanged = same.map(({ urn }) => stage.resources.get(urn)?.declared ?? {});
  return checkedIn(replies, step, unchanged);
}

/** Returns the values that the records of a step's hub have; undefined if they can't be read. */
async function textsOnHub(
  stage: Stage,
  step: PreviewStep,
  { definition, page }: Pick<Actor, "definition" | "page">,
  name: string,
): Promise<string[] | undefined> {
  const given = step.newState?.inputs?.hub;
  const { value: hub } = showsUnknown(given)
    ? unknownValue(stage, step, definition, { name: "hub", value: given })
    : { value: given };
  const hubId = await hubIdOf(page, hub);
  if (hubId === undefined || !(await page.load(hubId, definition))) return undefined;
  const rows = page.before.all(tableOf(definition)) as readonly object[] as readonly Fields[];
  return rows
    .filter((row) => row.hub_id === hubId)
    .map((row) => row[definition.properties[name]?.key ?? ""])
    .filter((value) => typeof value === "string");
}

/** Finds the hub that a program names; undefined if it isn't there. */
export async function hubIdOf(page: Page, hub: unknown): Promise<number | undefined> {
  if (isObject(hub)) return Number(hub.id);
  return typeof hub === "string" ? (await page.find(hub))?.id : undefined;
}

interface Hidden {
  readonly name: string;
  /** Tells it apart from others. */
  readonly text: string;
  readonly isHttps: boolean;
}

/** Returns a value that stands for one that isn't known; none if not any value would do. */
function standIn(definition: Definition, step: PreviewStep, { name, text, isHttps }: Hidden): Resolved {
  const method = String(step.newState?.inputs?.method);
  const property = definition.properties[name];
  const candidates = [
    ...(name === "address" ? [addressFor(method, text, isHttps)] : []),
    ...(decides(definition, name) ? [] : [unknownText, { [unknownText]: text }]),
  ];
  const value = candidates.find((candidate) => property?.type.schema.safeParse(candidate).success === true);
  if (value === undefined) return { reason: "known-after-up" };
  // A report shows no secret. But whether the page has such a record already depends on it.
  return definition.identity?.includes(name) ? { value, reason: "secret-identity" } : { value };
}

/** Inferred (address-forms): how strict StatusHub is. So what isn't known has the form that may be rejected. */
function addressFor(method: string, text: string, isHttps: boolean): string {
  if (method === "email") return `${text}@rehearsal.example`;
  if (method === "sms") return `1${text.replace(/\D/g, "").padStart(9, "0")}`;
  return `${isHttps ? "https" : "http"}://rehearsal.example/${text}`;
}

interface Given {
  readonly name: string;
  readonly value: unknown;
}

function unknownValue(stage: Stage, step: PreviewStep, definition: Definition, { name, value }: Given): Resolved {
  const dependencies = step.newState?.propertyDependencies?.[name] ?? [];
  if (name === "hub") return hubValue(stage, dependencies, value);
  const property = definition.properties[name];
  const { references } = property?.type ?? {};
  if (references !== undefined && Array.isArray(value)) {
    const made = dependencies.filter((urn) => stage.made.has(urn) && identify(urn)?.kind === references.kind);
    return listValue(stage, made, value);
  }
  const [owner = ""] = dependencies.filter((urn) => stage.made.has(urn));
  const output = stage.resources.get(owner)?.stored[name];
  if (value === unknownMark && dependencies.length === 1 && output !== undefined && output !== null)
    return { value: output };
  if (decides(definition, name)) return { reason: "known-after-up" };
  if (value === unknownMark && property?.type.schema.safeParse(unknownText).success === true)
    return { value: unknownText, reason: "known-after-up" };
  return { value: keptValue(stage, step, name), reason: "known-after-up" };
}

/** A hub that this update adopts has its ID now. */
function hubValue(stage: Stage, dependencies: readonly string[], value: unknown): Resolved {
  const urn = dependencies.find((each) => isHub(identify(each)?.kind ?? ""));
  const hub = urn === undefined ? undefined : stage.resources.get(urn);
  if (hub === undefined) return { reason: "known-after-up" };
  return {
    value:
      isObject(value) && !("subdomain" in value) ? { id: hub.id } : { id: hub.id, subdomain: hub.stored.subdomain },
  };
}

/** Fills in the IDs of new services. The plan only says on which of them the whole list depends. */
function listValue(stage: Stage, made: readonly string[], items: readonly unknown[]): Resolved {
  const unknown = items.filter(showsUnknown);
  const ids = made.map((urn) => stage.resources.get(urn)?.id);
  if (unknown.length !== ids.length) {
    const known = items.filter((item) => !showsUnknown(item));
    return { value: known.length > 0 ? known : undefined, reason: "known-after-up" };
  }
  const value = items.map((item) => (showsUnknown(item) ? filled(item, ids.shift()) : item));
  const areAlike = new Set(unknown.map((item) => JSON.stringify(item))).size <= 1;
  return areAlike ? { value } : { value, reason: "several-new-services" };
}

const filled = (item: unknown, id: string | undefined): unknown =>
  isObject(item)
    ? Object.fromEntries(Object.entries(item).map(([key, part]) => [key, part === unknownMark ? id : part]))
    : id;
