import type { Live } from "../../../model/api/form.ts";
import { withoutCode } from "../../../model/problem.ts";
import { isApiError, isListMissing, isResponseShape, isStatusHubError, StatusHubError } from "../../client/errors.ts";
import { severalCreated, unknownOutcome } from "../../errors/up.ts";
import type { Post } from "../forms/wire.ts";
import { findFree } from "./find.ts";
import { areSimilar, type Criteria, likenessOf } from "./match.ts";
import type { Scope } from "./scope.ts";

/*
 * Finds what a POST with an unknown outcome has made: the one new record that equals what was sent and has nothing else set. A record
 * that existed before the POST, or belongs to another resource, never counts as created.
 *
 *     sent       POST { name: "API" }, and no response. List: 3
 *     records    3: "API", created after the POST: it is ours
 *                3: "API", created just before or after, or at an unknown time: refused, because only a person knows
 *                3 and 4: "API", both created after: refused
 *                3: "API", created before, or of another resource: none
 */

export interface LostPost {
  readonly post: Post;
  /** The failure that left the outcome unknown. */
  readonly failure: StatusHubError;
  /** The unique values, if they are enough to recognize the record, whatever else it has. @default all that was sent is compared */
  readonly identity?: Criteria;
}

/**
 * Searches immediately, and again after each pause, until a record is surely ours.
 *
 * @param pauses for each, how many searches there were before: that says how long it takes (`backoff`)
 * @returns undefined if the last search has found none
 * @throws if the last one has found a record that may be ours, if there are several, or if a search fails
 */
export async function findMade(scope: Scope, lost: LostPost, pauses: readonly number[]): Promise<Live | undefined> {
  const { definition, collection, owners } = scope;
  const { post, failure } = lost;
  const isOurs = (live: Live | undefined) => live !== undefined && collection.creationOf(live) === "after";
  let found = await findOne(scope, lost);
  for (const searchesBefore of pauses) {
    if (isOurs(found)) break;
    await collection.pause(searchesBefore).catch((error: unknown) => {
      throw failedSearch(error, failure);
    });
    found = await findOne(scope, lost);
  }
  if (found === undefined) return undefined;
  if (!isOurs(found)) throw unclear(scope, found, failure);
  owners.add(definition, [String(found.id)], post.owner);
  return found;
}

/** @throws if there are several */
async function findOne(scope: Scope, lost: LostPost): Promise<Live | undefined> {
  const found = await findPossible(scope, lost).catch((error: unknown) => {
    throw failedSearch(error, lost.failure);
  });
  if (found.length <= 1) return found[0];
  const ids = found.map(({ id }) => id).join(", ");
  throw new StatusHubError(severalCreated({ count: found.length, ids }), { cause: lost.failure });
}

/** Returns the records that the POST has created, or may have created. */
async function findPossible(scope: Scope, { post, identity }: LostPost): Promise<Live[]> {
  const { definition, collection } = scope;
  const sentNames = [...post.sent.keys()];
  const criteria = { declared: post.declared, names: identity?.names ?? sentNames };
  const mayBeSet = identity === undefined ? sentNames : Object.keys(definition.properties);
  const mayBeNew = (live: Live) => collection.creationOf(live) !== "before";
  const listed = (await collection.listNow()).filter(mayBeNew);
  // Asked again, because a list may not say when a record was created.
  const found = (await findFree(scope, listed, criteria, mayBeSet)).filter(mayBeNew);
  // The others have the values in the server's form.
  const equal = found.filter((live) => likenessOf(definition, live, criteria) === "equal");
  // Those are rather somebody else's if one is equal. They may also be what another create of this run has made, whose response is lost, too.
  const hasSimilarPost = collection.posts.some((other) => areSimilar(definition, other, post.body));
  const onlyEqualCount = equal.length > 0 || hasSimilarPost;
  return onlyEqualCount ? equal : found;
}

/** The record may be ours, but somebody else may have created it just before. */
function unclear({ definition }: Scope, { id, created_at }: Live, cause: StatusHubError): StatusHubError {
  const record = `${definition.kind} ${id}`;
  const time = String(created_at ?? "at an unknown time");
  const reason = withoutCode(cause.message);
  return new StatusHubError(unknownOutcome.unclear({ reason, record, time, id: String(id) }), { cause });
}

/** Says what it means that a search fails itself. */
function failedSearch(error: unknown, failure: StatusHubError): unknown {
  if (!isStatusHubError(error)) return error;
  const response = isResponseShape(failure) ? "the response holds no record" : "the response is lost";
  // Inferred (service-list): the list exists. Without it we can't search.
  const message =
    isListMissing(error) && isApiError(error)
      ? unknownOutcome.noList({ response, status: error.status })
      : unknownOutcome.listFailed({ response, reason: withoutCode(error.message) });
  return new StatusHubError(message, { cause: failure });
}
