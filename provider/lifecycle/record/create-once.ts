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
 * finds none:
 *
 *     the POST ended with       may equal others      unique
 *     no response, or a 5xx     outcome unknown       posted again, because the API rejects a second one; in the end unknown
 *     a 2xx without a record    outcome unknown       outcome unknown: it was created, so a second POST could only be rejected
 *     a rejection               rejected              rejected, whatever became of the POSTs before
 */

/** Creates a record that may equal others. It is never posted again. */
export async function createUnlike(scope: Scope, post: Post): Promise<Live> {
  // Records in this list aren't ours, however equal.
  await listBefore(scope, Number.POSITIVE_INFINITY);
  const { live, error } = await tryToPost(scope, post, "may equal others");
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
export async function createUnique(scope: Scope, post: Post, identity: Criteria): Promise<Live> {
  // The last failure of a POST that may have made the record.
  let lost: StatusHubError | undefined;
  for (let attempt = 0; ; attempt += 1) {
    const { live, error } = await tryToPost(scope, post, "unique");
    if (live !== undefined) return live;
    if (isResponseShape(error)) return findCreated(scope, post, identity, error);
    if (isAmbiguous(error)) lost = error;
    // Nothing that was sent can have taken effect.
    if (lost === undefined) throw error;
    const found = await findMade(scope, { post, failure: lost }, pausesAfter(error, attempt));
    if (found !== undefined) return found;
    const mayPostAgain = isAmbiguous(error) && attempt < retries;
    if (!mayPostAgain) throw failureAfterSearch(error, lost);
  }
}

/** A rejection says why there is no record. Any other error leaves the outcome of an earlier POST unknown. */
const failureAfterSearch = (error: unknown, lost: StatusHubError): unknown =>
  isRejected(error) ? error : outcomeUnknown(lost);

/** Finds a record that a 2xx without a record has created. Its unique values tell which one it is, even if the service masks others. */
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
  likeness: "unique" | "may equal others",
): Promise<Attempt> {
  const { definition, collection, owners } = scope;
  try {
    const claim = ({ id }: Live) => owners.add(definition, [String(id)], owner);
    return { live: await collection.post(body, { isUnique: likeness === "unique", claim }) };
  } catch (error) {
    return { error };
  }
}

/*
 * The pauses before further searches. Each is given by the number of searches before it, which says how long it takes: see `backoff`.
 */

/** As long as the record may still appear. */
const allPauses: readonly number[] = Array.from({ length: retries }, (_, searchesBefore) => searchesBefore);

/** The pauses after a POST of a unique record. Each POST before it had a search, so `attempt` is the number of those. */
function pausesAfter(error: unknown, attempt: number): readonly number[] {
  const hasMadeNothing = !isAmbiguous(error);
  if (hasMadeNothing) return [];
  // Otherwise, another POST is harmless after one more search.
  return mayStillTakeEffect(error) ? allPauses : [attempt];
}

/** Only a POST may have created the record: an error of an earlier request says nothing about that. */
function outcomeUnknown(error: StatusHubError): StatusHubError {
  const message = isServerError(error)
    ? unknownOutcome.serverError({ status: error.status, serverMessage: JSON.stringify(error.serverMessage) })
    : unknownOutcome.noResponse({ reason: withoutCode(error.message) });
  return new StatusHubError(message, { cause: error });
}
