import type { Declared } from "../../../model/api/form.ts";
import { compare } from "../forms/compare.ts";
import { declaresSeries, type Kept, occurrencesIn, occurrencesKey, withOffset } from "../forms/state.ts";
import { storedAfterRead, unsent } from "../forms/stored.ts";
import { adoptBy, type Claim, claimRecord, resultOfEnded } from "../record/adopt.ts";
import { writable } from "../record/scope.ts";
import { putExplained } from "../record/write.ts";
import { findFirst } from "./current.ts";
import { asOccurrence, offsetsFrom, type SeriesScope, type SeriesTarget } from "./occurrence.ts";
import { changesPattern } from "./plan.ts";
import { writeSeries } from "./write.ts";

/*
 * A program may adopt a series by any occurrence, and manages it under the first one that is left.
 *
 *     program    adopt "3", Sundays from 2 December, title "Patching"
 *     records    1: 2 December    2: 9 December    3: 16 December, all with the title "Updates"
 *     clock      5 December
 *     sent       PUT 2 { title: "Patching", recurring: { update_following: true } }
 *     state      id "3", recordId "2", __occurrences { 2: 7 days, 3: 14 days }
 */

export const adoptSeries = (scope: SeriesScope, declared: Declared): Promise<Kept | undefined> =>
  declaresSeries(scope.definition, declared)
    ? adoptBy(claimSeries, scope, declared)
    : adoptBy(claimRecord, scope, declared);

const claimSeries: Claim<SeriesTarget> = async (record, declared, { live, adoption }) => {
  const { definition, id } = record;
  const offset = offsetsFrom(definition, declared)(live);
  const first = asOccurrence(definition, live, -offset);
  const stored = { ...storedAfterRead({ ...record, live: first }, adoption), ...withOffset(id, offset) };
  const known = { id, stored, live: first, sent: unsent };
  const update = { declared, changes: compare(definition, stored, declared) };
  const own = writable(record, live);
  // A record that shows the declared pattern is part of the series that the program means.
  const next = changesPattern(definition, update.changes) ? undefined : await findFirst(record, known, own);
  if (next !== undefined) {
    const { target, occurrences, ...begun } = next;
    const { stored: kept } = await writeSeries(target, { ...known, ...begun }, update, putExplained);
    // The adopted one counts as another resource's when the write searches for the occurrences.
    return { id, stored: { ...kept, [occurrencesKey]: { ...occurrences, ...occurrencesIn(kept) } } };
  }
  return own === undefined ? resultOfEnded(record, known, update) : writeSeries(own, known, update, putExplained);
};
