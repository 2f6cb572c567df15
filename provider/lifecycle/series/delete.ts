import type { Declared, Live, Stored } from "../../../api/form.ts";
import { textOf } from "../../../errors/problem.ts";
import { occurrencesKept, occurrencesRemain } from "../../../errors/read.ts";
import type { Definition } from "../../../kinds/kind.ts";
import { isDeleted } from "../../client/collection.ts";
import { isNotFound, isRejected, isStatusHubError, StatusHubError } from "../../client/errors.ts";
import { liveValue, sameMeaning } from "../forms/compare.ts";
import { declaredIn, declaresSeries, occurrencesIn, occurrencesKey } from "../forms/state.ts";
import { withRepeated } from "../forms/wire.ts";
import { findReason } from "../record/explain.ts";
import type { Target } from "../record/known.ts";
import { subject } from "../record/operation-error.ts";
import { deleteRecord } from "../record/remove.ts";
import { findPossible, withKnownOccurrences } from "./occurrences.ts";
import { expected, findCurrent, findUpcoming, hasEnded } from "./series.ts";

/**
 * Deletes the occurrences that haven't started and the current one. Those that have ended are history and stay.
 *
 * @returns a warning if occurrences that aren't known may remain
 */
export async function deleteSeries(record: Target, before: Stored): Promise<string | undefined> {
  const { definition, collection, id } = record;
  const stored = await withKnownOccurrences(record, { id, stored: before }, collection.listNow);
  const isPast = hasEnded(record, expected(definition, stored, id));
  const current = isPast ? await findCurrent(record, stored) : record;
  if (current === undefined && occurrencesIn(stored) !== undefined) return undefined;
  const { target, obstacle } = await endAt({ ...record, id: current?.id ?? id }, stored);
  if (current !== undefined) await deleteRecord(target);
  await deleteUpcoming(target, stored);
  if (occurrencesIn(stored) !== undefined) return undefined;
  const what = subject({ definition, stored: before, recordId: id });
  const possible = await findPossible(target, { id, stored });
  return possible.length > 0 ? occurrencesRemain.unclear({ what, ids: possible.join(", ") }) : obstacle?.({ what });
}

interface Ended {
  /** The occurrence after which the series ends. */
  readonly target: Target;
  /** Returns the warning that the API didn't end the series. */
  readonly obstacle?: (named: { what: string }) => string;
}

/** Ends the series after an occurrence; if that is gone, after the next one. */
async function endAt(target: Target, stored: Stored, isRetry = false): Promise<Ended> {
  const { definition, collection, id } = target;
  const { series } = definition;
  if (series === undefined) return { target };
  const ending = withRepeated(definition, series.ending, declaredIn(definition, stored));
  try {
    const live = await collection.put(id, series.reaching(ending, "following"));
    return isEnded(definition, live) ? { target } : { target, obstacle: occurrencesRemain.ignored };
  } catch (error) {
    if (!isNotFound(error) && !isRejected(error)) throw error;
    const live = await findReason(error, () => collection.get(id));
    if (live !== undefined && !isDeleted(live)) {
      if (!isRejected(error)) throw error;
      const { serverMessage } = error;
      return { target, obstacle: ({ what }) => occurrencesRemain.rejected({ what, serverMessage }) };
    }
    const next = isRetry ? undefined : await findCurrent(target, stored);
    return next === undefined ? { target } : endAt({ ...target, id: next.id }, stored, true);
  }
}

/** A response that doesn't carry the pattern is taken for success. */
function isEnded({ series, properties }: Definition, live: Live): boolean {
  const property = properties[series?.property ?? ""];
  const pattern = property && liveValue(property, live, property.cleared);
  return property === undefined || pattern === undefined || sameMeaning(property, pattern, property.cleared);
}

/** Deletes the known occurrences that the end of the series has left. */
async function deleteUpcoming(target: Target, stored: Stored): Promise<void> {
  const ids = await findUpcoming(target, stored, target.id);
  const results = await Promise.allSettled(ids.map((id) => deleteRecord({ ...target, id })));
  const failures = results.flatMap((result, index) =>
    result.status === "rejected" ? [{ id: ids[index] ?? "", reason: result.reason as unknown }] : [],
  );
  const [first] = failures;
  if (first === undefined) return;
  if (!isStatusHubError(first.reason)) throw first.reason;
  const left = failures.map(({ id }) => id).join(", ");
  throw new StatusHubError(occurrencesKept({ ids: left, reason: textOf(first.reason.message) }), {
    cause: first.reason,
  });
}

/** Removes the occurrences after a program has made a single record of a series. */
export async function withoutEndedSeries(record: Target, stored: Stored, declared: Declared): Promise<Stored> {
  if (occurrencesIn(stored) === undefined || declaresSeries(record.definition, declared)) return stored;
  await deleteUpcoming(record, stored);
  const { [occurrencesKey]: _, ...others } = stored;
  return others;
}
