import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { textOf } from "../../../model/api/object.ts";
import { pathParameters } from "../../../model/api/operation.ts";
import { isDeleted } from "../../client/collection.ts";
import { type ApiError, isNotFound, isRejected, StatusHubError } from "../../client/errors.ts";
import { deletedDuplicate } from "../../errors/up.ts";
import { adoptionKey } from "../forms/state.ts";
import { type Known, storedAfterRead, unsent } from "../forms/stored.ts";
import { wireOfPost } from "../forms/wire.ts";
import { createOnce } from "./create-once.ts";
import { conflict, findReason, responseIn } from "./explain.ts";
import { findByIdentity, findMatches, ifListed, listOrNone, type Match } from "./find.ts";
import { fixedIn, identityIn, matches } from "./match.ts";
import { explaining } from "./operation-error.ts";
import type { Scope, Target } from "./scope.ts";

/**
 * Finds the deleted record that blocks a rejected create and can be restored. A live record with the same or a similar
 * identity is the likelier reason.
 *
 * @throws the rejection, with its likely reason
 */
export async function findRecordToRestore(scope: Scope, declared: Declared, rejection: ApiError): Promise<Live> {
  const { definition, collection, owners } = scope;
  const identity = identityIn(definition, declared);
  if (identity === undefined) throw rejection;
  const duplicate = await ifListed(() => findByIdentity(scope, declared, collection.listNow));
  // If Pulumi replaces a resource without a diff, we only know what the resource declared before.
  const isReplaced = () => owners.declarations.isDeployed(definition, declared, identity.names);
  const conflictWith = (found: Match) =>
    conflict(definition, found, rejection, found.isOwned || isReplaced() ? "inStack" : "unmanaged");
  if (duplicate?.likeness === "equal") throw conflictWith(duplicate);
  // A similar record is the likely reason only if no deleted record has an equal identity.
  const unexplained = duplicate === undefined ? rejection : conflictWith(duplicate);
  if (definition.operations.restore === undefined) throw unexplained;

  // Otherwise restoring would bring back a different record.
  const names = [...identity.names, ...fixedIn(definition, declared)];
  const records = (await ifListed(() => collection.deleted())) ?? [];
  const deleted = await findMatches(scope, { purpose: "restore", declared, names, records });
  const [blocking] = deleted.toSorted((one, other) => Number(other.live.id) - Number(one.live.id));
  if (blocking === undefined) throw unexplained;
  const latest = blocking.live;
  // Another resource of the stack, or the one that is being replaced, would delete the restored record again.
  if (owners.isDeclared(definition, [String(latest.id)]) || isReplaced())
    throw conflict(definition, blocking, rejection, "inStack");
  // Inferred (conflict-status): only a 409 is about another record. Any other rejection may be about any part of the request.
  if (rejection.status === 409) return latest;
  const record = `${definition.kind} ${latest.id}`;
  const properties = identity.names.join(" and ");
  throw new StatusHubError(deletedDuplicate({ ...responseIn(rejection), record, properties, id: String(latest.id) }), {
    cause: rejection,
  });
}

/**
 * Restores a deleted record as it was before the deletion.
 *
 * Documented: it may come back with another ID, which the record has from then on.
 *
 * @param declared what is known of the record, for error messages and to create it again if it can't be restored
 * @param before what the state holds of it; if it is in no state, the name of its adoption
 */
export function restore(deleted: Target, declared: Declared, before: Stored): Promise<Known> {
  const { definition, collection, owners, id: recordId } = deleted;
  const { connection } = collection;
  return explaining({ connection, definition, verb: "restore", declared, recordId }, async () => {
    const live = await bringBack(deleted, declared);
    const id = String(live.id);
    owners.noteDeclared(definition, [id], before[adoptionKey]);
    return { id, stored: storedAfterRead({ ...deleted, live }, before), live, sent: unsent };
  });
}

async function bringBack(deleted: Target, declared: Declared): Promise<Live> {
  const { collection } = deleted;
  const found = await collection.read(deleted.id);
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
    throw conflict(deleted.definition, duplicate, error, "onRestore");
  }
}

/**
 * Finds the live record that has the identity of a deleted one.
 *
 * @param before IDs of the records that were live before the restore
 * @returns the match; `own` is its record if the restore has made it
 */
async function findRestored(
  deleted: Target,
  found: Live,
  before: ReadonlySet<string>,
): Promise<(Match & { readonly own?: Live }) | undefined> {
  const { definition, collection, owners } = deleted;
  const { restore: operation } = definition.operations;
  const match = await findByIdentity(deleted, identityOf(deleted, found), collection.listNow);
  if (match === undefined || operation === undefined) return match;
  const { live } = match;
  const isNew = matches("recognize", { ...match, isOlder: before.has(String(live.id)) });
  // Documented: an identity is unique, so a live record with the same identity and the same parents is the same record.
  const haveSameParents = pathParameters(operation).every((name) => textOf(live[name]) === textOf(found[name]));
  if (!isNew || !haveSameParents) return match;
  owners.noteDeclared(definition, [String(live.id)]);
  return { ...match, own: live };
}

const createAgain = (deleted: Target, declared: Declared): Promise<Live> =>
  createOnce(deleted, declared, wireOfPost(deleted.definition, declared));

/** Returns the identity of a record, as a program would declare it. */
function identityOf({ definition: { identity = [], properties } }: Target, live: Live): Declared {
  const unique = Object.entries(properties).filter(([name]) => identity.includes(name));
  return Object.fromEntries(unique.map(([name, { type, wire }]) => [name, type.fromWire(live[wire], undefined)]));
}
