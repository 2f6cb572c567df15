import type { Declared } from "../../../model/api/form.ts";
import { StatusHubError } from "../../client/errors.ts";
import { deletedOnHub } from "../../errors/up.ts";
import { declaresSeries, isSeries, type Kept } from "../forms/state.ts";
import { unsent } from "../forms/stored.ts";
import { asWritable } from "../record/scope.ts";
import { changesNow, updateRecord } from "../record/update.ts";
import { resultOf, write } from "../record/write.ts";
import { findCurrent } from "./current.ts";
import { goesOn, type SeriesScope } from "./dates.ts";
import { notingDates } from "./note.ts";

/*
 * An update changes the current date and those that follow it. Other dates need another record (`forms/history.ts`), except a later
 * end of the pattern.
 *
 *     state      id "1", title "Patching", __occurrences { 1: 0, 2: 7 days, 3: 14 days } from 2 December
 *     clock      5 December
 *     program    title "Updates"
 *     sent       GET 2, PUT 2 { title: "Updates", recurring: { update_following: true } }
 */

export async function updateSeries(scope: SeriesScope, { id, stored }: Kept, declared: Declared): Promise<Kept> {
  const { definition } = scope;
  const { series } = definition;
  const changes = changesNow(scope, stored, declared);
  const makesDates = changes.some(({ name, wire }) => name === series.property && wire !== undefined);
  const update = { declared, changes, changesFollowing: true };
  const known = { id, stored, live: {}, sent: unsent, origin: "stored" } as const;
  if (!isSeries(definition, stored)) {
    if (!makesDates || !declaresSeries(definition, declared)) return updateRecord(scope, { id, stored }, declared);
    return notingDates(scope, () => write(asWritable({ ...scope, id }), known, update));
  }
  if (changes.every(({ wire }) => wire === undefined)) return resultOf({ ...scope, id }, known, declared);
  const current = await findCurrent(scope, { id, stored });
  const { date } = current;
  if (date === undefined) {
    if (goesOn(scope, declared)) throw new StatusHubError(deletedOnHub.allGone());
    return resultOf({ ...scope, id }, known, declared);
  }
  const send = () => write(date, { ...known, stored: current.stored }, update);
  return makesDates ? notingDates(scope, send, date.id) : send();
}
