import type { Operation } from "../../api/operation.ts";
import { isNotFound, isRefused } from "../client/errors.ts";
import { parametersFor } from "../client/records.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Values } from "../resources/define.ts";
import { createBodies } from "./body.ts";
import { attempt } from "./failure.ts";
import { findEqual, identityOf } from "./match.ts";
import { postOnce } from "./post.ts";
import { collectionOf, isDeleted } from "./read.ts";
import { adoptionAdvice } from "./twin.ts";
import { keep, type Target } from "./write.ts";

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
 * @param values what is known of the record, to tell a failure and to make it anew where it cannot come back
 */
export function restore(target: Target, operation: Operation, values: Values): Promise<Restored> {
  const { account, definition, hub, recordId } = target;
  return attempt({ account, definition, verb: "restore", values, recordId }, async () => {
    const { get } = definition.operations;
    const deleted = await account.client.perform(get, parametersFor(get, hub, recordId));
    const record = isDeleted(deleted) ? await bringBack(target, operation, { deleted, values }) : deleted;
    const restored = { ...target, recordId: String(record.id ?? recordId) };
    keep(restored, record);
    return { target: restored, record };
  });
}

async function bringBack(
  target: Target,
  operation: Operation,
  { deleted, values }: { deleted: ApiRecord; values: Values },
): Promise<ApiRecord> {
  const { account, definition, hub, recordId } = target;
  try {
    return await account.client.perform(operation, parametersFor(operation, hub, recordId, deleted));
  } catch (error) {
    // Inferred: the subscriber is deleted with its last subscription, and the path of the restore may go with it.
    if (isNotFound(error)) {
      return postOnce({ ...target, body: createBodies(definition, values).post.body, isInState: () => false });
    }
    if (!isRefused(error)) throw error;
    const [twin] = await findLiveTwins(target, deleted);
    if (twin === undefined) throw error;
    if (!haveSameParents(operation, twin, deleted)) throw adoptionAdvice(target.definition, twin, error);
    // Restored already, under another id: by hand, or by an attempt whose answer was lost.
    return twin;
  }
}

async function findLiveTwins({ account, definition, hub }: Target, deleted: ApiRecord): Promise<ApiRecord[]> {
  const properties = identityOf(definition);
  if (properties.length === 0) return [];
  const records = (await account.records.list(collectionOf(definition, hub))).filter((record) => !isDeleted(record));
  return findEqual({ account, definition, hub, body: deleted, records }, properties);
}

/** Documented: what identifies a record is unique, so a live one with the same parents is the very record. */
const haveSameParents = ({ path }: Operation, one: ApiRecord, other: ApiRecord) =>
  [...path.matchAll(/\{(\w+)\}/g)].every(([, name = ""]) => one[name] === other[name]);
