import { isDeleted } from "../client/collection.ts";
import {
  isListUnavailable,
  isMethodNotAllowed,
  isNotFound,
  isRejected,
  type RejectedError,
  StatusHubError,
} from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Values } from "../resources/define.ts";
import { type ExistingRecord, findByIdentity, findMatches, type Match, type Scope } from "./find.ts";
import { identityIn } from "./match.ts";

/*
 * Why the API refused a write, and what to do. Nothing here decides what is written, but for the one deleted record because
 * of which a create is refused.
 */

/**
 * A create was refused. Where a live record has the same identity, or one like it, that is the likely reason.
 *
 * @returns the deleted record because of which the API refuses the create, and which it can restore
 * @throws the refusal, with what is known of its reason
 */
export async function findDeletedTwin(scope: Scope, desired: Values, refusal: RejectedError): Promise<ApiRecord> {
  const { definition, collection, owners } = scope;
  const identity = identityIn(definition, desired);
  if (identity === undefined) throw refusal;
  const live = await orRefusal(refusal, () => findByIdentity(scope, desired, collection.liveNow));
  const refuse = (reason: Match) => {
    // Where Pulumi replaces a resource without a comparison, only what the resource declared until now is known.
    const isOwned = reason.isOwned || owners.isDeployed(definition, desired, identity.names);
    return conflict(definition, { ...reason, refusal, advice: isOwned ? twiceInStack : strangerAdvice(reason.record) });
  };
  if (live?.likeness === "equal") throw refuse(live);
  // A similar one is the likely reason only if no equal one is deleted.
  const unexplained = live === undefined ? refusal : refuse(live);
  if (definition.operations.restore === undefined) throw unexplained;

  // What cannot be changed must be as declared: restoring another record would not help.
  const isFixed = (name: string) => definition.properties[name]?.replaces === true && desired[name] !== undefined;
  const names = [...identity.names, ...Object.keys(definition.properties).filter(isFixed)];
  const records = await orRefusal(refusal, () => collection.deleted());
  const deleted = await findMatches(scope, { purpose: "restore", values: desired, names, records });
  const latest = deleted.map(({ record }) => record).sort((one, other) => Number(other.id) - Number(one.id))[0];
  if (latest === undefined) throw unexplained;
  if (isConflict(refusal)) return latest;
  throw new StatusHubError(
    `the API rejected it (${refusal.status}: ${JSON.stringify(refusal.serverMessage)}). ${definition.kind} ${latest.id} of the hub ` +
      `has the same ${identity.names.join(" and ")} and is deleted. If that is the reason, declare adopt: "${latest.id}" to restore it`,
    { cause: refusal },
  );
}

/** Inferred: only 409 is about another record. Any other refusal may be about anything in the request. */
const isConflict = ({ status }: RejectedError) => status === 409;

/** Without a list the refusal has to speak for itself. */
async function orRefusal<T>(refusal: RejectedError, search: () => Promise<T>): Promise<T> {
  try {
    return await search();
  } catch (error) {
    throw isListUnavailable(error) ? refusal : error;
  }
}

interface Conflict extends Pick<Match, "record" | "likeness"> {
  readonly refusal: RejectedError;
  readonly advice: string;
}

/** A live record has what only one may have. */
export function conflict(
  { kind, identity = [] }: Definition,
  { record, likeness, refusal, advice }: Conflict,
): StatusHubError {
  const names = identity.join(" and ");
  const has = likeness === "equal" ? `the same ${names}` : `a similar ${names}`;
  const what = likeness === "equal" ? "it conflicts with" : "it may conflict with";
  return new StatusHubError(
    `${what} ${kind} ${record.id} of the hub, which has ${has} (the API said ` +
      `${refusal.status}: ${JSON.stringify(refusal.serverMessage)}). ${advice}`,
    { cause: refusal },
  );
}

const twiceInStack =
  "That record belongs to a resource of this stack. Declare another value; or, if Pulumi is replacing it, give the " +
  "resource the option deleteBeforeReplace: true, which deletes the old record first";

/** How to go on with a record that no resource of the state is known to have. */
export const strangerAdvice = ({ id }: ApiRecord): string =>
  "Find out first who manages that record: another stack, or somebody in the control panel. To use it without managing it, " +
  "look it up. If this stack has it under another resource name, give the resource the option " +
  'aliases: [{ name: "the old name" }], or [{ parent: pulumi.rootStackResource }] where it moved into a component. Only if ' +
  `nobody manages it, declare adopt: "${id}" to take it over`;

export const restoreAdvice = ({ id }: ApiRecord) =>
  `Delete that one on the hub; or drop this resource from the state (pulumi state delete), and declare adopt: "${id}"`;

const updateAdvice = "Declare another value. To swap the values of two records, give one of them a third value first";

/**
 * The reason why an update failed, where it is another one than the API gives: the record was deleted since the last refresh,
 * another record has what only one may have, or the API has no such update.
 */
export async function explainUpdateError(record: ExistingRecord, desired: Values, error: unknown): Promise<unknown> {
  const { definition, collection, recordId } = record;
  if (!isNotFound(error) && !isMethodNotAllowed(error) && !isRejected(error)) return error;
  const live = await collection.get(recordId);
  if (live === undefined || isDeleted(live)) {
    const isRestored = definition.operations.restore !== undefined && live !== undefined;
    const remedy = isRestored ? "restores it" : "creates it again";
    return new StatusHubError(`it was deleted on the hub. Run pulumi up --refresh, which ${remedy}`, { cause: error });
  }
  if (isRejected(error)) return (await findConflict(record, desired, error)) ?? error;
  // Inferred: the operation exists. A record that is there shows that the operation is missing and not the record.
  if (definition.operations.update.evidence === "documented") return error;
  return new StatusHubError(
    "the API offers no such update. Change the record in the control panel and in the program",
    { cause: error },
  );
}

async function findConflict(
  record: ExistingRecord,
  desired: Values,
  refusal: RejectedError,
): Promise<StatusHubError | undefined> {
  const { definition, collection, recordId } = record;
  try {
    const twin = await findByIdentity(record, desired, collection.liveNow);
    if (twin === undefined || String(twin.record.id) === recordId) return undefined;
    return conflict(definition, { ...twin, refusal, advice: updateAdvice });
  } catch (error) {
    if (isListUnavailable(error)) return undefined;
    throw error;
  }
}
