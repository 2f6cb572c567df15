import type { Live } from "../../../model/api/form.ts";
import type { Page } from "../forms/phase.ts";
import { isSeries, type Known } from "../forms/state.ts";
import { mayHaveUnnoted } from "./current.ts";
import { noteLater } from "./note.ts";
import { afterHistory, isOccurrenceOver, occurrencesOnPage, type SeriesScope } from "./occurrences.ts";

/*
 * Reads a maintenance as the page shows it, whether it repeats or not.
 */

/** Reads what decides the phase of a maintenance (`forms/phase.ts`): its record, or all occurrences of a series. */
export async function readPage(scope: SeriesScope, known: Known): Promise<Page> {
  const { definition } = scope;
  const mayBeMore = isSeries(definition, known.state) && mayHaveUnnoted(definition, known);
  const state = mayBeMore ? await noteLater(scope, known) : known.state;
  const shown = await occurrencesOnPage(scope, { ...known, state });
  const writable = afterHistory(scope, shown);
  const page: Live[] = [];
  for (const occurrence of shown) {
    const { live } = occurrence;
    if (live === undefined) continue;
    // One to come that begins before history counts as over, so it is left out: a write to it would reach history.
    if (writable.includes(occurrence) || isOccurrenceOver(scope, live)) page.push(live);
  }
  return page;
}

/** Reads the first occurrence that isn't over, by which a program adopts a series; if all are over, the last that is left. */
export async function readLeftOfSeries(scope: SeriesScope, known: Known): Promise<Live | undefined> {
  const shown = await occurrencesOnPage(scope, known);
  const left = shown.map(({ live }) => live).filter((live) => live !== undefined);
  return left.find((live) => !isOccurrenceOver(scope, live)) ?? left.at(-1);
}
