import type { Live } from "../../../model/api/form.ts";
import { withoutCode } from "../../../model/problem.ts";
import { isRejected, isResponseShape, isServerError, StatusHubError } from "../../client/errors.ts";
import { retries } from "../../client/limits.ts";
import { isAmbiguous, mayStillTakeEffect } from "../../client/outcomes.ts";
import { unknownOutcome } from "../../errors/up.ts";
import type { Post } from "../forms/wire.ts";
import { listBefore } from "./find.ts";
import { findMade } from "./lost-post.ts";
import type { Criteria } from "./match.ts";
import type { Scope } from "./scope.ts";

/*
 * Creates one record, also if a POST ends without it. Then the record may exist, and `lost-post.ts` searches for it. What follows if that
 * finds none depends on whether the record has an identity: unique values, with which the API rejects a second record.
 *
 *     the POST ended with       no identity        identity
 *     no response, or a 5xx     outcome unknown    posted again, because a second record is rejected; in the end outcome unknown
 *     a 2xx without a record    outcome unknown    outcome unknown: it was created, so a second POST could only be rejected
 *     a rejection               rejected           rejected, whatever became of the POSTs before
 */

/** Creates a record that may equal others. It is never posted again. */
export async function createWithoutIdentity(scope: Scope, post: Post): Promise<Live> {
  // However old this list is, its records were there before the POST. So none of them is ours, however equal.
  await listBefore(scope, Number.POSITIVE_INFINITY);
  const { live, error } = await tryToPost(scope, post, { isUnique: false });
  if (live !== undefined) return live;
  if (!isAmbiguous(error)) throw error;
  const found = await findMade(scope, { post, failure: error }, allPauses);
  if (found === undefined) throw outcomeUnknown(error);
  return found;
}

/**
 * Creates a record with an identity. Nothing is listed before its first POST, because the API rejects a second record: a hub may have
 * 20,000 subscriptions of visitors.
 */
export async function createWithIdentity(scope: Scope, post: Post, identity: Criteria): Promise<Live> {
  // The last failure of a POST that may have made the record.
  let lost: StatusHubError | undefined;
  for (let postsBefore = 0; ; postsBefore += 1) {
    const { live, error } = await tryToPost(scope, post, { isUnique: true });
    if (live !== undefined) return live;
    const isCreated = isResponseShape(error);
    if (isCreated) return findCreated(scope, post, identity, error);
    if (isAmbiguous(error)) lost = error;
    // Neither this POST nor one before it has made anything.
    if (lost === undefined) throw error;
    // All values are compared: a record that only has the same identity may be somebody else's.
    const found = await findMade(scope, { post, failure: lost }, pausesAfter(error, postsBefore));
    if (found !== undefined) return found;
    const mayPostAgain = isAmbiguous(error) && postsBefore < retries;
    if (!mayPostAgain) throw failureAfterSearch(error, lost);
  }
}

/** A rejection says why there is no record. Any other error leaves the outcome of an earlier POST unknown. */
const failureAfterSearch = (error: unknown, lost: StatusHubError): unknown =>
  isRejected(error) ? error : outcomeUnknown(lost);

/** Finds a record that was certainly created. So its identity tells which one it is, even if the service masks other values. */
async function findCreated(scope: Scope, post: Post, identity: Criteria, failure: StatusHubError): Promise<Live> {
  const found = await findMade(scope, { post, failure, identity }, allPauses);
  if (found === undefined) throw outcomeUnknown(failure);
  // A list may show less of it.
  return (await scope.collection.get(String(found.id))) ?? found;
}

/** Either the record, or the reason why there is no response with it. */
interface Attempt {
  readonly live?: Live;
  readonly error?: unknown;
}

async function tryToPost(
  scope: Scope,
  { body, owner }: Post,
  { isUnique }: { readonly isUnique: boolean },
): Promise<Attempt> {
  const { definition, collection, owners } = scope;
  try {
    const claim = ({ id }: Live) => owners.add(definition, [String(id)], owner);
    return { live: await collection.post(body, { isUnique, claim }) };
  } catch (error) {
    return { error };
  }
}

/*
 * The pauses of a search that finds nothing. After each, it searches again. `backoff` says how long a pause is, by the number of searches
 * before it.
 */

/** The pauses 0, 1, 2 and so on: as long as the record may still appear. */
const allPauses: readonly number[] = Array.from({ length: retries }, (_, searchesBefore) => searchesBefore);

/** Returns the pauses after a POST of a record with an identity. */
function pausesAfter(error: unknown, postsBefore: number): readonly number[] {
  // This POST has made nothing, and those before it have been searched for: one more look is enough.
  if (!isAmbiguous(error)) return [];
  if (mayStillTakeEffect(error)) return allPauses;
  // It has ended, so one pause is enough: after that, another POST is harmless. Each POST before had a search, so there were as many.
  return [postsBefore];
}

/** Only a POST may have created the record: an error of an earlier request says nothing about that. */
function outcomeUnknown(error: StatusHubError): StatusHubError {
  const message = isServerError(error)
    ? unknownOutcome.serverError({ status: error.status, serverMessage: JSON.stringify(error.serverMessage) })
    : unknownOutcome.noResponse({ reason: withoutCode(error.message) });
  return new StatusHubError(message, { cause: error });
}
