import type { Declared, Live, Stored } from "../../../api/form.ts";
import { occurrenceChanged } from "../../../errors/read.ts";
import type { Definition } from "../../../kinds/kind.ts";
import { isDeleted } from "../../client/collection.ts";
import { type Change, compare, liveValue, sameMeaning } from "../forms/compare.ts";
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
} from "../forms/state.ts";
import { storedAfterRead } from "../forms/stored.ts";
import { holdsUnknown } from "../forms/unknown.ts";
import { type Update, withRepeated } from "../forms/wire.ts";
import { listOrNone } from "../record/find.ts";
import type { Kept, Known, Scope, Target } from "../record/known.ts";
import { subject } from "../record/operation-error.ts";
import { type put, resultOf } from "../record/put.ts";
import { deleteSeries, withoutEndedSeries } from "./delete.ts";
import { idsOf, withKnownOccurrences, withOccurrences } from "./occurrences.ts";
import { expected, findCurrent, hasEnded } from "./series.ts";

/*
 * Decides which occurrences of a series an update changes: a change of the program applies to this occurrence and the
 * later ones, and undoing what somebody did to one occurrence applies to that one.
 */

/** Returns the record of a series to update: if the occurrence in the state has ended, it is the next one. */
export async function followSeries(scope: Scope, known: Kept, declared: Declared): Promise<Kept> {
  const { definition, collection } = scope;
  if (!declaresSeries(definition, declared)) return madeSingle(scope, known);
  const stored = await withKnownOccurrences(scope, known, collection.list);
  const isPast = hasEnded(scope, expected(definition, stored, known.id));
  const current = isPast ? await findCurrent(scope, stored) : undefined;
  return { id: (current ?? known).id, stored };
}

/**
 * Returns the record of a series that becomes a single maintenance: the first occurrence, whose times the program declares.
 * If that has ended, it stays as it is, and the others are deleted. If it is gone, the current one gets its times.
 */
async function madeSingle(scope: Scope, known: Kept): Promise<Kept> {
  const { definition, collection } = scope;
  const { id, stored } = known;
  const occurrences = occurrencesIn(stored) ?? {};
  const [first = id] = Object.keys(occurrences).filter((each) => occurrences[each] === 0);
  if (first === id && !hasEnded(scope, expected(definition, stored, first))) return known;
  const isLeft = (live: Live | undefined) => live !== undefined && !isDeleted(live);
  const live = await collection.get(first);
  if (live !== undefined && isLeft(live)) {
    await deleteSeries({ ...scope, id }, stored);
    return { id: first, stored: { ...asSingle(scope, live, stored), [recordIdKey]: first } };
  }
  const current = await collection.get(id);
  if (current === undefined || !isLeft(current)) return known;
  const { [declaredKey]: names } = stored;
  const { series } = definition;
  // Inferred (pattern-of-occurrences): this one may not carry the pattern. The series still has to end.
  const pattern = series && { [series.property]: stored[series.property] };
  const others = { [occurrencesKey]: { ...occurrences, [id]: 0 } };
  return { id, stored: { ...asSingle(scope, current, stored), [declaredKey]: names, ...pattern, ...others } };
}

/** Returns what is stored of an occurrence that isn't part of a series any more. */
function asSingle(scope: Scope, live: Live, before: Stored): Stored {
  const { definition } = scope;
  const { [occurrencesKey]: _, ...previous } = before;
  const names = Object.keys(declaredIn(definition, before)).filter((name) => name !== definition.series?.property);
  const { [deployedKey]: __, ...stored } = storedAfterRead({ ...scope, live }, { ...previous, [declaredKey]: names });
  return stored;
}

/** Divides the changes: what somebody did to one occurrence is undone first, and there alone. */
function stepsOf(definition: Definition, stored: Stored, { declared, changes }: Update): Update[] {
  const { one = [], following = [] } = Object.groupBy(changes, (change) =>
    isUndone(definition, stored, change) ? "one" : "following",
  );
  return [
    { declared, changes: one, reach: "one" },
    { declared, changes: following, reach: "following" },
  ];
}

/** Whether a change puts back what was deployed on one occurrence. The pattern belongs to the whole series. */
const isUndone = ({ series }: Definition, stored: Stored, change: Change): boolean =>
  change.name !== series?.property && putsBack(stored, change);

/** Whether a change puts back what was deployed before somebody changed it. */
function putsBack(stored: Stored, { name, property, wire }: Change): boolean {
  const deployed = deployedIn(stored)[name];
  return deployed !== undefined && wire !== undefined && sameMeaning(property, property.type.toWire(deployed), wire);
}

/**
 * Says how far an update undoes manual changes, because a preview only shows that the values differ.
 *
 * @returns one line for the changes of one occurrence, and one for that of the series
 */
export function describeUndoing(
  definition: Definition,
  { id, stored, declared }: Kept & { readonly declared: Declared },
): string[] {
  const { series } = definition;
  if (series === undefined || !isSeries(definition, stored)) return [];
  const undone = compare(definition, stored, declared)
    .filter((change) => !holdsUnknown(change.wire) && putsBack(stored, change))
    .map(({ name }) => name);
  const what = subject({ definition, stored, recordId: id });
  const properties = undone.filter((name) => name !== series.property).join(", ");
  return [
    ...(properties === "" ? [] : [occurrenceChanged.one({ what, properties })]),
    ...(undone.includes(series.property) ? [occurrenceChanged.series({ what, property: series.property })] : []),
  ];
}

/** Whether a write makes occurrences, or new ones in place of the known ones. */
function makesOccurrences(definition: Definition, { changes, declared }: Update): boolean {
  const { series } = definition;
  if (series === undefined || !declaresSeries(definition, declared)) return false;
  return changes.some(
    ({ name, wire }) => wire !== undefined && (name === series.property || series.timed.includes(name)),
  );
}

/**
 * Updates a record that is or was a series: sends the steps of the update, notes the occurrences that it has made,
 * and removes those that are left of a series that the program has made a single record.
 */
export async function writeSeries(record: Target, known: Known, update: Update, send: typeof put): Promise<Kept> {
  const { definition, collection } = record;
  const sendSteps = async (): Promise<Kept> => {
    let after = known;
    for (const step of stepsOf(definition, known.stored, update)) {
      await undoMove(record, after, step);
      after = await send(record, after, step);
    }
    return resultOf(record, after, update.declared);
  };
  if (!makesOccurrences(definition, update)) {
    const { id, stored } = await sendSteps();
    const left = await withoutEndedSeries(record, stored, update.declared);
    return { id, stored: await withKnownOccurrences(record, { id, stored: left }, collection.list) };
  }
  // Of the records that appear meanwhile, only this series can have made those that no other resource has.
  return collection.inTurn(async () => {
    const before = idsOf(await listOrNone(record));
    const { id, stored } = await sendSteps();
    const isRemade = update.changes.some(({ name }) => name === definition.series?.property);
    const evidence = { id, stored, before, isRemade };
    return { id, stored: await withOccurrences(record, evidence, collection.listNow) };
  });
}

/**
 * Undoes a manual change of an occurrence's times before the whole series moves. Inferred (series-move): the later
 * occurrences move by as much as this one, so it has to start where it should be.
 */
async function undoMove(
  { definition, collection, id }: Target,
  { stored }: Known,
  { declared, changes, reach }: Update,
): Promise<void> {
  const { series } = definition;
  const isMoved = changes.some(({ name, wire }) => wire !== undefined && series?.timed.includes(name));
  if (series === undefined || reach !== "following" || !isMoved || !isSeries(definition, stored)) return;
  const live = await collection.get(id);
  if (live === undefined || isDeleted(live)) return;
  const times = expected(definition, stored, id);
  const wrong = series.timed.flatMap((name) => {
    const property = definition.properties[name];
    const time = property && times[property.wire];
    const shown = property && liveValue(property, live, time);
    const isRight = property === undefined || shown === undefined || sameMeaning(property, shown, time);
    return isRight ? [] : [[property.wire, time]];
  });
  if (wrong.length === 0) return;
  await collection.put(id, series.reaching(withRepeated(definition, Object.fromEntries(wrong), declared), "one"));
}
