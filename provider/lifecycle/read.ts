import { isDeepStrictEqual } from "node:util";
import type { Declared, Live, Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isDeleted } from "../client/collection.ts";
import { noSuchRecord, seriesGoesOn } from "../errors/read.ts";
import { acceptingDeviations, asFirst, lastKnown, offsetIn } from "./forms/occurrence.ts";
import {
  declaredIn,
  hubCreatedKey,
  isLookup,
  isSeries,
  recordIdKey,
  recordIdOf,
  unconfirmedIn,
} from "./forms/state.ts";
import { storedAfterRead } from "./forms/stored.ts";
import { hasEnded } from "./record/history.ts";
import { hubNamedIn, hubOf, open } from "./record/hub.ts";
import type { Kept, Scope } from "./record/known.ts";
import { explaining, OperationError, subject } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";
import { withKnownOccurrences } from "./series/occurrences.ts";
import { type Current, findCurrent, isOver, lookAgain, shownOfHistory } from "./series/series.ts";

/** The result of a read. */
export interface Found extends Kept {
  /** The live values of the declared properties, in the form in which a program declares them. */
  readonly declared: Declared;
  /** What a state would hold of what has ended if it were compared; the program may declare that. */
  readonly shown?: Stored;
  /** Says that a series goes on under another occurrence, because somebody has deleted the one in the state. */
  readonly remark?: string;
}

/**
 * Reads a record. Returns `undefined` if it is gone: a 404, or deleted for good, in a hub that this API key can see. If it
 * is an occurrence of a series that was deleted or has ended, the series goes on under its next one.
 *
 * @param stored the state, or what the program declares if it looks a record up by ID
 * @throws OperationError if a lookup finds no record
 */
export async function read(
  account: Account,
  definition: Definition,
  { id, stored, owners }: Kept & { readonly owners: Owners },
): Promise<Found | undefined> {
  const recordId = recordIdOf(id, stored);
  const isAsked = isLookup(definition, stored);
  const { connection } = account.client;
  return explaining({ connection, definition, verb: "read", stored, recordId }, async () => {
    const collection = await open(account, definition, hubOf(definition, { id: recordId, stored }));
    const scope: Scope = { definition, collection, owners };
    const live = await collection.read(
      recordId,
      // A difference in a list is confirmed by reading the record, because lists may shorten text.
      (listed) =>
        isAsked ||
        (!isDeleted(listed) &&
          isAsKnown(definition, stored, foundAs(scope, { id: recordId, live: listed }, stored).stored)),
    );
    // Documented: only subscriptions can be restored. Any other deleted record counts as gone, and is created again.
    const isGone = live === undefined || (isDeleted(live) && (isAsked || definition.operations.restore === undefined));
    if (!isAsked && isSeries(definition, stored))
      return readSeries(scope, { id: recordId, stored }, isGone ? undefined : live);
    const times = { ...lastKnown(definition, stored, recordId), ...(isGone ? {} : live) };
    const kept = { id: recordId, stored };
    if (!isAsked && isSettled(stored) && hasEnded(scope, times)) return history(scope, kept, live);
    if (!isGone) return foundAs(scope, { id: recordId, live }, stored);
    if (!isAsked) return undefined;
    const { subdomain } = hubNamedIn(stored);
    const place = subdomain === undefined ? "" : ` in hub "${subdomain}"`;
    throw new OperationError(noSuchRecord({ kind: definition.kind, id: JSON.stringify(id), place }));
  });
}

/**
 * Reads a series by the occurrence in the state or, if that is gone or over, by the next one.
 *
 * @param live `undefined` if the occurrence is gone
 */
async function readSeries(scope: Scope, { id, stored }: Kept, live: Live | undefined): Promise<Found | undefined> {
  const { definition, collection } = scope;
  const noted = await withKnownOccurrences(scope, { id, stored }, collection.list);
  if (live !== undefined && !hasEnded(scope, live)) return foundAs(scope, { id, live }, noted);
  const { known, next } = await goOn(scope, { id, stored: noted });
  if (next !== undefined) {
    const what = subject({ definition, stored: known, recordId: id });
    const remark = live === undefined ? { remark: seriesGoesOn({ what, id: next.id }) } : {};
    return { ...foundAs(scope, next, acceptingDeviations(definition, known, next)), ...remark };
  }
  const kept = { id, stored: known };
  if (isSettled(known) && isOver(scope, kept)) return history(scope, kept, live);
  return live === undefined ? undefined : foundAs(scope, { id, live }, known);
}

async function goOn(scope: Scope, kept: Kept): Promise<{ readonly known: Stored; readonly next: Current | undefined }> {
  const next = await findCurrent(scope, kept.stored);
  if (next !== undefined) return { known: kept.stored, next };
  const known = await lookAgain(scope, kept, scope.collection.list);
  return { known, next: await findCurrent(scope, known) };
}

/** What has ended is neither compared nor made again, whatever somebody does to it. */
const history = async (scope: Scope, { id, stored }: Kept, live: Live | undefined): Promise<Found> => ({
  id,
  stored,
  declared: declaredIn(scope.definition, stored),
  shown: await shownOfHistory(scope, { id, stored }, live),
});

/** Whether no write is left of which only the record shows the outcome. */
const isSettled = (stored: Stored) => unconfirmedIn(stored).length === 0;

/**
 * Whether the live values match the state. A value that the state never had (null, for a value that the API sets)
 * doesn't count as a difference.
 */
function isAsKnown({ outputs: others }: Definition, stored: Stored, now: Stored): boolean {
  const names = new Set([...Object.keys(now), ...Object.keys(stored)]);
  return [...names].every(
    (name) =>
      isDeepStrictEqual(now[name], stored[name]) ||
      (stored[name] === null && name in others) ||
      // A hub, and not a record, says when it was created.
      name === hubCreatedKey,
  );
}

/** Returns what a read finds, and what the state holds of it. */
function foundAs(scope: Scope, { id, live }: { readonly id: string; readonly live: Live }, before: Stored): Found {
  const { definition } = scope;
  const first = asFirst(definition, live, offsetIn(before, id));
  const stored = storedAfterRead({ ...scope, live: first }, before);
  const names = Object.keys(declaredIn(definition, before));
  const declared = Object.fromEntries(names.map((name) => [name, stored[name]]));
  const mark = isDeleted(first) ? { deleted: true } : {};
  const renamed = recordIdKey in before ? { [recordIdKey]: id } : {};
  return { id, stored: { ...stored, ...renamed, ...mark }, declared: { ...declared, ...mark } };
}
