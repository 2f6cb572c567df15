import { isLeft } from "../../../model/api/live.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { type ApiError, isRefused, isRejected, StatusHubError } from "../../client/errors.ts";
import { outcomeOf } from "../../client/outcomes.ts";
import { notOffered } from "../../errors/requests.ts";
import { deletedOnHub, recordConflict } from "../../errors/up.ts";
import type { Update } from "../forms/wire.ts";
import { findByIdentity, type Identified, ifListed } from "./find.ts";
import type { Target } from "./scope.ts";

/*
 * Explains why StatusHub rejected a write, and what to do. Nothing here affects what is written.
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

/** Returns the error for a live record that already has a unique value. */
export function conflict(
  { kind, identity = [] }: Definition,
  { live, isEqual }: Identified,
  rejection: ApiError,
  remedy: "unmanaged" | "inStack" | "onUpdate" | "onRestore",
): StatusHubError {
  const id = String(live.id);
  const { status, serverMessage } = rejection;
  const isLong = remedy === "unmanaged" && serverMessage.length > 60;
  const short = isLong ? `${serverMessage.slice(0, 60).toWellFormed()}...` : serverMessage;
  const message = recordConflict[remedy]({
    ...responseIn({ status, serverMessage: short }),
    conflicts: isEqual ? "conflicts with" : "may conflict with",
    record: `${kind} ${id}`,
    likeness: isEqual ? "the same" : "a similar",
    properties: identity.join(" and "),
    id,
  });
  return new StatusHubError(message, { cause: rejection });
}

export const responseIn = ({ status, serverMessage }: Pick<ApiError, "status" | "serverMessage">) => ({
  status,
  serverMessage: JSON.stringify(serverMessage),
});

/**
 * Finds a better reason why an update failed than the API's: the record was deleted since the last refresh, another
 * record has a unique value, or the API has no such update.
 */
export async function explainUpdateError(record: Target, update: Update, error: unknown): Promise<unknown> {
  const { definition, collection, id } = record;
  if (!isRefused(error)) return error;
  const live = await collection.get(id);
  const isRestorable = live !== undefined && definition.operations.restore !== undefined;
  if (!isLeft(live)) {
    const gone = update.changesFollowing ? "allGone" : "gone";
    return new StatusHubError(deletedOnHub[isRestorable ? "restorable" : gone](), { cause: error });
  }
  if (isRejected(error)) return (await findConflict(record, update, error)) ?? error;
  // Inferred (maintenance-template-update): the operation exists. If the record can be read, it is the operation that is
  // missing.
  if (definition.operations.update.evidence === "documented") return error;
  return new StatusHubError(notOffered.update(), { cause: error });
}

async function findConflict(
  record: Target,
  { declared, changes }: Update,
  rejection: ApiError,
): Promise<StatusHubError | undefined> {
  const { definition, collection, id } = record;
  const { identity = [] } = definition;
  // Only a write of a unique value can be in conflict. On a large hub, the search takes seconds.
  if (!changes.some(({ name }) => identity.includes(name))) return undefined;
  const duplicate = await ifListed(() => findByIdentity(record, declared, collection.listNow));
  if (duplicate === undefined || String(duplicate.live.id) === id) return undefined;
  return conflict(definition, duplicate, rejection, "onUpdate");
}
