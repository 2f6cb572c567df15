import type { Declared, Live } from "../../../model/api/form.ts";
import { type ApiError, isRejected, StatusHubError } from "../../client/errors.ts";
import { pastAnnounced } from "../../errors/up.ts";
import { compare } from "../forms/compare.ts";
import { endIn } from "../forms/end.ts";
import { type Known, newOwner, stateWith } from "../forms/state.ts";
import { fitsInPost, type Post, wireOfPost } from "../forms/wire.ts";
import { changesAfterPost } from "./after-post.ts";
import { createWithIdentity, createWithoutIdentity } from "./create-once.ts";
import { findReason } from "./explain.ts";
import { findRecordToRestore } from "./find-restorable.ts";
import { requireNoEqual } from "./leftover.ts";
import { type Criteria, identityIn } from "./match.ts";
import { restore } from "./restore.ts";
import type { Scope } from "./scope.ts";
import { requireSeenOnce } from "./seen-twice.ts";
import { resultOf, write } from "./write.ts";

/** Makes a new record: one POST, and one PUT of what a POST doesn't take. */
export async function makeRecord(scope: Scope, declared: Declared): Promise<Known> {
  const { definition } = scope;
  const identity = identityIn(definition, declared);
  const mayDouble = declared.adopt !== false;
  if (definition.period !== undefined) requireNotOver(scope, declared);
  if (mayDouble && identity === undefined) await requireNoEqual(scope, declared);
  if (mayDouble && definition.isSeen !== undefined) await requireSeenOnce(scope, declared);
  const post = { declared, owner: newOwner(), ...wireOfPost(definition, declared) };
  if (identity !== undefined) return makeUnique(scope, post, identity);
  return complete(scope, post, await createWithoutIdentity(scope, post));
}

/** A deleted record may still have the unique values of this one. Documented: then only restoring it helps. */
async function makeUnique(scope: Scope, post: Post, identity: Criteria): Promise<Known> {
  let live: Live;
  try {
    live = await createWithIdentity(scope, post, identity);
  } catch (error) {
    if (!isRejected(error)) throw error;
    return restoreFor(scope, post, error);
  }
  return complete(scope, post, live);
}

async function restoreFor(scope: Scope, { declared, owner }: Post, rejection: ApiError): Promise<Known> {
  const deleted = await findReason(rejection, () => findRecordToRestore(scope, declared, rejection));
  const known = await restore({ ...scope, id: String(deleted.id) }, declared, stateWith({}, owner));
  // It comes back with what it had before the deletion, so the defaults are sent, too: as for properties that the program has just stopped
  // declaring.
  const allDeclared = { ...known.state, declared: Object.keys(scope.definition.properties) };
  const changes = compare(scope.definition, allDeclared, declared);
  return write({ ...scope, id: known.id }, known, { declared, changes }, "made");
}

/** Sends what the POST doesn't take. */
async function complete(scope: Scope, { declared, owner, sent }: Post, live: Live): Promise<Known> {
  const known = { id: String(live.id), state: stateWith({}, owner), live, sent };
  if (fitsInPost(scope.definition, declared)) return resultOf(scope, known, declared);
  const changes = changesAfterPost(scope, known, declared);
  return write({ ...scope, id: known.id }, known, { declared, changes }, "made");
}

/** @throws if a new record would announce what is over */
export function requireNotOver({ definition, collection }: Scope, declared: Declared): void {
  const isAnnounced = definition.period?.announces(declared) === true;
  const isOver = endIn(definition, declared, collection.serverTime()) === "over";
  if (isAnnounced && isOver) throw new StatusHubError(pastAnnounced());
}
