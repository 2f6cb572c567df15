import type { Live } from "../../../model/api/form.ts";
import { isDeleted } from "../../../model/api/live.ts";
import { ifError, isStatusHubError, StatusHubError } from "../../client/errors.ts";
import { deletedOnHub } from "../../errors/up.ts";
import { isHistory } from "../forms/history.ts";
import { declaredIn, isSeries, isUnconfirmed, type Kept, occurrencesIn, unconfirmedIn } from "../forms/state.ts";
import { shownOfDate } from "../forms/wire.ts";
import { ifListed } from "../record/find.ts";
import { findExisting, foundAs, type ReadResult, readRecord } from "../record/read.ts";
import { goesOn, isPast, isRepeating, notedIn, type SeriesScope } from "./dates.ts";
import { findCurrentOrNote, findUnnoted } from "./note.ts";

/*
 * A series is read by its current date, without the times of that. It is gone if dates are left that aren't over, and somebody has
 * deleted them all. History isn't read, unless the team has extended a single maintenance that is over by the program.
 *
 *     state      id "1", startTime "2 December", __occurrences { 1: 0, 2: 7 days }
 *     records    1: deleted    2: 10 December, because somebody has moved it
 *     clock      1 December
 *     read       id "1", startTime "2 December": no drift
 */

export async function readSeries(scope: SeriesScope, { id, stored }: Kept): Promise<ReadResult | undefined> {
  const { definition, collection } = scope;
  if (isHistory(definition, stored, collection.serverTime()))
    return (await readExtended(scope, { id, stored })) ?? { id, stored, declared: declaredIn(definition, stored) };
  const shownOf = (live: Live) => shownOfDate(definition, live, String(live.id) === id);
  if (!isSeries(definition, stored)) {
    // Somebody may have made a series of it. If it was a write without a response that carried times, they are ours, too.
    const mayHaveMade = isUnconfirmed(definition, stored);
    const hasOurTimes = unconfirmedIn(stored).some((name) => definition.series.timed.includes(name));
    // While a series lacks its pattern, and begins later than its first date, its times aren't those of the program either.
    const isLater = (occurrencesIn(stored)[id] ?? 0) > 0;
    const found = await readRecord(scope, { id, stored }, (live) =>
      isLater || (isRepeating(definition, live) && !hasOurTimes) ? shownOf(live) : live,
    );
    if (found === undefined && mayHaveMade) await requireNoOthers(scope, { id, stored });
    return found && mayHaveMade && isSeries(definition, found.stored) ? readSeries(scope, found) : found;
  }
  const read = (each: string) =>
    findExisting(scope, { id: each, stored }, (live) => foundAs({ ...scope, id }, shownOf(live), stored));
  const { date, stored: withDates } = await findCurrentOrNote(scope, { id, stored }, read);
  if (date === "over") return { id, stored: withDates, declared: declaredIn(definition, withDates) };
  if (date !== undefined) {
    const kept = { id, stored: withDates };
    // Somebody may have taken only this date out of the pattern.
    const isTakenOut = !isRepeating(definition, date.live) && (await isLaterLeft(scope, kept, date.id));
    return foundAs({ ...scope, id }, shownOfDate(definition, date.live, date.id === id && !isTakenOut), withDates);
  }
  if (goesOn(scope, stored)) await requireNoOthers(scope, { id, stored });
  return undefined;
}

async function isLaterLeft({ collection }: SeriesScope, kept: Kept, id: string): Promise<boolean> {
  const ids = notedIn(kept).map(([each]) => each);
  const later = ids.slice(ids.indexOf(id) + 1);
  const listed = (later.length > 0 && (await ifListed(collection.list))) || [];
  return listed.some((live) => later.includes(String(live.id)));
}

/** Requires that a series that is gone isn't made and announced again beside dates that aren't noted. */
async function requireNoOthers(scope: SeriesScope, kept: Kept): Promise<void> {
  const others = await findUnnoted(scope, kept);
  if (others.length > 0) throw new StatusHubError(deletedOnHub.others({ ids: others.join(", ") }));
}

/** Reads history that goes on, so that the program can declare its new dates or its pattern. History never makes a run fail. */
async function readExtended(scope: SeriesScope, { id, stored }: Kept): Promise<ReadResult | undefined> {
  if (isSeries(scope.definition, stored)) return undefined;
  const live = await scope.collection.read(id).catch(ifError(isStatusHubError, () => undefined));
  if (live === undefined || isDeleted(live)) return undefined;
  const repeats = isRepeating(scope.definition, live);
  if (isPast(scope, live) && !repeats) return undefined;
  return foundAs({ ...scope, id }, repeats ? shownOfDate(scope.definition, live, true) : live, stored);
}
