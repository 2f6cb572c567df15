import type { Declared } from "../../../model/api/form.ts";
import { declaresSeries, isSeries, type Kept } from "../forms/state.ts";
import { explainUpdateError } from "../record/explain.ts";
import { findWritable } from "../record/scope.ts";
import { change } from "../record/update.ts";
import { findOpen } from "./current.ts";
import { leaveHistory } from "./history.ts";
import { lastKnown, type SeriesScope } from "./occurrence.ts";
import { type Choice, chooseOccurrence, currentAlone, firstAlone, firstIn, isPastOnly } from "./plan.ts";
import { explainSeriesUpdate, writeSeries } from "./write.ts";

/*
 * An update changes the current occurrence and those that follow it. `plan.ts` has a table of all cases.
 *
 *     state      id "1", title "Patching", __occurrences { 1: 0, 2: 7 days, 3: 14 days } from 2 December
 *     clock      5 December
 *     program    title "Updates"
 *     sent       GET 1: it has ended. Lists, GET 2: it is the next one.
 *                PUT 2 { title: "Updates", recurring: { update_following: true } }
 */

export async function updateSeries(scope: SeriesScope, before: Kept, declared: Declared): Promise<Kept> {
  const choice = await choose(scope, before, declared);
  if (choice.target === undefined) return leaveHistory(scope, before, choice, declared);
  const explain = isSeries(scope.definition, choice.stored) ? explainSeriesUpdate : explainUpdateError;
  return change(choice.target, choice, declared, { by: writeSeries, explain });
}

async function choose(scope: SeriesScope, before: Kept, declared: Declared): Promise<Choice> {
  const { definition, collection } = scope;
  if (!isSeries(definition, before.stored)) return { ...before, target: await findOwn(scope, before) };
  if (!declaresSeries(definition, declared)) return chooseSingle(scope, before, declared);
  return chooseOccurrence(scope, { ...before, ...(await findOpen(scope, before, collection.list)) }, declared);
}

const findOwn = (scope: SeriesScope, { id, stored }: Kept) =>
  findWritable({ ...scope, id }, lastKnown(scope.definition, stored, id));

/** Looks at the first occurrence, and only if that isn't left, for another one. */
async function chooseSingle(scope: SeriesScope, before: Kept, declared: Declared): Promise<Choice> {
  const { collection } = scope;
  const { id, stored } = before;
  const { first, isOwn, isKnown } = firstIn(before);
  const own = isOwn ? await findOwn(scope, before) : undefined;
  if (own !== undefined) return { id, stored, target: own };
  const live = isKnown ? await collection.get(first) : undefined;
  const isPast = isPastOnly(scope, stored, declared, live);
  const { target, isLast } = isPast ? {} : await findOpen(scope, before, collection.list);
  if (target === undefined || isLast) return firstAlone(scope, stored, first, live);
  return currentAlone(scope, stored, target, await collection.get(target.id));
}
