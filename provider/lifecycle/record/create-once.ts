import type { Declared, Live } from "../../../model/api/form.ts";
import { withoutCode } from "../../../model/problem.ts";
import {
  isApiError,
  isListMissing,
  isRejected,
  isResponseShape,
  isServerError,
  isStatusHubError,
  StatusHubError,
} from "../../client/errors.ts";
import { retries } from "../../client/limits.ts";
import { isAmbiguous, mayStillTakeEffect } from "../../client/outcomes.ts";
import { severalCreated, unknownOutcome } from "../../errors/up.ts";
import type { Request } from "../forms/wire.ts";
import { findFree, listBefore } from "./find.ts";
import { areSimilar, type Criteria, likenessOf } from "./match.ts";
import type { Scope } from "./scope.ts";

/*
 * Creates one record. If the outcome of a POST is unknown, searches for what it has made: the one new record that equals what
 * was sent and has nothing else set. A record that existed before the POST, or belongs to another resource, never counts as
 * created.
 */

/** The values in a POST, and the name of the resource that gets the record. */
export interface Post extends Request {
  readonly declared: Declared;
  readonly owner: string;
}

/** Creates a record that may equal others. It is never posted again. */
export async function createUnlike(scope: Scope, post: Post): Promise<Live> {
  // Records in this list aren't ours, however equal.
  await listBefore(scope, Number.POSITIVE_INFINITY);
  try {
    return await send(scope, post, false);
  } catch (error) {
    if (!isAmbiguous(error)) throw error;
    const found = await lookFor(
      scope,
      { post, names: [...post.sent.keys()], isCertain: false, lost: error },
      allPauses,
    );
    if (found !== undefined) return found;
    throw outcomeUnknown(error);
  }
}

/**
 * Creates a record with an identity, which is posted again if it isn't found, because the API rejects a second one. For the same reason,
 * nothing is listed before its first POST: a hub may have 20,000 subscriptions of visitors.
 */
export async function createUnique(scope: Scope, post: Post, identity: Criteria): Promise<Live> {
  let lost: StatusHubError | undefined;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await send(scope, post, true);
    } catch (error) {
      if (isAmbiguous(error)) lost = error;
      // Nothing that was sent can have taken effect.
      if (lost === undefined) throw error;
      const found = await findAfter(scope, post, { identity, attempt, error, lost });
      if (found !== undefined) return found;
    }
  }
}

/** A POST that failed, or one before it. */
interface FailedPost {
  readonly identity: Criteria;
  /** How many POSTs were sent before. */
  readonly attempt: number;
  readonly error: unknown;
  /** The last failure that left the outcome unknown. */
  readonly lost: StatusHubError;
}

/**
 * Searches for the record of a POST that failed.
 *
 * @returns undefined if another POST is harmless
 * @throws if it isn't
 */
async function findAfter(
  scope: Scope,
  post: Post,
  { identity, attempt, error, lost }: FailedPost,
): Promise<Live | undefined> {
  const isLost = isAmbiguous(error);
  const pauses = isLost ? pausesAfter(error, attempt) : [];
  const found = await findUnique(scope, post, { identity, lost, pauses });
  if (found !== undefined) return found;
  if (isRejected(error)) throw error;
  const mayPostAgain = isLost && attempt < retries;
  if (!mayPostAgain) throw outcomeUnknown(lost);
  return undefined;
}

async function send({ definition, collection, owners }: Scope, { body, owner }: Post, isUnique: boolean) {
  const live = await collection.post(body, isUnique);
  owners.add(definition, [String(live.id)], owner);
  return live;
}

async function findUnique(
  scope: Scope,
  post: Post,
  { identity, lost, pauses }: Pick<FailedPost, "identity" | "lost"> & { readonly pauses: readonly number[] },
): Promise<Live | undefined> {
  // A 2xx says that the record was created, so its unique values tell which one it is, even if the service masks others.
  const isCertain = isResponseShape(lost);
  const names = isCertain ? identity.names : [...post.sent.keys()];
  const found = await lookFor(scope, { post, names, isCertain, lost }, pauses);
  if (found === undefined || !isCertain) return found;
  // A list may show less of it.
  return (await scope.collection.get(String(found.id))) ?? found;
}

/** Within 8 to 16 seconds, while the record may still appear. */
const allPauses: readonly number[] = Array.from({ length: retries }, (_, pause) => pause);

/** Fewer if another POST is harmless. */
const pausesAfter = (lost: unknown, attempt: number): readonly number[] =>
  mayStillTakeEffect(lost) ? allPauses : [attempt];

/** A POST whose outcome is unknown. */
interface Lost {
  readonly post: Post;
  /** The properties by which its record is found. */
  readonly names: readonly string[];
  /** Whether the compared values are enough, whatever else the record has. */
  readonly isCertain: boolean;
  /** The failure that left the outcome unknown. */
  readonly lost: StatusHubError;
}

/** Searches immediately, and again after each pause, until a record is surely ours. */
async function lookFor(scope: Scope, search: Lost, pauses: readonly number[]): Promise<Live | undefined> {
  const { definition, collection, owners } = scope;
  const { post, lost } = search;
  const isOurs = (live: Live | undefined) => live !== undefined && collection.creationOf(live) === "after";
  let found = await findCreated(scope, search);
  for (const pause of pauses) {
    if (isOurs(found)) break;
    await collection.pause(pause).catch((error: unknown) => {
      throw cannotLook(error, lost);
    });
    found = await findCreated(scope, search);
  }
  if (found === undefined) return undefined;
  if (!isOurs(found)) throw unclear(scope, found, lost);
  owners.add(definition, [String(found.id)], post.owner);
  return found;
}

/** Returns the record that a POST without a usable response has created, or may have created. */
async function findCreated(scope: Scope, { post, names, isCertain, lost }: Lost): Promise<Live | undefined> {
  const { definition, collection } = scope;
  const criteria = { declared: post.declared, names };
  const search = async () => {
    const listed = await collection.listNow();
    const isNew = (live: Live) => collection.creationOf(live) !== "before";
    const all = isCertain ? Object.keys(definition.properties) : names;
    const found = await findFree(scope, listed.filter(isNew), criteria, all);
    // Then it may be what another create of this run has made, whose response is lost, too.
    const hasSimilar = collection.posts.some((other) => areSimilar(definition, other, post.body));
    const isEqual = (live: Live) => likenessOf(definition, live, criteria) === "equal";
    const created = found.filter(isNew);
    const equal = created.filter(isEqual);
    // Beside one that is equal, another is rather what somebody else has made.
    return hasSimilar || equal.length > 0 ? equal : created;
  };
  const [found, ...others] = await search().catch((error: unknown) => {
    throw cannotLook(error, lost);
  });
  if (others.length === 0) return found;
  const ids = [found, ...others].map((live) => live?.id).join(", ");
  throw new StatusHubError(severalCreated({ count: others.length + 1, ids }), { cause: lost });
}

/** Only a POST may have created the record: an error of an earlier request says nothing about that. */
function outcomeUnknown(error: StatusHubError): StatusHubError {
  const message = isServerError(error)
    ? unknownOutcome.serverError({ status: error.status, serverMessage: JSON.stringify(error.serverMessage) })
    : unknownOutcome.noResponse({ reason: withoutCode(error.message) });
  return new StatusHubError(message, { cause: error });
}

/** The record may be ours, but somebody else may have created it just before. */
function unclear({ definition }: Scope, { id, created_at }: Live, cause: StatusHubError): StatusHubError {
  const record = `${definition.kind} ${id}`;
  const time = String(created_at ?? "at an unknown time");
  const reason = withoutCode(cause.message);
  return new StatusHubError(unknownOutcome.unclear({ reason, record, time, id: String(id) }), { cause });
}

function cannotLook(error: unknown, lost: unknown): unknown {
  if (!isStatusHubError(error)) return error;
  // Inferred (service-list): the list exists. Without it we can't search.
  const response = isResponseShape(lost) ? "the response holds no record" : "the response is lost";
  const message =
    isListMissing(error) && isApiError(error)
      ? unknownOutcome.noList({ response, status: error.status })
      : unknownOutcome.listFailed({ response, reason: withoutCode(error.message) });
  return new StatusHubError(message, { cause: lost });
}
