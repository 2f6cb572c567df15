import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { isHidden } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { datesMoved, datesPassed, deletedOnHub, pastAnnounced } from "../../errors/up.ts";
import { isDraft, isOver } from "../forms/history.ts";
import { asDeployed, declaresSeries, isSeries, isUnconfirmed, type Kept } from "../forms/state.ts";
import { unsent } from "../forms/stored.ts";
import { wireIn } from "../forms/wire.ts";
import { isHiddenOnPage } from "../record/leftover.ts";
import { planNow, updateRecord } from "../record/update.ts";
import { resultOf, write } from "../record/write.ts";
import { dateAt, isDateOver, isPast, notedIn, type SeriesScope, unlessDeleted } from "./dates.ts";
import { findCurrentOrNote, isDateOf, notingDates, withLater } from "./note.ts";

/*
 * An update changes the current date and those that follow it. Other dates need another record (`forms/plan.ts`), except a later
 * end of the pattern.
 *
 *     state      id "1", title "Patching", __occurrences { 1: 0, 2: 7 days, 3: 14 days } from 2 December
 *     clock      5 December
 *     program    title "Updates"
 *     sent       GET 2, PUT 2 { title: "Updates", recurring: { update_following: true } }
 */

export async function updateSeries(scope: SeriesScope, { id, stored }: Kept, declared: Declared): Promise<Kept> {
  const { definition, collection } = scope;
  const { property: patternName } = definition.series;
  const declares = declaresSeries(definition, declared);
  if (!declares && !isSeries(definition, stored) && !isUnconfirmed(definition, stored)) {
    if (isDraftOver(scope, stored)) requireDraft(scope, await collection.get(id));
    return updateRecord(scope, { id, stored }, declared);
  }
  const plan = planNow(scope, stored, declared);
  // The current date may show the default already, and a later one the old value.
  const changes = plan.changes.map((each) =>
    each.kind === "removed" ? { ...each, wire: each.property.cleared } : each,
  );
  const makesDates = declares && changes.some(({ name, wire }) => name === patternName && wire !== undefined);
  const known = { id, stored, live: {}, sent: unsent, origin: "stored" } as const;
  if (changes.every(({ wire }) => wire === undefined)) return resultOf(scope, known, declared);
  const { date, stored: noted } = await findCurrentOrNote(scope, { id, stored, declared });
  if (date === undefined) throw new StatusHubError(deletedOnHub.allGone());
  if (plan.publishes && (date === "over" || date.isOver)) throw new StatusHubError(pastAnnounced());
  if (date === "over") return resultOf(scope, known, declared);
  if (isDraftOver(scope, stored)) requireDraft(scope, date.live);
  // If the first write of a pattern had no response, nobody knows its dates.
  const hasDates = makesDates && (isSeries(definition, stored) || !isUnconfirmed(definition, stored));
  // Somebody, or a write whose dates couldn't be listed, may have made them again.
  const withDates = hasDates ? await withLater(scope, { id, stored: noted }) : noted;
  if (hasDates) await requireUntouched(scope, { id, stored: withDates });
  const update = { declared, changes, changesFollowing: true };
  const send = () => write(date, { ...known, stored: withDates }, update);
  return makesDates ? notingDates(scope, send, date.id) : send();
}

const isDraftOver = ({ definition, collection }: SeriesScope, stored: Stored): boolean =>
  isDraft(definition, stored) && isOver(definition, asDeployed(definition, stored), collection.serverTime());

/** Requires that nobody has published a draft that is over: then it is history. */
function requireDraft({ definition }: SeriesScope, live: Live | undefined): void {
  if (live !== undefined && !isHiddenOnPage(definition, live)) throw new StatusHubError(datesPassed.published());
}

/**
 * Requires that the dates to come are alike, and where the program says. Inferred (update-following): a service makes all dates again
 * that follow the one that gets the pattern, as copies of it, also those that somebody has canceled.
 */
async function requireUntouched(scope: SeriesScope, kept: Kept): Promise<void> {
  const { definition, collection } = scope;
  const { startOf, endOf, offsetOf } = definition.series;
  const readLeft = unlessDeleted(collection.get);
  const all = await Promise.all(notedIn(kept).map(async ([id, offset]) => ({ id, offset, live: await readLeft(id) })));
  type Shown = (typeof all)[number];
  const first = wireIn(definition, kept.stored);
  const isOnPattern = (offset: number) => offsetOf(first, dateAt(definition, kept.stored, offset)) !== undefined;
  // Somebody may have brought the end of the pattern forward, or have postponed a date that is over by the program.
  const isAhead = ({ offset, live }: Shown) =>
    live === undefined
      ? !isDateOver(scope, kept, offset) && isOnPattern(offset)
      : !isDateOver(scope, kept, offset) || !isPast(scope, live);
  const ahead = all.filter(isAhead);
  // People rather edit the next date than the last.
  const own = ahead.findLast(({ live }) => live !== undefined)?.live ?? {};
  const isUntouched = ({ offset, live }: Shown) =>
    live !== undefined &&
    [startOf, endOf].every((time) => time(live) === time(dateAt(definition, kept.stored, offset))) &&
    isDateOf(definition, own, live, true) &&
    isHiddenOnPage(definition, live) === isHidden(definition, kept.stored);
  const touched = ahead.filter((date) => !isUntouched(date)).map(({ id }) => id);
  if (touched.length > 0) throw new StatusHubError(datesMoved({ ids: touched.join(", ") }));
}
