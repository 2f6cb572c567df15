import type { Declared, Live, Stored, Wire } from "../../../model/api/form.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { endIn, endOfRecord } from "../forms/end.ts";
import { saysWhetherHidden, wasHidden } from "../forms/hidden.ts";
import { declaresSeries, type Known } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { isHistoryOnPage } from "../record/delete.ts";
import { ifListed } from "../record/find.ts";
import { unlessDeleted } from "../record/read.ts";
import type { Scope, Target } from "../record/scope.ts";

/*
 * The occurrences of a series. A program declares the first one; the state has the IDs of those that a write has made, and when each
 * begins. Their times on the page aren't compared: if somebody moves or deletes one, that's the team's business.
 *
 *     program    Sundays from 2 December, 02:00 to 03:00
 *     state      __occurrences { 1: 0, 2: 7 days, 3: 14 days }
 *     records    1: 2 December    2: deleted    3: 17 December, because somebody has moved it
 *
 * At noon of 16 December:
 *
 *     isOccurrenceOver    of record 3: no
 *     isAheadByProgram    of occurrence 3: no, because the program says 16 December, 03:00
 *     goesOn              yes: the pattern has no end
 */

/** The records of a kind that may repeat. */
export interface SeriesScope extends Scope {
  readonly definition: SeriesDefinition;
}

export const mayBeSeries = <Place extends Scope>(place: Place): place is Place & SeriesScope =>
  place.definition.series !== undefined;

/** An occurrence whose ID is in the state, with the time from the first declared one in milliseconds. */
export interface NotedOccurrence {
  readonly id: string;
  readonly offset: number;
}

/** Returns the noted occurrences in the order of the program. If none is noted yet, the record is the first one. */
export function notedIn({ id, state }: Known): NotedOccurrence[] {
  const noted = Object.entries(state.occurrences).map(([each, offset]) => ({ id: each, offset }));
  if (noted.length === 0) return [{ id, offset: 0 }];
  return noted.sort((one, other) => one.offset - other.offset);
}

/** Returns what the program declares for one occurrence. */
export const occurrenceAt = (definition: SeriesDefinition, values: Declared | Stored, offset: number): Wire =>
  definition.series.shifted(wireIn(definition, values), offset);

/** Returns a declaration whose times are those of one occurrence. */
export function declaredAt(definition: SeriesDefinition, declared: Declared, offset: number): Declared {
  if (offset === 0) return declared;
  const wire = occurrenceAt(definition, declared, offset);
  const times = definition.series.timed.flatMap((name) => {
    const property = definition.properties[name];
    return property === undefined ? [] : [[name, property.type.fromWire(wire[property.key], undefined)]];
  });
  return { ...declared, ...Object.fromEntries(times) };
}

/** Whether an occurrence with these times is over: those of its record, or those that the program declares for it. */
export const isOccurrenceOver = ({ definition, collection }: SeriesScope, times: Wire | Live): boolean =>
  endOfRecord(definition, times, collection.serverTime()) === "over";

/** Whether an occurrence isn't over by the times that the program declares for it. */
export const isAheadByProgram = (scope: SeriesScope, { state }: Known, { offset }: NotedOccurrence): boolean =>
  !isOccurrenceOver(scope, occurrenceAt(scope.definition, state.values, offset));

/** Whether a series has occurrences by its pattern that aren't over, noted or not; also if nobody knows what the pattern means. */
export const goesOn = ({ definition, collection }: SeriesScope, values: Declared | Stored): boolean =>
  declaresSeries(definition, values) && endIn(definition, values, collection.serverTime()) !== "over";

/** Returns the field with the pattern. */
export const patternKey = ({ properties, series }: SeriesDefinition): string => properties[series.property]?.key ?? "";

/** Whether a record repeats on the page, whatever the program says. */
export const isRepeating = (definition: SeriesDefinition, live: Live): boolean =>
  (live[patternKey(definition)] ?? null) !== null;

/** Whether a record takes as long as an occurrence of a series. */
export function isAsLong({ definition }: SeriesScope, occurrence: Wire | Live, live: Live): boolean {
  const { startOf, endOf } = definition.series;
  return endOf(live) - startOf(live) === endOf(occurrence) - startOf(occurrence);
}

/** A noted occurrence with its record, as a list or its own request shows it; undefined if a list leaves it out, or it is deleted. */
export interface ShownOccurrence extends NotedOccurrence {
  readonly live: Live | undefined;
}

/** Returns the noted occurrences in the order in which they start on the page: somebody may have moved one past another. */
export async function occurrencesOnPage(scope: SeriesScope, known: Known): Promise<ShownOccurrence[]> {
  const { collection } = scope;
  const readLeft = unlessDeleted(collection.get);
  const noted = notedIn(known);
  const listed = noted.length > 1 ? await ifListed(collection.list) : undefined;
  const shown = noted.map(async (occurrence): Promise<ShownOccurrence> => {
    const { id } = occurrence;
    const live = listed === undefined ? await readLeft(id) : await findListed(scope, known, { id, listed });
    return { ...occurrence, live };
  });
  const withStarts = (await Promise.all(shown)).map((occurrence) => ({
    occurrence,
    start: startOnPage(scope, known, occurrence),
  }));
  return withStarts.sort((one, other) => one.start - other.start).map(({ occurrence }) => occurrence);
}

/** Returns an occurrence from a list. It is read where the list doesn't say what counts. */
async function findListed(
  { definition, collection }: SeriesScope,
  { state }: Known,
  { id, listed }: { readonly id: string; readonly listed: readonly Live[] },
): Promise<Live | undefined> {
  const found = listed.find((live) => String(live.id) === id);
  if (found === undefined) return undefined;
  const saysEnd = !Number.isNaN(definition.series.endOf(found));
  // Somebody may have published an occurrence of a draft.
  const saysHidden = !wasHidden(definition, state) || saysWhetherHidden(definition, found);
  return saysEnd && saysHidden ? found : unlessDeleted(collection.get)(id);
}

/** Returns when an occurrence starts: on the page, or by the program if the page doesn't show it. */
function startOnPage({ definition }: SeriesScope, { state }: Known, { live, offset }: ShownOccurrence): number {
  const { startOf } = definition.series;
  const start = startOf(live ?? {});
  return Number.isNaN(start) ? startOf(occurrenceAt(definition, state.values, offset)) : start;
}

/** The occurrence to which a change of the series goes, or why there is none: the series is over, or somebody has deleted it. */
export type Current = CurrentOccurrence | "over" | "gone";

export type CurrentOccurrence = SeriesScope &
  Target & {
    readonly live: Live;
    /**
     * No occurrence is to come, and this is the last one that is left. It gets the changes because the series is a draft, or because the
     * service may yet make others, which a write to this one reaches.
     */
    readonly isOver: boolean;
  };

/**
 * Leaves out the occurrences up to the last one that is history, because a write to one reaches those that start after it:
 *
 *     1: from 2 to 20 December, because the team has extended it    left out, because 2 starts after it
 *     2: 9 December, over                                           left out: history
 *     3: 16 December                                                kept
 */
export function afterHistory(scope: SeriesScope, shown: readonly ShownOccurrence[]): readonly ShownOccurrence[] {
  const isHistory = ({ live }: ShownOccurrence) => live !== undefined && isHistoryOnPage(scope, live);
  return shown.slice(shown.findLastIndex(isHistory) + 1);
}

/** Reads an occurrence; undefined if somebody has deleted it. */
export type ReadLeft = (id: string) => Promise<Live | undefined>;

/**
 * Returns the last of some occurrences that is left.
 *
 * @param isUsable whether the caller can use it. @default always
 */
export async function findLastLeft(
  occurrences: readonly NotedOccurrence[],
  readLeft: ReadLeft,
  isUsable: (live: Live) => boolean = () => true,
): Promise<(NotedOccurrence & { readonly live: Live }) | undefined> {
  for (const { id, offset } of occurrences.toReversed()) {
    const live = await readLeft(id);
    if (live !== undefined && isUsable(live)) return { id, offset, live };
  }
  return undefined;
}
