import { isDeleted } from "../../client/collection.ts";
import { isRejected, StatusHubError } from "../../client/errors.ts";
import { deletedOnHub, seriesNotEnded } from "../../errors/up.ts";
import { type Change, liveValue, sameMeaning } from "../forms/compare.ts";
import { declaresSeries, isSeries, type Kept, occurrencesKey } from "../forms/state.ts";
import type { Known } from "../forms/stored.ts";
import { withRepeated } from "../forms/wire.ts";
import { explainUpdateError, responseIn } from "../record/explain.ts";
import { listOrNone } from "../record/find.ts";
import { hasEnded } from "../record/scope.ts";
import { put, resultOf, type Write, write } from "../record/write.ts";
import { deleteLeft, findSpared } from "./delete.ts";
import { expected, type Occurrence, writtenAsFirst } from "./occurrence.ts";
import { idsOf, withKnownOccurrences, withOccurrences } from "./occurrences.ts";
import { changesPattern, makesDates, makesTimes, type Step, stepsOf } from "./plan.ts";

/*
 * Writes to an occurrence: what somebody did to it is undone there, the rest also changes those that follow.
 *
 *     state      recordId "2", title "Patching", startTime "2 December" with __deployed { title: "Updates" }
 *     program    title "Updates", startTime "3 December"
 *     sent       PUT 2 { title: "Updates", recurring: { update_following: false } }
 *                PUT 2 { start_time: "10 December", recurring: { update_following: true } }
 */

/**
 * Sends the steps of an update, notes the occurrences that it has made, and removes those that are left of a series that
 * the program has made a single record.
 */
export const writeSeries: Write<Occurrence> = async (record, known, update, send = put) => {
  const { definition, collection } = record;
  if (!isSeries(definition, known.stored) && !declaresSeries(definition, update.declared))
    return write(record, known, update, send);
  const isSingle = !declaresSeries(definition, update.declared);
  const spared = isSingle ? (await findSpared(record, known.stored)).filter((id) => id !== record.id) : [];
  const sendSteps = async (): Promise<Kept> => {
    let after = known;
    for (const step of stepsOf(definition, known.stored, update)) {
      await undoMove(record, after, step);
      // The end of the series would also delete those that are spared, so the others are deleted one by one.
      after = await send(writtenAsFirst(record, known.stored, spared.length > 0 ? "one" : step.reach), after, step);
    }
    return resultOf(record, after, update.declared);
  };
  if (isSingle) {
    const { id, stored } = await sendSteps();
    await deleteLeft(record, stored, [record.id, ...spared]);
    const { [occurrencesKey]: _, ...single } = stored;
    return { id, stored: single };
  }
  if (!makesDates(definition, update.changes)) {
    const after = await sendSteps();
    return { ...after, stored: await withKnownOccurrences(record, after, collection.list) };
  }
  // Only this series can have made those of the records that appear meanwhile that no other resource has.
  return collection.inTurn(async () => {
    const before = idsOf(await listOrNone(record));
    const { id, stored } = await sendSteps();
    const evidence = { id, stored, before, isRemade: changesPattern(definition, update.changes) };
    return { id, stored: await withOccurrences(record, evidence, collection.listNow) };
  });
};

/**
 * Undoes a manual change of an occurrence's times before the whole series moves. Inferred (series-move): the later
 * occurrences move by as much as this one, so it has to start where it should be.
 */
async function undoMove(record: Occurrence, { stored }: Known, { declared, changes, reach }: Step): Promise<void> {
  const { definition, collection, id } = record;
  const { series } = definition;
  if (reach !== "following" || !makesTimes(definition, changes) || !isSeries(definition, stored)) return;
  const live = await collection.get(id);
  // What has ended stays, also if it is the last that is shown of a pattern that goes on.
  if (live === undefined || isDeleted(live) || hasEnded(record, live)) return;
  const times = expected(definition, stored, id);
  const wrong = Object.entries(definition.properties).flatMap(([name, property]) => {
    const time = times[property.wire];
    const shown = series.timed.includes(name) ? liveValue(property, live, time) : undefined;
    return shown === undefined || sameMeaning(property, shown, time) ? [] : [[property.wire, time]];
  });
  if (wrong.length === 0) return;
  await collection.put(id, series.reaching(withRepeated(definition, Object.fromEntries(wrong), declared), "one"));
}

/** Finds a better reason than the API's why an update of a series failed, or of what was one. */
export const explainSeriesUpdate: typeof explainUpdateError = async (record, update, error) => {
  const reason = await explainUpdateError(record, update, error, deletedOnHub.series);
  const endsSeries = ({ name, kind }: Change) => kind === "removed" && name === record.definition.series?.property;
  const isOwn = reason === error && isRejected(error) && update.changes.some(endsSeries);
  return isOwn ? new StatusHubError(seriesNotEnded(responseIn(error)), { cause: error }) : reason;
};
