import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { isHiddenOnPage, wasHidden } from "../forms/hidden.ts";
import { declaresSeries, type Known } from "../forms/state.ts";
import {
  type Current,
  type CurrentOccurrence,
  findLastLeft,
  goesOn,
  isAheadByProgram,
  isOccurrenceOver,
  type ReadLeft,
  type SeriesScope,
  type ShownOccurrence,
} from "./occurrences.ts";

/*
 * Says what it means that no noted occurrence of a series is to come on the page: the series goes on, it is over, or somebody has deleted it.
 */

interface NoneToCome {
  /** The noted occurrences. */
  readonly shown: readonly ShownOccurrence[];
  /** The values with the pattern: of the program, if it changes the series, otherwise of the state. */
  readonly pattern: Declared | Stored;
  readonly readLeft: ReadLeft;
}

export async function findIfNoneIsToCome(scope: SeriesScope, known: Known, none: NoneToCome): Promise<Current> {
  const { shown, pattern, readLeft } = none;
  if (wasHidden(scope.definition, known.state)) return findOfDraft(scope, none);
  const aheadByProgram = shown.filter((occurrence) => isAheadByProgram(scope, known, occurrence));
  if (aheadByProgram.length > 0) return whyNotToCome(scope, aheadByProgram, pattern);
  // None is to come by the program either. If its pattern goes on, the service may yet make others after the last.
  if (!goesOn(scope, pattern)) return "over";
  return (await findLast(scope, shown, readLeft)) ?? "gone";
}

/** A draft never becomes history, so its last occurrence gets the changes, also once it is over. */
async function findOfDraft(scope: SeriesScope, { shown, readLeft }: NoneToCome): Promise<Current> {
  const isHidden = (live: Live) => isHiddenOnPage(scope.definition, live);
  const lastHidden = await findLast(scope, shown, readLeft, isHidden);
  if (lastHidden !== undefined) return lastHidden;
  // Somebody has published those that are left: they are history.
  const isAnyLeft = shown.some(({ live }) => live !== undefined);
  return isAnyLeft ? "over" : "gone";
}

/** Says why the page doesn't have the occurrences that are to come by the program. */
function whyNotToCome(
  scope: SeriesScope,
  aheadByProgram: readonly ShownOccurrence[],
  pattern: Declared | Stored,
): "over" | "gone" {
  // Somebody has moved one into the past. That isn't a deletion.
  const isMovedBack = aheadByProgram.some(({ live }) => live !== undefined && isOccurrenceOver(scope, live));
  if (isMovedBack) return "over";
  // The program's own pattern has ended, so it doesn't miss them.
  const hasPatternEnded = declaresSeries(scope.definition, pattern) && !goesOn(scope, pattern);
  if (hasPatternEnded) return "over";
  // Somebody has deleted them all.
  return "gone";
}

/** Returns the last occurrence that is left. */
async function findLast(
  scope: SeriesScope,
  shown: readonly ShownOccurrence[],
  readLeft: ReadLeft,
  isUsable?: (live: Live) => boolean,
): Promise<CurrentOccurrence | undefined> {
  const last = await findLastLeft(shown, readLeft, isUsable);
  return last && { ...scope, id: last.id, live: last.live, isOver: true };
}
