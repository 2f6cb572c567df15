import { textOf } from "../../errors/problem.ts";
import { adoptedRecordKept, adoptionFailed, hubKept, occurrencesKept, occurrencesRemain } from "../../errors/read.ts";
import { notOffered } from "../../errors/requests.ts";
import type { Definition, Values } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isDeleted } from "../client/collection.ts";
import { isMethodNotAllowed, isNotFound, isRejected, isStatusHubError, StatusHubError } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import { withRepeated } from "./body.ts";
import { liveValue, sameMeaning } from "./compare.ts";
import { findReason } from "./explain.ts";
import type { ExistingRecord } from "./find.ts";
import { hubOf, open } from "./hub.ts";
import { findPossible, withKnownOccurrences } from "./occurrences.ts";
import { explaining, OperationError, subject } from "./operation-error.ts";
import type { Owners } from "./owners.ts";
import { expected, findCurrent, findUpcoming, hasEnded } from "./series.ts";
import {
  adoptionKey,
  declaredIn,
  declaresSeries,
  isSeries,
  occurrencesIn,
  occurrencesKey,
  recordIdOf,
  unconfirmedIn,
} from "./state.ts";

/**
 * Deletes a record; if it is already deleted, that's a success. Hubs are left unchanged.
 *
 * @returns a warning for the user, if any
 */
export async function remove(
  account: Account,
  definition: Definition,
  { id, outputs, owners }: { id: string; outputs: Values; owners: Owners },
): Promise<string | undefined> {
  const recordId = recordIdOf(id, outputs);
  const { connection } = account.client;
  const what = { connection, definition, verb: "delete", values: outputs, recordId } as const;
  if (definition.operations.delete === undefined) {
    return hubKept({ what: subject(what) });
  }
  // After a rename in the program, the new resource may have adopted the record before the old one is deleted.
  if (owners.isDeclaredElsewhere(definition, recordId, outputs[adoptionKey]))
    return adoptedRecordKept({ what: subject(what) });
  return explaining(what, async () => {
    if (owners.hasFailedAdoption(definition, recordId)) throw new StatusHubError(adoptionFailed());
    const collection = await open(account, definition, hubOf(definition, recordId, outputs));
    const record: ExistingRecord = { definition, collection, owners, recordId };
    if (mayBeSeries(definition, outputs)) return removeSeries(record, outputs);
    await send(record);
    return undefined;
  });
}

/** A pattern that was sent and may have taken effect counts as declared. */
const mayBeSeries = (definition: Definition, outputs: Values): boolean =>
  isSeries(definition, outputs) || unconfirmedIn(outputs).some((name) => name === definition.series?.property);

/**
 * Deletes the occurrences that haven't started and the current one. Those that have ended are history and stay.
 *
 * @returns a warning if occurrences that aren't known may remain
 */
export async function removeSeries(record: ExistingRecord, outputs: Values): Promise<string | undefined> {
  const { definition, collection, recordId } = record;
  const noted = await withKnownOccurrences(record, { recordId, outputs }, collection.liveNow);
  const isPast = hasEnded(record, expected(definition, noted, recordId));
  const current = isPast ? await findCurrent(record, noted) : record;
  if (current === undefined && occurrencesIn(noted) !== undefined) return undefined;
  const { target, obstacle } = await endAt({ ...record, recordId: current?.recordId ?? recordId }, noted);
  if (current !== undefined) await send(target);
  await removeUpcoming(target, noted);
  if (occurrencesIn(noted) !== undefined) return undefined;
  const what = subject({ definition, values: outputs, recordId });
  const possible = await findPossible(target, { recordId, outputs });
  return possible.length > 0 ? occurrencesRemain.unclear({ what, ids: possible.join(", ") }) : obstacle?.({ what });
}

interface Ended {
  /** The occurrence after which the series ends. */
  readonly target: ExistingRecord;
  /** Returns the warning that the API didn't end the series. */
  readonly obstacle?: (named: { what: string }) => string;
}

/** Ends the series after an occurrence; if that is gone, after the next one. */
async function endAt(target: ExistingRecord, outputs: Values, isRetry = false): Promise<Ended> {
  const { definition, collection, recordId } = target;
  const { series } = definition;
  if (series === undefined) return { target };
  const ending = withRepeated(definition, series.ending, declaredIn(definition, outputs));
  try {
    const response = await collection.put(recordId, series.reaching(ending, "following"));
    return isEnded(definition, response) ? { target } : { target, obstacle: occurrencesRemain.ignored };
  } catch (error) {
    if (!isNotFound(error) && !isRejected(error)) throw error;
    const live = await findReason(error, () => collection.get(recordId));
    if (live !== undefined && !isDeleted(live)) {
      if (!isRejected(error)) throw error;
      const { serverMessage } = error;
      return { target, obstacle: ({ what }) => occurrencesRemain.rejected({ what, serverMessage }) };
    }
    const next = isRetry ? undefined : await findCurrent(target, outputs);
    return next === undefined ? { target } : endAt({ ...target, recordId: next.recordId }, outputs, true);
  }
}

/** A response that doesn't carry the pattern is taken for success. */
function isEnded({ series, properties }: Definition, response: ApiRecord): boolean {
  const property = properties[series?.property ?? ""];
  const live = property && liveValue(property, response, property.cleared);
  return property === undefined || live === undefined || sameMeaning(property, live, property.cleared);
}

/** Deletes the known occurrences that the end of the series has left. */
async function removeUpcoming(target: ExistingRecord, outputs: Values): Promise<void> {
  const ids = await findUpcoming(target, outputs, target.recordId);
  const results = await Promise.allSettled(ids.map((recordId) => send({ ...target, recordId })));
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
export async function withoutEndedSeries(record: ExistingRecord, outputs: Values, desired: Values): Promise<Values> {
  if (occurrencesIn(outputs) === undefined || declaresSeries(record.definition, desired)) return outputs;
  await removeUpcoming(record, outputs);
  const { [occurrencesKey]: _, ...others } = outputs;
  return others;
}

async function send(target: ExistingRecord): Promise<void> {
  const { definition, collection, recordId } = target;
  try {
    // Inferred (delete-effect): a 2xx marks it as deleted.
    const response = await collection.remove(recordId);
    // Not stated: what the response carries. Unless it shows the deleted record, only reading the record tells.
    if (isDeleted(response)) return;
  } catch (error) {
    if (!isNotFound(error) && !isMethodNotAllowed(error) && !isRejected(error)) throw error;
    const isDocumented = definition.operations.delete?.evidence === "documented";
    if (isNotFound(error) && isDocumented) return;
    // The operation may not exist (if inferred), or may reject a record that is already deleted. Reading the record
    // shows which.
    const record = await findReason(error, () => collection.get(recordId));
    if (record === undefined || isDeleted(record)) return;
    throw isRejected(error) || isDocumented ? error : notOfferedError(target, error);
  }
  const record = await collection.get(recordId);
  if (record === undefined || isDeleted(record)) return;
  throw new OperationError(notOffered.ignoredDelete({ record: nameOf(target) }));
}

const nameOf = ({ definition, recordId }: ExistingRecord) => `${definition.kind} ${recordId}`;

const notOfferedError = (target: ExistingRecord, cause: StatusHubError) =>
  new OperationError(notOffered.delete({ record: nameOf(target) }), { cause });
