import { isDeepStrictEqual } from "node:util";
import type { Declared, Live } from "../../../model/api/form.ts";
import { isDeleted, isLeft } from "../../../model/api/live.ts";
import { textOf } from "../../../model/api/object.ts";
import { pathParameters } from "../../../model/api/operation.ts";
import { type ApiError, isNotFound, isRejected, StatusHubError } from "../../client/errors.ts";
import { rejected } from "../../errors/requests.ts";
import { deletedDuplicate } from "../../errors/up.ts";
import { declaredIn, type Known, type State } from "../forms/state.ts";
import { stateAfterRead } from "../forms/stored.ts";
import { wireOfPost } from "../forms/wire.ts";
import { createUnique, createUnlike } from "./create-once.ts";
import { conflict, findReason, responseIn } from "./explain.ts";
import { findByIdentity, type Identified, ifListed, listBefore, readMatches } from "./find.ts";
import { type Criteria, fixedIn, identityIn, likenessOf } from "./match.ts";
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
  const reason = duplicate === undefined ? rejection : conflictOf(scope, duplicate, rejection);
  // A similar record is the likely reason only if no deleted record has an equal identity.
  if (duplicate?.isEqual || definition.operations.restore === undefined) throw reason;
  // With another value of what can't be updated, restoring would bring back a different record.
  const criteria = { declared, names: [...identity.names, ...fixedIn(definition, declared)] };
  const latest = await findLatestDeleted(scope, criteria);
  if (latest === undefined) throw reason;
  const id = String(latest.id);
  // Another resource of the stack, or the one that is being replaced, would delete the restored record again.
  if (owners.has(definition, id)) throw conflict(definition, { live: latest, isEqual: true }, rejection, "inStack");
  // Inferred (conflict-status): only a 409 is about another record. Any other rejection may be about any part of the request.
  if (rejection.status === 409) return latest;
  const record = `${definition.kind} ${id}`;
  const properties = identity.names.join(" and ");
  throw new StatusHubError(deletedDuplicate({ ...responseIn(rejection), record, properties, id }), {
    cause: rejection,
  });
}

/** Returns the error for a live record that has the identity, and keeps it from being deleted in this run. */
function conflictOf({ definition, owners }: Scope, found: Identified, rejection: ApiError): StatusHubError {
  const id = String(found.live.id);
  const isInStack = owners.has(definition, id);
  // After a rename without an alias, --continue-on-error would delete the record that this one was to take.
  owners.mark(definition, [id], "adopts");
  return conflict(definition, found, rejection, isInStack ? "inStack" : "unmanaged");
}

/** Returns the deleted record with exactly these values; if there are several, the one that was created last. */
async function findLatestDeleted(scope: Scope, criteria: Criteria): Promise<Live | undefined> {
  const { definition, collection } = scope;
  const listed = (await ifListed(() => collection.deleted())) ?? [];
  const matches = await readMatches(scope, listed, criteria);
  const deleted = matches.filter((live) => isDeleted(live) && likenessOf(definition, live, criteria) === "equal");
  const [latest] = deleted.toSorted((one, other) => Number(other.id) - Number(one.id));
  return latest;
}

/**
 * Restores a deleted record as it was before the deletion; if that can't be, creates it again.
 *
 * Documented: it may come back with another ID, which the record has from then on.
 *
 * @param before what the state holds of it, at least its owner
 */
export function restore(deleted: Target, declared: Declared, before: State): Promise<Known> {
  const { definition, marked, collection, owners, id: recordId } = deleted;
  const { connection, trouble } = collection;
  // A message masks what the state holds, too.
  const stored = before.values;
  const what = { connection, trouble, definition, marked, verb: "restore", declared, stored, recordId } as const;
  return explaining(what, async () => {
    const { live, isMade } = await bringBack(deleted, declared, before);
    const id = String(live.id);
    owners.add(definition, [id], before.owner);
    const wasTaken = before.taken !== undefined;
    const state = stateAfterRead(deleted, live, isMade && wasTaken ? { ...before, taken: false } : before);
    return { id, state, live };
  });
}

interface BroughtBack {
  readonly live: Live;
  /** Whether it is another record, with the same identity. */
  readonly isMade: boolean;
}

async function bringBack(deleted: Target, declared: Declared, before: State): Promise<BroughtBack> {
  const { definition, collection } = deleted;
  const found = await collection.read(deleted.id);
  if (found === undefined) return createAgain(deleted, declared, before.owner);
  // Somebody has restored it meanwhile.
  if (isLeft(found)) return { live: found, isMade: false };
  // Whoever has deleted a subscription must not get messages again because the program now has another address.
  const previous = declaredIn(definition, before);
  const isOther = (name: string) => previous[name] !== undefined && !isDeepStrictEqual(previous[name], declared[name]);
  const meansAnother = definition.identity?.some(isOther) === true;
  if (meansAnother) return createAgain(deleted, declared, before.owner);
  return restoreOrCreate(deleted, found, declared, before.owner);
}

async function createAgain(scope: Scope, declared: Declared, owner: string): Promise<BroughtBack> {
  const { definition } = scope;
  const identity = identityIn(definition, declared);
  const post = { declared, owner, ...wireOfPost(definition, declared) };
  const live = await (identity === undefined ? createUnlike(scope, post) : createUnique(scope, post, identity));
  return { live, isMade: true };
}

/** Restores a deleted record that was found. If the API can't, creates it again. */
async function restoreOrCreate(deleted: Target, found: Live, declared: Declared, owner: string): Promise<BroughtBack> {
  const idsBefore = new Set((await listBefore(deleted)).map(({ id }) => String(id)));
  const { restored, rejection } = await tryToRestore(deleted, found);
  if (restored !== undefined) return { live: restored, isMade: false };
  // The response may not say under which ID. Or an earlier attempt whose response was lost has restored it under another ID.
  const search = () => findRestored(deleted, found, idsBefore);
  const match = await (rejection === undefined ? search() : findReason(rejection, search));
  if (match?.isRestored) return { live: match.live, isMade: false };
  if (match !== undefined && isRejected(rejection)) throw conflict(deleted.definition, match, rejection, "onRestore");
  // An address is unique, so if the record isn't found, a POST is harmless. Inferred (last-subscription): a subscriber is deleted
  // with its last subscription, and then the path for restoring it may not exist. A rejection may be about what the old record
  // names, such as a service that is deleted, too.
  try {
    return await createAgain(deleted, declared, owner);
  } catch (error) {
    if (rejection === undefined || !isRejected(error)) throw error;
    throw bothRejected(rejection, error);
  }
}

interface Attempt {
  /** Undefined if it was rejected, or if the response doesn't say which record it is. */
  readonly restored?: Live | undefined;
  readonly rejection?: ApiError;
}

async function tryToRestore({ collection }: Target, found: Live): Promise<Attempt> {
  try {
    return { restored: await collection.restore(found) };
  } catch (error) {
    if (isNotFound(error) || isRejected(error)) return { rejection: error };
    throw error;
  }
}

/** The first rejection may be the reason of the second one. */
function bothRejected(restore: ApiError, create: ApiError): StatusHubError {
  const first = responseIn(restore);
  const second = responseIn(create);
  const message = rejected.restoring({
    status: first.status,
    serverMessage: first.serverMessage,
    createStatus: second.status,
    createMessage: second.serverMessage,
  });
  return new StatusHubError(message, { cause: restore });
}

/** Finds the live record that has the identity of a deleted one, and says whether the restore has made it. */
async function findRestored(
  deleted: Target,
  found: Live,
  idsBefore: ReadonlySet<string>,
): Promise<(Identified & { readonly isRestored: boolean }) | undefined> {
  const { definition, collection, owners } = deleted;
  const { restore: operation } = definition.operations;
  const match = await findByIdentity(deleted, identityOf(deleted, found), collection.listNow);
  if (match === undefined) return undefined;
  const { live } = match;
  const id = String(live.id);
  const isNew = match.isEqual && !idsBefore.has(id) && !owners.has(definition, id);
  // Documented: an identity is unique, so a live record with the same identity and the same parents is the same record.
  const parents = operation === undefined ? [] : pathParameters(operation);
  const haveSameParents = parents.every((name) => textOf(live[name]) === textOf(found[name]));
  return { ...match, isRestored: operation !== undefined && isNew && haveSameParents };
}

/** Returns the identity of a record, as a program would declare it. */
function identityOf({ definition: { identity = [], properties } }: Target, live: Live): Declared {
  const unique = Object.entries(properties).filter(([name]) => identity.includes(name));
  return Object.fromEntries(unique.map(([name, { type, key }]) => [name, type.fromWire(live[key], undefined)]));
}
