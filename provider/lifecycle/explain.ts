import type { Declared, Live } from "../../api/form.ts";
import { notOffered } from "../../errors/requests.ts";
import { deletedDuplicate, deletedOnHub, recordConflict, unmanagedAdvice } from "../../errors/up.ts";
import type { Definition } from "../../kinds/kind.ts";
import { isDeleted } from "../client/collection.ts";
import {
  type ApiError,
  isMethodNotAllowed,
  isNotFound,
  isRejected,
  outcomeOf,
  StatusHubError,
} from "../client/errors.ts";
import { type ExistingRecord, findByIdentity, findMatches, ifListed, type Match, type Scope } from "./find.ts";
import { fixedIn, identityIn } from "./match.ts";

/*
 * Explains why StatusHub rejected a write, and what to do. Nothing here affects what is written, except for finding the
 * deleted record that blocks a create.
 */

/**
 * Searches for the reason of a failed write.
 *
 * @throws the failure itself if a request of the search fails, because it says more than the search's error
 */
export async function findReason<Reason>(failure: unknown, search: () => Promise<Reason>): Promise<Reason> {
  try {
    return await search();
  } catch (error) {
    throw outcomeOf(error) === undefined ? error : failure;
  }
}

/**
 * Explains a rejected create. A live record with the same or a similar identity is the likely reason.
 *
 * @returns the deleted record that blocks the create, if it can be restored
 * @throws the rejection, with its likely reason
 */
export async function findDeletedDuplicate(scope: Scope, declared: Declared, rejection: ApiError): Promise<Live> {
  const { definition, collection, owners } = scope;
  const identity = identityIn(definition, declared);
  if (identity === undefined) throw rejection;
  const duplicate = await ifListed(() => findByIdentity(scope, declared, collection.listNow));
  const conflictWith = (found: Match) => {
    // If Pulumi replaces a resource without a diff, we only know what the resource declared before.
    const isOwned = found.isOwned || owners.isDeployed(definition, declared, identity.names);
    return conflict(definition, { ...found, rejection, remedy: isOwned ? "inStack" : "unmanaged" });
  };
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
  const isOwned =
    owners.isDeclared(definition, String(latest.id)) || owners.isDeployed(definition, declared, identity.names);
  if (isOwned) throw conflict(definition, { ...blocking, rejection, remedy: "inStack" });
  if (isConflict(rejection)) return latest;
  const record = `${definition.kind} ${latest.id}`;
  const properties = identity.names.join(" and ");
  throw new StatusHubError(deletedDuplicate({ ...responseIn(rejection), record, properties, id: String(latest.id) }), {
    cause: rejection,
  });
}

/**
 * Inferred (conflict-status): only a 409 is about another record. Any other rejection may be about any part of the
 * request.
 */
const isConflict = ({ status }: ApiError) => status === 409;

interface Conflict extends Pick<Match, "live" | "likeness"> {
  readonly rejection: ApiError;
  readonly remedy: "unmanaged" | "inStack" | "onUpdate" | "onRestore";
}

/** Returns the error for a live record that already has a unique value. */
export function conflict(
  { kind, identity = [] }: Definition,
  { live, likeness, rejection, remedy }: Conflict,
): StatusHubError {
  const id = String(live.id);
  const message = recordConflict[remedy]({
    ...responseIn(rejection),
    conflicts: likeness === "equal" ? "conflicts with" : "may conflict with",
    record: `${kind} ${id}`,
    likeness: likeness === "equal" ? "the same" : "a similar",
    properties: identity.join(" and "),
    advice: unmanagedAdvice(id),
    id,
  });
  return new StatusHubError(message, { cause: rejection });
}

const responseIn = ({ status, serverMessage }: ApiError) => ({
  status,
  serverMessage: JSON.stringify(serverMessage),
});

/**
 * Finds a better reason why an update failed than the API's: the record was deleted since the last refresh, another
 * record has a unique value, or the API has no such update.
 */
export async function explainUpdateError(record: ExistingRecord, declared: Declared, error: unknown): Promise<unknown> {
  const { definition, collection, recordId } = record;
  if (!isNotFound(error) && !isMethodNotAllowed(error) && !isRejected(error)) return error;
  const live = await collection.get(recordId);
  if (live === undefined || isDeleted(live)) {
    const isRestored = definition.operations.restore !== undefined && live !== undefined;
    return new StatusHubError(isRestored ? deletedOnHub.restorable() : deletedOnHub.gone(), { cause: error });
  }
  if (isRejected(error)) return (await findConflict(record, declared, error)) ?? error;
  // Inferred (maintenance-template-update): the operation exists. If the record can be read, it is the operation that is
  // missing.
  if (definition.operations.update.evidence === "documented") return error;
  return new StatusHubError(notOffered.update(), { cause: error });
}

async function findConflict(
  record: ExistingRecord,
  declared: Declared,
  rejection: ApiError,
): Promise<StatusHubError | undefined> {
  const { definition, collection, recordId } = record;
  const duplicate = await ifListed(() => findByIdentity(record, declared, collection.listNow));
  if (duplicate === undefined || String(duplicate.live.id) === recordId) return undefined;
  return conflict(definition, { ...duplicate, rejection, remedy: "onUpdate" });
}
