import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import type { Definition, Reach, Series } from "../../../model/kinds/kind.ts";
import { isDeleted } from "../../client/collection.ts";
import { type Change, compare, sameMeaning } from "../forms/compare.ts";
import {
  asDeployed,
  declaredIn,
  declaredKey,
  deployedIn,
  deployedKey,
  type Kept,
  occurrencesIn,
  occurrencesKey,
  recordIdKey,
  unconfirmedIn,
} from "../forms/state.ts";
import { storedAfterRead } from "../forms/stored.ts";
import { type Update, wireIn, wireOf } from "../forms/wire.ts";
import { hasEnded } from "../record/scope.ts";
import { asOccurrence, begunWith, type Occurrence, offsetIn, type SeriesScope } from "./occurrence.ts";

/*
 * Decides what an update means for the records of a resource. Pure: `update.ts` looks, asks, and sends.
 *
 *     state      S: Sundays from 2 December, __occurrences { 1: 0, 2: 7 days, 3: 14 days }
 *     clock      5 December: 2 is left
 *     program    S, until 8 December: history; it keeps the state, and 2 and 3 are deleted
 *
 * Which record is it for? The state and the program have a single record (1) or a series (S).
 *
 * | state | program | left                           | the update is for                                           |
 * |-------|---------|--------------------------------|-------------------------------------------------------------|
 * | 1     | 1 or S  | the record                     | it                                                          |
 * | 1     | 1 or S  | nothing                        | history                                                     |
 * | S     | S       | an occurrence                  | the current one                                             |
 * | S     | S       | and the first date is new      | the current one, with which the state begins now            |
 * | S     | S       | but the pattern ends before it | history; the rest is deleted                                |
 * | S     | S       | nothing, but the pattern goes on | the last one                                              |
 * | S     | S       | nothing                        | history                                                     |
 * | S     | 1       | the first one, in the state    | it; the others are deleted                                  |
 * | S     | 1       | another, and the dates are new | that one, as a single record; the others are deleted        |
 * | S     | 1       | another, else; or nothing      | history: the first one as it was; the rest is deleted       |
 *
 * And of history?
 *
 * | the program changes                      | then                                     |
 * |------------------------------------------|------------------------------------------|
 * | nothing that isn't shown                 | keep the state                           |
 * | the pattern, which ends before the rest  | keep the state; the rest is deleted      |
 * | the dates, and one of them isn't over    | go on with the next date, another record |
 * | anything else                            | refuse it, before anything is sent       |
 */

/** What a resource has, and which record an update is for. */
export interface Choice extends Kept {
  /** Undefined if everything that the program still declares has ended. */
  readonly target: Occurrence | undefined;
  /** The program ends the series before the occurrences that are left. */
  readonly isCut?: boolean;
  /** The occurrences that are left are deleted. */
  readonly endsRest?: boolean;
}

export function chooseOccurrence(scope: SeriesScope, { id, stored, target }: Choice, declared: Declared): Choice {
  const { definition } = scope;
  if (target === undefined) return { id, stored, target };
  const isBegunAnew =
    !hasEnded(scope, wireIn(definition, declared)) && hasEnded(scope, wireIn(definition, asDeployed(stored)));
  if (isBegunAnew) {
    const renamed = target.id === id ? {} : { [recordIdKey]: target.id };
    return { id: target.id, stored: { ...begunWith(definition, stored, target.id), ...renamed }, target };
  }
  // The API rejects a pattern that ends before the record to which it is sent.
  const wire = asOccurrence(definition, wireIn(definition, declared), offsetIn(stored, target.id));
  const isCut = changesPattern(definition, compare(definition, stored, declared)) && definition.series.endsBefore(wire);
  if (isCut) return { id, stored, target: undefined, isCut, endsRest: true };
  return { id: target.id, stored, target };
}

/** Returns the first occurrence, whether it is the record in the state, and whether it is known: otherwise it had ended before. */
export function firstIn({ id, stored }: Kept) {
  const occurrences = occurrencesIn(stored);
  const [first = id] = Object.keys(occurrences).filter((each) => occurrences[each] === 0);
  const isOwn = first === id && offsetIn(stored, id) === 0;
  return { first, isOwn, isKnown: first !== id || isOwn };
}

/** Whether only the past is left of a series that becomes a single record, whose times the program declares. */
export function isPastOnly(scope: SeriesScope, stored: Stored, declared: Declared, first: Live | undefined): boolean {
  const { definition } = scope;
  const isMoved = makesTimes(definition, compare(definition, asDeployed(stored), declared));
  // Somebody may have ended it early.
  const isEnded = first !== undefined && !isDeleted(first) && hasEnded(scope, first);
  return hasEnded(scope, wireIn(definition, declared)) || (isEnded && !isMoved);
}

/** A series that becomes its first occurrence, which has ended or is gone: it stays as it was. */
export function firstAlone(scope: SeriesScope, stored: Stored, first: string, live: Live | undefined): Choice {
  const ended = { ...asEnded(scope.definition.series, stored), [recordIdKey]: first };
  return { id: first, stored: { ...asSingle(scope, stored, live), ...ended }, target: undefined, endsRest: true };
}

/** The deployed times, without the pattern: the record still shows the one that it had when it ended. */
export function asEnded({ timed, property }: Series, stored: Stored): Stored {
  const deployed = asDeployed(stored);
  return { ...Object.fromEntries(timed.map((name) => [name, deployed[name]])), [property]: null };
}

/** A series that becomes another occurrence, which gets the declared times. */
export function currentAlone(scope: SeriesScope, stored: Stored, target: Occurrence, live: Live | undefined): Choice {
  const { property } = scope.definition.series;
  const { [declaredKey]: names, [property]: pattern } = stored;
  const others = {
    // Inferred (pattern-of-occurrences): this one may not carry the pattern. The series still has to end.
    [declaredKey]: names,
    [property]: pattern,
    [occurrencesKey]: { ...occurrencesIn(stored), [target.id]: 0 },
    [recordIdKey]: target.id,
  };
  return { id: target.id, stored: { ...asSingle(scope, stored, live), ...others }, target };
}

/** Returns what is stored of an occurrence that isn't part of a series any more. */
function asSingle(scope: SeriesScope, before: Stored, live: Live = {}): Stored {
  const { definition } = scope;
  const { [occurrencesKey]: _, ...previous } = before;
  const names = Object.keys(declaredIn(definition, before)).filter((name) => name !== definition.series.property);
  const { [deployedKey]: __, ...stored } = storedAfterRead({ ...scope, live }, { ...previous, [declaredKey]: names });
  return stored;
}

/** What becomes of a resource whose records have ended. `hasDate`: a date that the program declares isn't over. */
export function planForHistory(
  definition: Definition,
  changes: readonly Change[],
  { isCut, hasDate }: { readonly isCut: boolean; readonly hasDate: boolean },
): "keep" | "next date" | "refuse" {
  const { sent } = wireOf(changes);
  const isNext = hasDate && makesDates(definition, changes);
  const isOnlyCut = isCut && [...sent].every((name) => name === definition.series?.property);
  if (sent.size === 0 || (isOnlyCut && !isNext)) return "keep";
  return isNext ? "next date" : "refuse";
}

/**
 * Returns the changes of the program that what has ended doesn't show already: a program may take over what somebody has
 * changed. A write whose outcome nobody can learn any more counts as done.
 *
 * @param shown what the state would hold if it were compared. @default not known
 */
export function changesOfHistory(
  definition: Definition,
  { stored, shown, declared }: { stored: Stored; shown: Stored | undefined; declared: Declared },
): Change[] {
  const changes = compare(definition, stored, declared);
  if (shown === undefined) return changes;
  const settled = unconfirmedIn(shown);
  const different = [...wireOf(compare(definition, shown, declared)).sent];
  return changes.filter(({ name }) => different.includes(name) && !settled.includes(name));
}

/** A part of an update, and the occurrences that it concerns. */
export interface Step extends Update {
  readonly reach: Reach;
}

/** Divides the changes: what somebody did to one occurrence is undone first, and there only. The rest is for all that follow. */
export function stepsOf(definition: Definition, stored: Stored, { declared, changes }: Update): Step[] {
  // The pattern belongs to the whole series.
  const { one = [], following = [] } = Object.groupBy(changes, (change) =>
    change.name !== definition.series?.property && putsBack(stored, change) ? "one" : "following",
  );
  return [
    { declared, changes: one, reach: "one" },
    { declared, changes: following, reach: "following" },
  ];
}

/** Whether a change puts back what was deployed before somebody changed it. */
export function putsBack(stored: Stored, { name, property, wire }: Change): boolean {
  const deployed = deployedIn(stored)[name];
  return deployed !== undefined && wire !== undefined && sameMeaning(property, property.type.toWire(deployed), wire);
}

export const makesDates = (definition: Definition, changes: readonly Change[]): boolean =>
  makesTimes(definition, changes) || changesPattern(definition, changes);

export const makesTimes = ({ period }: Definition, changes: readonly Change[]): boolean =>
  changes.some(({ name, wire }) => wire !== undefined && period?.timed.includes(name));

/** Whether the API makes the later occurrences again. */
export const changesPattern = ({ series }: Definition, changes: readonly Change[]): boolean =>
  changes.some(({ name, wire }) => wire !== undefined && name === series?.property);
