import { isDeepStrictEqual } from "node:util";
import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { isDeleted } from "../../client/collection.ts";
import { StatusHubError } from "../../client/errors.ts";
import { historyUnchanged } from "../../errors/up.ts";
import { declaredIn, declaredKey, type Kept, occurrencesKey, recordIdsIn, unconfirmedKey } from "../forms/state.ts";
import { storedAfterRead, unsent } from "../forms/stored.ts";
import { ifListed } from "../record/find.ts";
import type { ReadResult } from "../record/read.ts";
import { resultOf } from "../record/write.ts";
import { adoptSeries } from "./adopt.ts";
import { makeSeries } from "./create.ts";
import { findCurrent } from "./current.ts";
import { deleteSeries } from "./delete.ts";
import { asFirst, endedIn, nextDate, offsetIn, type SeriesScope } from "./occurrence.ts";
import { occurrencesAmong } from "./occurrences.ts";
import { type Choice, changesOfHistory, planForHistory } from "./plan.ts";

/*
 * History: a maintenance whose dates are all over, whether it repeats or not. Nothing is written to it, it is never made
 * again, and what somebody does to it is no drift.
 *
 *     state      startTime "2 December", endTime "2 December", id "1"
 *     clock      5 December
 *     program    startTime "9 December", endTime "9 December"
 *     sent       POST { start_time: "9 December" }
 *     state      id "1", recordId "2"
 *
 * If the program changes the title instead, the update is refused.
 */

/** Returns what a read finds of history: the state, as it is. */
export async function asHistory(scope: SeriesScope, kept: Kept, live: Live | undefined): Promise<ReadResult> {
  const declared = declaredIn(scope.definition, kept.stored);
  return { ...kept, declared, shown: await shownOfHistory(scope, kept, live) };
}

/** Updates a resource whose records have ended: the program may only want other dates, or what is shown already. */
export async function leaveHistory(
  scope: SeriesScope,
  before: Kept,
  { id, stored, isCut = false, endsRest = false }: Omit<Choice, "target">,
  declared: Declared,
): Promise<Kept> {
  const { definition, collection } = scope;
  const shown = await shownOfHistory(scope, { id, stored }, await collection.get(id));
  const changes = changesOfHistory(definition, { stored, shown, declared });
  const outcome = planForHistory(definition, changes, { isCut, hasDate: nextDate(scope, declared) !== undefined });
  if (outcome === "refuse") throw new StatusHubError(historyUnchanged.declared());
  const ended = endedIn(scope, stored);
  if (endsRest) await deleteSeries({ ...scope, id: before.id }, before.stored);
  if (outcome === "next date") {
    const isAnother = typeof declared.adopt === "string" && !recordIdsIn(id, stored).includes(declared.adopt);
    // Pulumi keeps the resource under the ID of its earlier record.
    return (isAnother ? await adoptSeries(scope, declared) : undefined) ?? makeSeries(scope, declared);
  }
  const { [unconfirmedKey]: _, ...settled } = isCut ? { ...stored, [occurrencesKey]: ended } : stored;
  return resultOf({ ...scope, id }, { id, stored: settled, live: {}, sent: unsent }, declared);
}

/**
 * Returns what the state would hold of what has ended if it were compared. It shows the pattern that it had when it ended, which
 * a program may only take over if one of its dates is left: otherwise, dates that aren't over would be missing.
 */
async function shownOfHistory(scope: SeriesScope, { id, stored }: Kept, live: Live | undefined): Promise<Stored> {
  const { definition, collection } = scope;
  const left = live === undefined || isDeleted(live) ? {} : asFirst(definition, live, offsetIn(stored, id));
  const shown = storedAfterRead({ ...scope, live: left }, stored);
  const name = definition.series.property;
  const names = [...Object.keys(declaredIn(definition, stored)), name];
  const taken = { ...stored, [name]: shown[name], [declaredKey]: names };
  const isSame = isDeepStrictEqual(shown[name], stored[name]);
  if (isSame || nextDate(scope, declaredIn(definition, taken)) === undefined) return shown;
  const records = await ifListed(collection.list);
  if (records === undefined) return shown;
  const occurrences = await occurrencesAmong(scope, records, { id, stored: taken });
  const next = await findCurrent(scope, { ...taken, [occurrencesKey]: occurrences });
  return next === undefined ? { ...shown, [name]: stored[name] } : shown;
}
