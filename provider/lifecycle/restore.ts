import type { Declared, Live } from "../../api/form.ts";
import { type Operation, pathParameters } from "../../api/operation.ts";
import { isDeleted } from "../client/collection.ts";
import { isNotFound, isRejected } from "../client/errors.ts";
import { conflict, findReason } from "./explain.ts";
import { type ExistingRecord, findByIdentity, listOrNone, type Match } from "./find.ts";
import { matches } from "./match.ts";
import { explaining } from "./operation-error.ts";
import { postOnce } from "./post-once.ts";
import { wireOfPost } from "./wire.ts";

interface Restored {
  readonly record: ExistingRecord;
  readonly live: Live;
}

/**
 * Restores a deleted record as it was before the deletion.
 *
 * Documented: it may come back with another ID, which the record has from then on.
 *
 * @param values known values of the record, for error messages and to create it again if it can't be restored
 */
export function restore(deleted: ExistingRecord, declared: Declared): Promise<Restored> {
  const { definition, collection, recordId } = deleted;
  const { connection } = collection;
  return explaining({ connection, definition, verb: "restore", declared, recordId }, async () => {
    const live = await bringBack(deleted, declared);
    return { record: { ...deleted, recordId: String(live.id) }, live };
  });
}

async function bringBack(deleted: ExistingRecord, declared: Declared): Promise<Live> {
  const { definition, collection, recordId } = deleted;
  const found = await collection.read(recordId);
  if (found === undefined) return createAgain(deleted, declared);
  if (!isDeleted(found)) return found;
  const before = new Set((await listOrNone(deleted)).map(({ id }) => String(id)));
  try {
    const restored = await collection.restore(found);
    // The response may not say under which ID. An address is unique, so if the record isn't found, a POST is harmless.
    return restored ?? (await findRestored(deleted, found, before))?.own ?? (await createAgain(deleted, declared));
  } catch (error) {
    // Inferred (last-subscription): a subscriber is deleted with its last subscription, and then the path for restoring
    // it may not exist.
    if (isNotFound(error)) return createAgain(deleted, declared);
    if (!isRejected(error)) throw error;
    const duplicate = await findReason(error, () => findRestored(deleted, found, before));
    if (duplicate === undefined) throw error;
    // An earlier attempt whose response was lost has restored it under another ID.
    if (duplicate.own !== undefined) return duplicate.own;
    throw conflict(definition, { ...duplicate, rejection: error, remedy: "onRestore" });
  }
}

/**
 * Finds the live record that has the identity of a deleted one.
 *
 * @param before IDs of the records that were live before the restore
 * @returns the match; `own` is its record if the restore has made it
 */
async function findRestored(
  deleted: ExistingRecord,
  found: Live,
  before: ReadonlySet<string>,
): Promise<(Match & { readonly own?: Live }) | undefined> {
  const { definition, collection, owners } = deleted;
  const { restore: operation } = definition.operations;
  const match = await findByIdentity(deleted, identityOf(deleted, found), collection.listNow);
  if (match === undefined || operation === undefined) return match;
  const { live } = match;
  const isNew = matches("recognise", { ...match, isOlder: before.has(String(live.id)) });
  if (!isNew || !haveSameParents(operation, live, found)) return match;
  owners.noteWritten(definition, String(live.id));
  return { ...match, own: live };
}

const createAgain = (deleted: ExistingRecord, declared: Declared): Promise<Live> =>
  postOnce(deleted, declared, wireOfPost(deleted.definition, declared));

/** Returns the identity of a record, as a program would declare it. */
function identityOf({ definition: { identity = [], properties } }: ExistingRecord, live: Live): Declared {
  return Object.fromEntries(
    identity.flatMap((name) => {
      const property = properties[name];
      return property === undefined ? [] : [[name, property.type.fromWire(live[property.wire], undefined)]];
    }),
  );
}

/**
 * Documented: an identity is unique, so a live record with the same identity and the same parents is the same record.
 */
const haveSameParents = (operation: Operation, one: Live, other: Live) =>
  pathParameters(operation).every((name) => String(one[name]) === String(other[name]));
