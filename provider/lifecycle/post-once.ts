import { textOf } from "../../errors/problem.ts";
import { severalCreated, unknownOutcome } from "../../errors/up.ts";
import type { Values } from "../../kinds/kind.ts";
import { waitLimits } from "../client/bounds.ts";
import {
  isAmbiguous,
  isMethodNotAllowed,
  isNotFound,
  isRejected,
  isResponseShape,
  isServerError,
  isStatusHubError,
  mayStillTakeEffect,
  StatusHubError,
} from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Body } from "./body.ts";
import { findMatches, liveOrNone, type Scope } from "./find.ts";
import { identityIn } from "./match.ts";

/** How often a POST is retried, and how often we search for the record while the server may still be working. */
const retries = 5;

/**
 * Creates one record, once. If the outcome of a POST is unknown, searches for the record before retrying. A record that
 * existed before the POST, or belongs to another resource, never counts as created.
 */
export async function postOnce(scope: Scope, values: Values, { body, sent }: Body): Promise<ApiRecord> {
  const { definition, collection, owners } = scope;
  const before = new Set((await liveOrNone(scope)).map(({ id }) => String(id)));
  // The API rejects a second record with the same identity, so another POST is harmless.
  const isUnique = identityIn(definition, values) !== undefined;
  for (let attempt = 0; ; attempt++) {
    try {
      const record = await collection.post(body);
      owners.noteWritten(definition, String(record.id));
      return record;
    } catch (error) {
      // If a retried POST is rejected, it probably conflicts with the record that the previous attempt created.
      const isRepeated = attempt > 0 && isRejected(error);
      if (!isAmbiguous(error) && !isRepeated) throw error;
      const created = await lookFor(scope, { values, names: [...sent], before, lost: error, attempt });
      if (created !== undefined) return created;
      if (!isAmbiguous(error)) throw error;
      if (attempt === retries || (mayStillTakeEffect(error) && !isUnique)) throw outcomeUnknown(error);
    }
  }
}

interface Lost {
  readonly values: Values;
  /** Names of the properties that the POST carried. */
  readonly names: readonly string[];
  /** IDs of the records that existed before it. */
  readonly before: ReadonlySet<string>;
  /** The failure that left the outcome unknown. */
  readonly lost: unknown;
  /** Number of earlier attempts. */
  readonly attempt: number;
}

/**
 * Searches immediately and again after a pause; several times within about fifteen seconds while the server may still
 * be working.
 */
async function lookFor(scope: Scope, search: Lost): Promise<ApiRecord | undefined> {
  const { lost, attempt } = search;
  const [first, last] = mayStillTakeEffect(lost) ? [0, retries] : [attempt, attempt + 1];
  const asked = isServerError(lost) ? (lost.retryAfter ?? 0) : 0;
  for (let look = first; ; look++) {
    const created = await findCreated(scope, search);
    if (created !== undefined || look === last || isRejected(lost)) return created;
    await scope.collection.pause(look, Math.min(asked, waitLimits.failing)).catch((error: unknown) => {
      throw cannotLook(error, lost);
    });
  }
}

/** Returns the record that a POST without a usable response has created. */
async function findCreated(scope: Scope, { values, names, before, lost }: Lost): Promise<ApiRecord | undefined> {
  const { definition, collection, owners } = scope;
  const search = async () =>
    findMatches(scope, { purpose: "recognise", values, names, before, records: await collection.liveNow() });
  const created = await search().catch((error: unknown) => {
    throw cannotLook(error, lost);
  });
  // Only the closest matches count, because a similar record may come from another POST.
  const [best, ...others] = created.filter(({ likeness }) => likeness === created[0]?.likeness);
  if (others.length > 0)
    throw several(
      created.map(({ record }) => record),
      lost,
    );
  if (best !== undefined) owners.noteWritten(definition, String(best.record.id));
  return best?.record;
}

/** Only a POST may have created the record: an error of an earlier request says nothing about that. */
function outcomeUnknown(error: StatusHubError): StatusHubError {
  const message = isServerError(error)
    ? unknownOutcome.serverError({ status: error.status, serverMessage: JSON.stringify(error.serverMessage) })
    : unknownOutcome.noResponse({ reason: textOf(error.message) });
  return new StatusHubError(message, { cause: error });
}

const several = (records: readonly ApiRecord[], cause: unknown) =>
  new StatusHubError(severalCreated({ count: records.length, ids: records.map(({ id }) => id).join(", ") }), { cause });

function cannotLook(error: unknown, lost: unknown): unknown {
  if (!isStatusHubError(error)) return error;
  // Inferred (service-list): the list exists. Without it we can't search.
  const response = isResponseShape(lost) ? "the response holds no record" : "the response is lost";
  const message =
    isNotFound(error) || isMethodNotAllowed(error)
      ? unknownOutcome.noList({ response, status: error.status })
      : unknownOutcome.listFailed({ response, reason: textOf(error.message) });
  return new StatusHubError(message, { cause: lost });
}
