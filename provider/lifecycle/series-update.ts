import { occurrenceChanged } from "../../errors/read.ts";
import type { Definition, Reach, Values } from "../../kinds/kind.ts";
import { isDeleted } from "../client/collection.ts";
import type { ApiRecord } from "../client/request.ts";
import { withRepeated } from "./body.ts";
import { type Change, compare, liveValue, sameMeaning } from "./compare.ts";
import { removeSeries } from "./delete.ts";
import type { ExistingRecord, Scope } from "./find.ts";
import { withKnownOccurrences } from "./occurrences.ts";
import { subject } from "./operation-error.ts";
import { outputsOfRead } from "./outputs.ts";
import { expected, findCurrent, hasEnded } from "./series.ts";
import {
  declaredIn,
  declaredKey,
  declaresSeries,
  deployedIn,
  deployedKey,
  isSeries,
  occurrencesIn,
  occurrencesKey,
  recordIdKey,
} from "./state.ts";
import { holdsUnknown } from "./unknown.ts";

/*
 * Decides which occurrences of a series an update changes: a change of the program applies to this occurrence and the
 * later ones, and undoing what somebody did to one occurrence applies to that one.
 */

interface Known {
  readonly recordId: string;
  readonly outputs: Values;
}

/** Returns the record to update: if the occurrence in the state has ended, it is the next one. */
export async function followed(scope: Scope, known: Known, desired: Values): Promise<Known> {
  const { definition, collection } = scope;
  if (!isSeries(definition, known.outputs)) return known;
  if (!declaresSeries(definition, desired)) return madeSingle(scope, known);
  const outputs = await withKnownOccurrences(scope, known, collection.live);
  const { recordId } = known;
  const current = hasEnded(scope, expected(definition, outputs, recordId)) && (await findCurrent(scope, outputs));
  return { recordId: current ? current.recordId : recordId, outputs };
}

/**
 * Returns the record of a series that becomes a single maintenance: the first occurrence, whose times the program declares.
 * If that has ended, it stays as it is, and the others are deleted. If it is gone, the current one gets its times.
 */
async function madeSingle(scope: Scope, known: Known): Promise<Known> {
  const { definition, collection } = scope;
  const { recordId, outputs } = known;
  const occurrences = occurrencesIn(outputs) ?? {};
  const [first = recordId] = Object.keys(occurrences).filter((id) => occurrences[id] === 0);
  if (first === recordId && !hasEnded(scope, expected(definition, outputs, first))) return known;
  const isLeft = (record: ApiRecord | undefined) => record !== undefined && !isDeleted(record);
  const live = await collection.get(first);
  if (live !== undefined && isLeft(live)) {
    await removeSeries({ ...scope, recordId }, outputs);
    return { recordId: first, outputs: { ...asSingle(scope, live, outputs), [recordIdKey]: first } };
  }
  const current = await collection.get(recordId);
  if (current === undefined || !isLeft(current)) return known;
  const { [declaredKey]: declared } = outputs;
  return { recordId, outputs: { ...asSingle(scope, current, outputs), [declaredKey]: declared } };
}

/** The outputs of an occurrence that isn't part of a series any more. */
function asSingle({ definition, collection }: Scope, record: ApiRecord, known: Values): Values {
  const { [occurrencesKey]: _, ...previous } = known;
  const names = Object.keys(declaredIn(definition, known)).filter((name) => name !== definition.series?.property);
  const response = { definition, record, hub: collection.hub };
  const { [deployedKey]: __, ...outputs } = outputsOfRead(response, { ...previous, [declaredKey]: names });
  return outputs;
}

/** Changes that are sent in one PUT. */
export interface Step {
  readonly changes: readonly Change[];
  /** The occurrences that it changes. @default the record isn't part of a series */
  readonly reach?: Reach;
}

/** An update of a record. */
export interface Update {
  readonly outputs: Values;
  readonly desired: Values;
  readonly changes: readonly Change[];
}

/** Divides the changes: what somebody did to one occurrence is undone first, and there alone. */
export function stepsOf(definition: Definition, { outputs, desired, changes }: Update): Step[] {
  if (!isSeries(definition, outputs) && !declaresSeries(definition, desired)) return [{ changes }];
  const { one = [], following = [] } = Object.groupBy(changes, (change) =>
    isUndone(definition, outputs, change) ? "one" : "following",
  );
  return [
    { changes: one, reach: "one" },
    { changes: following, reach: "following" },
  ];
}

/** Whether a change puts back what was deployed on one occurrence. The pattern belongs to the whole series. */
const isUndone = ({ series }: Definition, outputs: Values, change: Change): boolean =>
  change.name !== series?.property && putsBack(outputs, change);

/** Whether a change puts back what was deployed before somebody changed it. */
function putsBack(outputs: Values, { name, property, send }: Change): boolean {
  const deployed = deployedIn(outputs)[name];
  return deployed !== undefined && send !== undefined && sameMeaning(property, property.type.toWire(deployed), send);
}

/**
 * Says how far an update undoes manual changes, because a preview only shows that the values differ.
 *
 * @returns one line for the changes of one occurrence, and one for that of the series
 */
export function describeUndoing(
  definition: Definition,
  { id, outputs, desired }: { readonly id: string; readonly outputs: Values; readonly desired: Values },
): string[] {
  const { series } = definition;
  if (series === undefined || !isSeries(definition, outputs)) return [];
  const undone = compare(definition, outputs, desired)
    .filter((change) => !holdsUnknown(change.send) && putsBack(outputs, change))
    .map(({ name }) => name);
  const what = subject({ definition, values: outputs, recordId: id });
  const properties = undone.filter((name) => name !== series.property).join(", ");
  return [
    ...(properties === "" ? [] : [occurrenceChanged.one({ what, properties })]),
    ...(undone.includes(series.property) ? [occurrenceChanged.series({ what, property: series.property })] : []),
  ];
}

/** Whether a write makes occurrences, or new ones in place of the known ones. */
export function makesOccurrences(definition: Definition, changes: readonly Change[], desired: Values): boolean {
  const { series } = definition;
  if (series === undefined || !declaresSeries(definition, desired)) return false;
  return changes.some(
    ({ name, send }) => send !== undefined && (name === series.property || series.timed.includes(name)),
  );
}

/**
 * Undoes a manual change of an occurrence's times before the whole series moves. Inferred (series-move): the later
 * occurrences move by as much as this one, so it has to start where it should be.
 */
export async function undoMove(
  { definition, collection, recordId }: ExistingRecord,
  { outputs, desired }: Update,
  { changes, reach }: Step,
): Promise<void> {
  const { series } = definition;
  const isMoved = changes.some(({ name, send }) => send !== undefined && series?.timed.includes(name));
  if (series === undefined || reach !== "following" || !isMoved || !isSeries(definition, outputs)) return;
  const live = await collection.get(recordId);
  if (live === undefined || isDeleted(live)) return;
  const times = expected(definition, outputs, recordId);
  const wrong = series.timed.flatMap((name) => {
    const property = definition.properties[name];
    const time = property && times[property.wire];
    const shown = property && liveValue(property, live, time);
    const isRight = property === undefined || shown === undefined || sameMeaning(property, shown, time);
    return isRight ? [] : [[property.wire, time]];
  });
  if (wrong.length === 0) return;
  await collection.put(recordId, series.reaching(withRepeated(definition, Object.fromEntries(wrong), desired), "one"));
}
