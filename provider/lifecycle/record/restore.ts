import { isDeepStrictEqual } from "node:util";
import type { Declared, Live } from "../../../model/api/form.ts";
import { isLeft } from "../../../model/api/live.ts";
import { textOf } from "../../../model/api/object.ts";
import { pathParameters } from "../../../model/api/operation.ts";
import { type ApiError, isNotFound, isRejected, StatusHubError } from "../../client/errors.ts";
import { rejected } from "../../errors/requests.ts";
import { declaredIn, type Known, type State } from "../forms/state.ts";
import { stateAfterRead } from "../forms/stored.ts";
import { wireOfPost } from "../forms/wire.ts";
import { createWithIdentity, createWithoutIdentity } from "./create-once.ts";
import { conflict, findReason, responseIn } from "./explain.ts";
import { findByIdentity, type Identified, listBefore } from "./find.ts";
import { identityIn } from "./match.ts";
import { explaining } from "./operation-error.ts";
import type { Scope, Target } from "./scope.ts";

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
    // A record that is made again isn't the one that was taken.
    const isTakenMade = isMade && before.taken !== undefined;
    const state = stateAfterRead(deleted, live, isTakenMade ? { ...before, taken: false } : before);
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
  const live = await (identity === undefined
    ? createWithoutIdentity(scope, post)
    : createWithIdentity(scope, post, identity));
  return { live, isMade: true };
}

/**
 * Restores a deleted record that was found:
 *
 *     the response      a live record with its identity    what happens
 *     the record        isn't searched                     restored
 *     anything else     the same one, with a new ID        restored: the response doesn't say it, or the one of an earlier attempt is lost
 *     a rejection       another one                        a conflict
 *     anything else     another one, or none               created again, which is harmless, because the API rejects a second one
 *
 * Inferred (last-subscription): a subscriber is deleted with its last subscription, and then the path for restoring it may not exist. A
 * rejection may also be about what the old record names, such as a service that is deleted, too.
 */
async function restoreOrCreate(deleted: Target, found: Live, declared: Declared, owner: string): Promise<BroughtBack> {
  const idsBefore = new Set((await listBefore(deleted)).map(({ id }) => String(id)));
  const { restored, rejection } = await tryToRestore(deleted, found);
  if (restored !== undefined) return { live: restored, isMade: false };
  const search = () => findRestored(deleted, found, idsBefore);
  const match = await (rejection === undefined ? search() : findReason(rejection, search));
  if (match?.isRestored) return { live: match.live, isMade: false };
  if (match !== undefined && isRejected(rejection)) throw conflict(deleted.definition, match, rejection, "onRestore");
  try {
    return await createAgain(deleted, declared, owner);
  } catch (error) {
    const areBothRejected = rejection !== undefined && isRejected(error);
    throw areBothRejected ? bothRejected(rejection, error) : error;
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
