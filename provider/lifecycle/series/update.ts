import type { Declared, Live, Wire } from "../../../model/api/form.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { isHidden } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { deletedOnHub } from "../../errors/up.ts";
import { type Change, sameMeaning } from "../forms/compare.ts";
import { isDraft, planUpdate } from "../forms/history.ts";
import { declaresSeries, isSeries, type Kept, occurrencesIn, occurrencesKey } from "../forms/state.ts";
import { type Known, unsent } from "../forms/stored.ts";
import type { Update } from "../forms/wire.ts";
import { asWritable } from "../record/scope.ts";
import { changesNow, updateRecord } from "../record/update.ts";
import { resultOf, write } from "../record/write.ts";
import { findCurrent } from "./current.ts";
import { dateAt, goesOn, type SeriesScope } from "./dates.ts";
import { removeSeries } from "./delete.ts";
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
  const known = { id, stored, live: {}, sent: unsent, origin: "stored" } as const;
  if (!isSeries(definition, stored)) {
    if (!makesDates || !declaresSeries(definition, declared)) return updateRecord(scope, { id, stored }, declared);
    const live = (await scope.collection.get(id)) ?? {};
    const sent = withTimes(definition, changes, { live, at: dateAt(definition, declared, 0) });
    const update = { declared, changes: sent, changesFollowing: true };
    return notingDates(scope, () => write(asWritable({ ...scope, id }), known, update));
  }
  if (planUpdate(definition, stored, declared, scope.collection.serverTime()).ends)
    return endSeries(scope, known, { declared, changes });
  if (changes.every(({ wire }) => wire === undefined)) return resultOf({ ...scope, id }, known, declared);
  const current = await findCurrent(scope, { id, stored, declared });
  const { date } = current;
  if (date === undefined) {
    if (goesOn(scope, declared)) throw new StatusHubError(deletedOnHub.allGone());
    return resultOf({ ...scope, id }, known, declared);
  }
  const offset = occurrencesIn(current.stored)[date.id] ?? 0;
  const publishes = isDraft(definition, stored) && !isHidden(definition, declared);
  const at = dateAt(definition, declared, offset);
  const sent =
    (makesDates || publishes) && !date.isLast ? withTimes(definition, changes, { live: date.live, at }) : changes;
  const update = { declared, changes: sent, changesFollowing: true };
  const send = () => write(date, { ...known, stored: current.stored }, update);
  return makesDates ? notingDates(scope, send, date.id) : send();
}

/**
 * Adds the declared times of a date that somebody has moved: the dates that a pattern makes follow those times, and what is published
 * is what was declared.
 */
function withTimes(
  { properties, series }: SeriesDefinition,
  changes: readonly Change[],
  { live, at }: { readonly live: Live; readonly at: Wire },
): readonly Change[] {
  const moved = series.timed.flatMap((name) => {
    const property = properties[name];
    if (property === undefined || sameMeaning(property, at[property.wire], live[property.wire])) return [];
    return [{ name, property, kind: "changed" as const, wire: at[property.wire] }];
  });
  return [...changes.filter(({ name }) => !series.timed.includes(name)), ...moved];
}

/** Ends a series whose new dates are over: what is to come is deleted, and history stays. */
async function endSeries(scope: SeriesScope, known: Known, { declared, changes }: Update): Promise<Kept> {
  const { id, stored } = known;
  await removeSeries({ ...scope, id }, { id, stored });
  const sent = new Set(changes.map(({ name }) => name));
  const { stored: after } = resultOf({ ...scope, id }, { ...known, sent }, declared);
  const { [occurrencesKey]: _, ...ended } = after;
  return { id, stored: ended };
}
