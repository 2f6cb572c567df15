import type { Declared, Live } from "../../../model/api/form.ts";
import { isDeleted } from "../../../model/api/live.ts";
import { type ApiError, StatusHubError } from "../../client/errors.ts";
import { deletedDuplicate } from "../../errors/up.ts";
import { conflict, responseIn } from "./explain.ts";
import { findByIdentity, type Identified, ifListed, readMatches } from "./find.ts";
import { type Criteria, fixedIn, identityIn, likenessOf } from "./match.ts";
import type { Scope } from "./scope.ts";

/**
 * Finds the deleted record that blocks a rejected create and can be restored. A live record with the same or a similar
 * identity is the likelier reason.
 *
 * @throws the rejection, with its likely reason
 */
export async function findRecordToRestore(scope: Scope, declared: Declared, rejection: ApiError): Promise<Live> {
  const { definition, collection, owners } = scope;
  const identity = identityIn(definition, declared);
  if (identity === undefined) throw rejection;
  const duplicate = await ifListed(() => findByIdentity(scope, declared, collection.listNow));
  const reason = duplicate === undefined ? rejection : conflictOf(scope, duplicate, rejection);
  // A similar record is the likely reason only if no deleted record has an equal identity.
  if (duplicate?.isEqual || definition.operations.restore === undefined) throw reason;
  // With another value of what can't be updated, restoring would bring back a different record.
  const criteria = { declared, names: [...identity.names, ...fixedIn(definition, declared)] };
  const latest = await findLatestDeleted(scope, criteria);
  if (latest === undefined) throw reason;
  const id = String(latest.id);
  // Another resource of the stack, or the one that is being replaced, would delete the restored record again.
  if (owners.has(definition, id)) throw conflict(definition, { live: latest, isEqual: true }, rejection, "inStack");
  // Inferred (conflict-status): only a 409 is about another record. Any other rejection may be about any part of the request.
  if (rejection.status === 409) return latest;
  const record = `${definition.kind} ${id}`;
  const properties = identity.names.join(" and ");
  throw new StatusHubError(deletedDuplicate({ ...responseIn(rejection), record, properties, id }), {
    cause: rejection,
  });
}

/** Returns the error for a live record that has the identity, and keeps it from being deleted in this run. */
function conflictOf({ definition, owners }: Scope, found: Identified, rejection: ApiError): StatusHubError {
  const id = String(found.live.id);
  const isInStack = owners.has(definition, id);
  // After a rename without an alias, --continue-on-error would delete the record that this one was to take.
  owners.mark(definition, [id], "adopts");
  return conflict(definition, found, rejection, isInStack ? "inStack" : "unmanaged");
}

/** Returns the deleted record with exactly these values; if there are several, the one that was created last. */
async function findLatestDeleted(scope: Scope, criteria: Criteria): Promise<Live | undefined> {
  const { definition, collection } = scope;
  const listed = (await ifListed(() => collection.deleted())) ?? [];
  const matches = await readMatches(scope, listed, criteria);
  const deleted = matches.filter((live) => isDeleted(live) && likenessOf(definition, live, criteria) === "equal");
  const [latest] = deleted.toSorted((one, other) => Number(other.id) - Number(one.id));
  return latest;
}
