import type { Declared } from "../../../model/api/form.ts";
import type { SeriesDefinition } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { deletedOnHub } from "../../errors/up.ts";
import type { Change } from "../forms/compare.ts";
import { isHidden, planUpdate } from "../forms/history.ts";
import { declaresSeries, isSeries, type Kept, occurrencesIn, occurrencesKey } from "../forms/state.ts";
import { type Known, unsent } from "../forms/stored.ts";
import type { Update } from "../forms/wire.ts";
import { asWritable } from "../record/scope.ts";
import { changesNow, updateRecord } from "../record/update.ts";
import { resultOf, write } from "../record/write.ts";
import { findCurrent } from "./current.ts";
import { dateAt, goesOn, isDateOver, type SeriesScope } from "./dates.ts";
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
    const update = { declared, changes: withTimes(definition, changes, declared, 0), changesFollowing: true };
    return notingDates(scope, () => write(asWritable({ ...scope, id }), known, update));
  }
  if (planUpdate(definition, stored, declared, scope.collection.serverTime()).ends)
    return endSeries(scope, known, { declared, changes });
  if (changes.every(({ wire }) => wire === undefined)) return resultOf({ ...scope, id }, known, declared);
  const current = await findCurrent(scope, { id, stored, publishes: !isHidden(definition, declared) });
  const { date } = current;
  if (date === undefined) {
    if (goesOn(scope, declared)) throw new StatusHubError(deletedOnHub.allGone());
    return resultOf({ ...scope, id }, known, declared);
  }
  const offset = occurrencesIn(current.stored)[date.id] ?? 0;
  const sent = makesDates && !date.isLast ? withTimes(definition, changes, declared, offset) : changes;
  const update = { declared, changes: sent, changesFollowing: true };
  const send = () => write(date, { ...known, stored: current.stored }, update);
  return makesDates ? notingDates(scope, send, date.id) : send();
}

/** Adds the declared times of a date, because the dates that a pattern makes follow its date, which somebody may have moved. */
function withTimes(
  definition: SeriesDefinition,
  changes: readonly Change[],
  declared: Declared,
  offset: number,
): readonly Change[] {
  const { properties, series } = definition;
  const wire = dateAt(definition, declared, offset);
  const times = series.timed.flatMap((name) => {
    const property = properties[name];
    return property === undefined ? [] : [{ name, property, kind: "changed" as const, wire: wire[property.wire] }];
  });
  return [...changes.filter(({ name }) => !series.timed.includes(name)), ...times];
}

/** Ends a series whose new dates are over: what is to come is deleted, and history stays. */
async function endSeries(scope: SeriesScope, known: Known, { declared, changes }: Update): Promise<Kept> {
  const { id, stored } = known;
  await removeSeries({ ...scope, id }, { id, stored });
  const past = Object.entries(occurrencesIn(stored)).filter(([, offset]) => isDateOver(scope, { stored }, offset));
  const sent = new Set(changes.map(({ name }) => name));
  const ended = resultOf({ ...scope, id }, { ...known, sent }, declared);
  return { ...ended, stored: { ...ended.stored, [occurrencesKey]: Object.fromEntries(past) } };
}
