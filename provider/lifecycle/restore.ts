import { type Operation, pathParameters } from "../../api/operation.ts";
import { isDeleted } from "../client/collection.ts";
import { isNotFound, isRefused } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Values } from "../resources/define.ts";
import type { Target } from "./bring.ts";
import { bodyOf, changesBetween, postable } from "./changes.ts";
import { conflict } from "./conflict.ts";
import { attempt } from "./failure.ts";
import { postOnce } from "./post.ts";
import { findLiveTwin } from "./search.ts";
import { isComplete } from "./state.ts";

/** A record that is there again, and where. */
export interface Restored {
  readonly target: Target;
  readonly record: ApiRecord;
}

/**
 * Brings a deleted record back, as it was when it was deleted.
 *
 * Documented: it may come back under another id, which is that of the record from then on.
 *
 * @param values what is known of the record, for the failure and to create it anew where it cannot come back
 */
export function restore(target: Target, values: Values): Promise<Restored> {
  const { definition, collection, recordId } = target;
  const { connection } = collection;
  return attempt({ connection, definition, verb: "restore", values, recordId }, async () => {
    const found = await collection.find(recordId, (listed) => isComplete(definition, listed));
    const record =
      found === undefined
        ? await createAnew(target, values)
        : isDeleted(found)
          ? await bringBack(target, found, values)
          : found;
    return { target: { ...target, recordId: String(record.id) }, record };
  });
}

async function bringBack(target: Target, deleted: ApiRecord, values: Values): Promise<ApiRecord> {
  const { definition, collection } = target;
  const { restore: operation } = definition.operations;
  try {
    return await collection.restore(deleted);
  } catch (error) {
    // Inferred: the subscriber is deleted with its last subscription, and the path of the restore may go with it.
    if (isNotFound(error)) return createAnew(target, values);
    if (!isRefused(error)) throw error;
    const twin = await findLiveTwin(target, declaredOn(target, deleted));
    if (twin === undefined) throw error;
    // Restored already, under another id: by hand, or by an attempt whose response was lost.
    if (operation !== undefined && haveSameParents(operation, twin, deleted)) return collection.claim(twin);
    throw conflict(definition, { twin, refusal: error, advice: restoreAdvice(twin) });
  }
}

const restoreAdvice = ({ id }: ApiRecord) =>
  `Delete that one on the hub; or drop this resource from the state (pulumi state delete), and declare adopt: "${id}"`;

const createAnew = (target: Target, values: Values): Promise<ApiRecord> => {
  const body = bodyOf(changesBetween(target.definition, {}, postable(target.definition, values)));
  return postOnce(target, { news: values, isInState: () => false }, body);
};

/** The identity of a record, as a program would declare it. */
function declaredOn({ definition: { identity = [], properties } }: Target, record: ApiRecord): Values {
  return Object.fromEntries(
    identity.flatMap((name) => {
      const property = properties[name];
      return property === undefined ? [] : [[name, property.type.fromWire(record[property.wire], undefined)]];
    }),
  );
}

/** Documented: what identifies a record is unique, so a live one with the same parents is the very record. */
const haveSameParents = (operation: Operation, one: ApiRecord, other: ApiRecord) =>
  pathParameters(operation).every((name) => one[name] === other[name]);
