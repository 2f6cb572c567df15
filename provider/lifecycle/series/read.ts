import type { Stored } from "../../../model/api/form.ts";
import { seriesGoesOn } from "../../errors/read.ts";
import { isSeries, type Kept, unconfirmedIn } from "../forms/state.ts";
import { wireIn } from "../forms/wire.ts";
import { subject } from "../record/operation-error.ts";
import { type Found, findExisting, foundAs, type ReadResult } from "../record/read.ts";
import { hasEnded } from "../record/scope.ts";
import { findNext } from "./current.ts";
import { asHistory } from "./history.ts";
import { acceptingDeviations, asFirst, isOver, offsetIn, overtakenIn, type SeriesScope } from "./occurrence.ts";
import { withKnownOccurrences } from "./occurrences.ts";

/*
 * A series is read by the occurrence in the state or, if that is gone or over, by the next one.
 *
 *     state      id "1", startTime "2 December", __occurrences { 1: 0, 2: 7 days }
 *     records    1: deleted    2: 9 December
 *     clock      1 December
 *     read       id "2", startTime "2 December": no drift, and a remark that the series goes on with 2
 */

export async function readSeries(scope: SeriesScope, { id, stored }: Kept): Promise<ReadResult | undefined> {
  const { definition, collection } = scope;
  const live = await findExisting(scope, { id, stored }, (listed) => occurrenceAs(scope, { id, live: listed }, stored));
  if (!isSeries(definition, stored)) {
    const isHistory = isSettled(stored) && hasEnded(scope, { ...wireIn(definition, stored), ...live });
    if (isHistory) return asHistory(scope, { id, stored }, live);
    return live && foundAs(scope, { id, live }, stored);
  }
  const noted = await withKnownOccurrences(scope, { id, stored }, collection.list);
  if (live !== undefined && !hasEnded(scope, live) && !overtakenIn(scope, noted)(live))
    return occurrenceAs(scope, { id, live }, noted);
  const { stored: known, current: next } = await findNext(scope, { id, stored: noted }, collection.list);
  const kept = { id, stored: known };
  if (next !== undefined) {
    const what = subject({ definition, stored: known, recordId: id });
    const remark = live === undefined ? { remark: seriesGoesOn({ what, id: next.id }) } : {};
    return { ...occurrenceAs(scope, next, acceptingDeviations(definition, kept, next)), ...remark };
  }
  if (isSettled(known) && isOver(scope, kept)) return asHistory(scope, kept, live);
  if (live === undefined) return undefined;
  // Its pattern goes on, but what somebody has done to a date that is over is no drift.
  const isPast = isSettled(known) && hasEnded(scope, live);
  return occurrenceAs(scope, { id, live }, isPast ? acceptingDeviations(definition, kept, { id, live }) : known);
}

/** Whether no write is left whose outcome only the record shows. */
const isSettled = (stored: Stored) => unconfirmedIn(stored).length === 0;

const occurrenceAs = (scope: SeriesScope, { id, live }: Found, before: Stored): ReadResult =>
  foundAs(scope, { id, live: asFirst(scope.definition, live, offsetIn(before, id)) }, before);
