import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { isDeleted } from "../../client/collection.ts";
import { compare, liveValue, sameMeaning } from "../forms/compare.ts";
import { asOccurrence, begunWith, expected, offsetIn, wireIn } from "../forms/occurrence.ts";
import {
  asDeployed,
  declaredIn,
  declaredKey,
  declaresSeries,
  deployedKey,
  isSeries,
  occurrencesIn,
  occurrencesKey,
  recordIdKey,
} from "../forms/state.ts";
import { storedAfterRead } from "../forms/stored.ts";
import { type Update, withRepeated } from "../forms/wire.ts";
import { listOrNone } from "../record/find.ts";
import { findWritable, hasEnded, type Writable } from "../record/history.ts";
import type { Kept, Known, Scope } from "../record/known.ts";
import { type put, resultOf } from "../record/put.ts";
import { changesPattern, makesDates, stepsOf } from "./changes.ts";
import { deleteSeries, withoutEndedSeries } from "./delete.ts";
import { idsOf, withKnownOccurrences, withOccurrences } from "./occurrences.ts";
import { findOpen } from "./series.ts";

/** What a resource has, and which record an update is for. */
export interface Followed extends Kept {
  /** Undefined if everything that the program still declares has ended. */
  readonly target: Writable | undefined;
  /** The program ends the series before the occurrences that are left. */
  readonly isCut?: boolean | undefined;
}

/** Finds the record that an update is for: of a series, the current occurrence. */
export async function follow(scope: Scope, known: Kept, declared: Declared): Promise<Followed> {
  const { definition, collection } = scope;
  const { id, stored } = known;
  if (!isSeries(definition, stored)) return { ...known, target: await findWritable({ ...scope, id }, stored) };
  if (!declaresSeries(definition, declared)) return madeSingle(scope, known, declared);
  const found = await findOpen(scope, known, collection.list);
  const { target } = found;
  if (target === undefined) return { ...found, id };
  const isBegunAnew =
    !hasEnded(scope, wireIn(definition, declared)) && hasEnded(scope, wireIn(definition, asDeployed(found.stored)));
  if (isBegunAnew) {
    const renamed = target.id === id ? {} : { [recordIdKey]: target.id };
    return { id: target.id, stored: { ...begunWith(definition, found.stored, target.id), ...renamed }, target };
  }
  // The API rejects a pattern that ends before the record to which it is sent.
  const wire = asOccurrence(definition, wireIn(definition, declared), offsetIn(found.stored, target.id));
  const isCut =
    changesPattern(definition, compare(definition, found.stored, declared)) && definition.series?.endsBefore(wire);
  return isCut ? { ...found, id, target: undefined, isCut } : { ...found, id: target.id };
}

/**
 * A series becomes a single maintenance: the first occurrence, whose times the program declares. If that has ended or is
 * gone, it stays as it is. The current occurrence gets declared times that aren't over if they are new, or the first one is
 * gone.
 */
async function madeSingle(scope: Scope, known: Kept, declared: Declared): Promise<Followed> {
  const { definition, collection } = scope;
  const { series } = definition;
  const { id, stored } = known;
  const occurrences = occurrencesIn(stored) ?? {};
  const [first = id] = Object.keys(occurrences).filter((each) => occurrences[each] === 0);
  const isFirst = first === id && offsetIn(stored, id) === 0;
  const own = isFirst ? await findWritable({ ...scope, id }, stored) : undefined;
  if (own !== undefined) return { ...known, target: own };
  const deployed = asDeployed(stored);
  const isMoved = compare(definition, deployed, declared).some(
    ({ name, wire }) => wire !== undefined && series?.timed.includes(name),
  );
  // If the first one isn't known, it had ended before.
  const begun = first === id && !isFirst ? undefined : await collection.get(first);
  // Somebody may have ended it early.
  const isEnded = begun !== undefined && !isDeleted(begun) && hasEnded(scope, begun);
  const isPast = hasEnded(scope, wireIn(definition, declared)) || (isEnded && !isMoved);
  const { target } = isPast ? {} : await findOpen(scope, known, collection.list);
  const live = target === undefined ? begun : await collection.get(target.id);
  const single = asSingle(scope, live ?? {}, stored);
  if (target === undefined) {
    // The record still shows the pattern that it had when it ended, which the program has removed.
    const ended = series && { [series.property]: null };
    const times = Object.fromEntries((series?.timed ?? []).map((name) => [name, deployed[name]]));
    return { id: first, stored: { ...single, ...times, ...ended, [recordIdKey]: first }, target };
  }
  const { [declaredKey]: names } = stored;
  // Inferred (pattern-of-occurrences): this one may not carry the pattern. The series still has to end.
  const pattern = series && { [series.property]: stored[series.property] };
  const others = { [occurrencesKey]: { ...occurrences, [target.id]: 0 }, [recordIdKey]: target.id };
  return { id: target.id, stored: { ...single, [declaredKey]: names, ...pattern, ...others }, target };
}

/** Returns what is stored of an occurrence that isn't part of a series any more. */
function asSingle(scope: Scope, live: Live, before: Stored): Stored {
  const { definition } = scope;
  const { [occurrencesKey]: _, ...previous } = before;
  const names = Object.keys(declaredIn(definition, before)).filter((name) => name !== definition.series?.property);
  const { [deployedKey]: __, ...stored } = storedAfterRead({ ...scope, live }, { ...previous, [declaredKey]: names });
  return stored;
}

/** Ends a series of which a program only keeps what has ended. */
export async function endRest(scope: Scope, { id, stored }: Kept, declared: Declared, isCut = false): Promise<void> {
  const { definition } = scope;
  const isSingle = isSeries(definition, stored) && !declaresSeries(definition, declared);
  if (isSingle || isCut) await deleteSeries({ ...scope, id }, stored);
}

/**
 * Updates a record that is or was a series: sends the steps of the update, notes the occurrences that it has made,
 * and removes those that are left of a series that the program has made a single record.
 */
export async function writeSeries(record: Writable, known: Known, update: Update, send: typeof put): Promise<Kept> {
  const { definition, collection } = record;
  const sendSteps = async (): Promise<Kept> => {
    let after = known;
    for (const step of stepsOf(definition, known.stored, update)) {
      await undoMove(record, after, step);
      after = await send(record, after, step);
    }
    return resultOf(record, after, update.declared);
  };
  if (!declaresSeries(definition, update.declared) || !makesDates(definition, update.changes)) {
    const { id, stored } = await sendSteps();
    const left = await withoutEndedSeries(record, stored, update.declared);
    return { id, stored: await withKnownOccurrences(record, { id, stored: left }, collection.list) };
  }
  // Of the records that appear meanwhile, only this series can have made those that no other resource has.
  return collection.inTurn(async () => {
    const before = idsOf(await listOrNone(record));
    const { id, stored } = await sendSteps();
    const isRemade = changesPattern(definition, update.changes);
    const evidence = { id, stored, before, isRemade };
    return { id, stored: await withOccurrences(record, evidence, collection.listNow) };
  });
}

/**
 * Undoes a manual change of an occurrence's times before the whole series moves. Inferred (series-move): the later
 * occurrences move by as much as this one, so it has to start where it should be.
 */
async function undoMove(
  { definition, collection, id }: Writable,
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
