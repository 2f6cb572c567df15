import { isDeepStrictEqual } from "node:util";
import { noSuchRecord, seriesGoesOn } from "../../errors/read.ts";
import type { Definition, Values } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isDeleted } from "../client/collection.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Scope } from "./find.ts";
import { hubNamedIn, hubOf, open } from "./hub.ts";
import { withKnownOccurrences } from "./occurrences.ts";
import { explaining, OperationError, subject } from "./operation-error.ts";
import { outputsOfRead } from "./outputs.ts";
import type { Owners } from "./owners.ts";
import { acceptingDeviations, asFirst, findCurrent, hasEnded, isOver, offsetIn } from "./series.ts";
import { declaredIn, hubCreatedKey, isLookUp, isSeries, recordIdOf } from "./state.ts";

/** The result of a read. */
export interface Found {
  readonly recordId: string;
  readonly outputs: Values;
  /** The live values of the declared properties, in the form in which a program declares them. */
  readonly inputs: Values;
  /** Says that a series goes on under another occurrence, because somebody has deleted the one in the state. */
  readonly remark?: string;
}

/**
 * Reads a record. Returns `undefined` if it is gone: a 404, or deleted for good, in a hub that this API key can see. If it
 * is an occurrence of a series that was deleted or has ended, the series goes on under its next one.
 *
 * @param outputs outputs of the state, or the given inputs if a program looks a record up by ID
 */
export async function read(
  account: Account,
  definition: Definition,
  { id, outputs, owners }: { readonly id: string; readonly outputs: Values; readonly owners: Owners },
): Promise<Found | undefined> {
  const recordId = recordIdOf(id, outputs);
  const isAsked = isLookUp(definition, outputs);
  const { connection } = account.client;
  return explaining({ connection, definition, verb: "read", values: outputs, recordId }, async () => {
    const collection = await open(account, definition, hubOf(definition, recordId, outputs));
    const scope: Scope = { definition, collection, owners };
    const record = await collection.read(
      recordId,
      // A difference in a list is confirmed by reading the record, because lists may shorten text.
      (listed) =>
        isAsked ||
        (!isDeleted(listed) &&
          isAsKnown(definition, outputs, describe(scope, { recordId, live: listed }, outputs).outputs)),
    );
    // Documented: only subscriptions can be restored. Any other deleted record counts as gone, and is created again.
    const isGone =
      record === undefined || (isDeleted(record) && (isAsked || definition.operations.restore === undefined));
    if (!isAsked && isSeries(definition, outputs))
      return readSeries(scope, { recordId, outputs, live: isGone ? undefined : record });
    if (!isGone) return describe(scope, { recordId, live: record }, outputs);
    if (!isAsked) return undefined;
    const { subdomain } = hubNamedIn(outputs);
    const place = subdomain === undefined ? "" : ` in hub "${subdomain}"`;
    throw new OperationError(noSuchRecord({ kind: definition.kind, id: JSON.stringify(id), place }));
  });
}

interface Followed {
  readonly recordId: string;
  readonly outputs: Values;
  /** `undefined` if the occurrence is gone. */
  readonly live: ApiRecord | undefined;
}

/** Reads a series by the occurrence in the state or, if that is gone or over, by the next one. */
async function readSeries(scope: Scope, { recordId, outputs, live }: Followed): Promise<Found | undefined> {
  const { definition, collection } = scope;
  const noted = await withKnownOccurrences(scope, { recordId, outputs }, collection.live);
  if (live !== undefined && !hasEnded(scope, live)) return describe(scope, { recordId, live }, noted);
  const next = await findCurrent(scope, noted);
  if (next !== undefined) {
    const what = subject({ definition, values: noted, recordId });
    const remark = live === undefined ? { remark: seriesGoesOn({ what, id: next.recordId }) } : {};
    return { ...describe(scope, next, acceptingDeviations(definition, noted, next)), ...remark };
  }
  if (live !== undefined) return describe(scope, { recordId, live }, noted);
  // A series that is over isn't made again, because its dates have passed.
  return isOver(scope, noted) ? { recordId, outputs: noted, inputs: declaredIn(definition, noted) } : undefined;
}

/**
 * Whether the live values match the state. A value that the state never had (null, for a value that the API sets)
 * doesn't count as a difference.
 */
function isAsKnown({ outputs: others }: Definition, outputs: Values, live: Values): boolean {
  const names = new Set([...Object.keys(live), ...Object.keys(outputs)]);
  return [...names].every(
    (name) =>
      isDeepStrictEqual(live[name], outputs[name]) ||
      (outputs[name] === null && name in others) ||
      // A hub, and not a record, says when it was created.
      name === hubCreatedKey,
  );
}

function describe(
  { definition, collection }: Scope,
  { recordId, live }: { readonly recordId: string; readonly live: ApiRecord },
  outputs: Values,
): Found {
  const record = asFirst(definition, live, offsetIn(outputs, recordId));
  const now = outputsOfRead({ definition, record, hub: collection.hub }, outputs);
  const declared = Object.keys(declaredIn(definition, outputs));
  const inputs = Object.fromEntries(declared.map((name) => [name, now[name]]));
  const mark = isDeleted(record) ? { deleted: true } : {};
  return { recordId, outputs: { ...now, ...mark }, inputs: { ...inputs, ...mark } };
}
