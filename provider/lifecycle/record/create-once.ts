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
 * Creates one record, also if the response to a POST is lost. Then `lost-post.ts` searches for the record.
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
 * Creates a record with an identity. It is posted again if it isn't found, because the API rejects a second one. For the same reason,
 * nothing is listed before its first POST: a hub may have 20,000 subscriptions of visitors.
 */
export async function createUnique(scope: Scope, post: Post, identity: Criteria): Promise<Live> {
  /** The last failure of any attempt that left an outcome unknown; `error` is the failure of the last attempt. */
  let lost: StatusHubError | undefined;
  for (let attempt = 0; ; attempt += 1) {
    const { live, error } = await tryToPost(scope, post, "unique");
    if (live !== undefined) return live;
    if (isAmbiguous(error)) lost = error;
    // Nothing that was sent can have taken effect.
    if (lost === undefined) throw error;
    const found = await findUnique(scope, post, { identity, failure: lost, pauses: pausesAfter(error, attempt) });
    if (found !== undefined) return found;
    if (isRejected(error)) throw error;
    const mayPostAgain = isAmbiguous(error) && attempt < retries;
    if (!mayPostAgain) throw outcomeUnknown(lost);
  }
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

interface UniqueSearch {
  readonly identity: Criteria;
  readonly failure: StatusHubError;
  readonly pauses: readonly number[];
}

async function findUnique(
  scope: Scope,
  post: Post,
  { identity, failure, pauses }: UniqueSearch,
): Promise<Live | undefined> {
  if (!isResponseShape(failure)) return findMade(scope, { post, failure }, pauses);
  // A 2xx says that the record was created, so its unique values tell which one it is, even if the service masks others.
  const found = await findMade(scope, { post, failure, identity }, pauses);
  // A list may show less of it.
  return found && ((await scope.collection.get(String(found.id))) ?? found);
}

/*
 * The pauses before further searches. Each is given by the number of searches before it, which says how long it takes: see `backoff`.
 */

/** As long as the record may still appear. */
const allPauses: readonly number[] = Array.from({ length: retries }, (_, searchesBefore) => searchesBefore);

/** None if the last POST made nothing, and one if another POST is harmless. Each POST before this one had a search. */
function pausesAfter(error: unknown, attempt: number): readonly number[] {
  if (!isAmbiguous(error)) return [];
  const searchesBefore = attempt;
  return mayStillTakeEffect(error) ? allPauses : [searchesBefore];
}

/** Only a POST may have created the record: an error of an earlier request says nothing about that. */
function outcomeUnknown(error: StatusHubError): StatusHubError {
  const message = isServerError(error)
    ? unknownOutcome.serverError({ status: error.status, serverMessage: JSON.stringify(error.serverMessage) })
    : unknownOutcome.noResponse({ reason: withoutCode(error.message) });
  return new StatusHubError(message, { cause: error });
}
