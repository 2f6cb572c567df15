import type { Declared, Live } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { withoutCode } from "../../../model/problem.ts";
import { isListMissing, StatusHubError } from "../../client/errors.ts";
import { leftoverRecord } from "../../errors/up.ts";
import { hiddenBy } from "../forms/hidden.ts";
import { type Known, newOwner, type Sent, type State, stateWith } from "../forms/state.ts";
import { encoded, namesOfPost } from "../forms/wire.ts";
import { stateIfUnsent } from "./failed-write.ts";
import { findFree } from "./find.ts";
import { exactIn } from "./match.ts";
import type { Scope } from "./scope.ts";
import { changesAfterPost } from "./write.ts";

/*
 * A live record that equals what a create sends, and that no resource of the stack has: a killed run may have left it, or
 * somebody else manages it. A create would double it.
 */

/**
 * @param ignored the properties that don't count. @default none
 * @param isPossible whether a record of the list, which shows it in part, may be meant. @default always
 */
export async function findEqual(
  scope: Scope,
  declared: Declared,
  ignored: readonly string[] = [],
  isPossible: (listed: Live) => boolean = () => true,
): Promise<Live[]> {
  // Everything that was there before is in the first list of this run, so a thousand creates don't list a large hub again.
  const listed = (await scope.collection.list(Number.POSITIVE_INFINITY)).filter(isPossible);
  const names = namesOfPost(scope.definition, declared).filter((name) => !ignored.includes(name));
  return findFree(scope, listed, { declared, names }, [...names, ...ignored]);
}

/**
 * Requires that there is no such record. Records with an identity need no search, because the API rejects a second one.
 *
 * @throws with its ID, and how to proceed
 */
export async function requireNoEqual<Place extends Scope>(
  scope: Place,
  declared: Declared,
  find: (scope: Place, declared: Declared) => Promise<Live[]> = findEqual,
): Promise<void> {
  const { definition, owners } = scope;
  const [found] = await find(scope, declared).catch((error: unknown) => {
    // Inferred (service-list): the list of services exists. A gateway that has lost the route returns the same 404.
    throw isListMissing(error)
      ? new StatusHubError(leftoverRecord.unknown({ reason: withoutCode(error.message) }))
      : error;
  });
  if (found === undefined) return;
  const { id, created_at } = found;
  // If it was hidden until it was whole, an adoption shows it only if the program says so.
  const hidden = hiddenBy(definition, found).filter(([name]) => declared[name] === undefined);
  const showing = hidden.map(([name, { cleared }]) => ` and ${name}: "${cleared}"`).join("");
  const record = `${definition.kind} ${id}`;
  // After a refresh, a renamed resource has its record, which isn't free then.
  const variant = owners.isComplete ? "afterRefresh" : "found";
  throw new StatusHubError(leftoverRecord[variant]({ record, time: String(created_at), id: String(id), showing }));
}

export async function recoverRecord(scope: Scope, declared: Declared, live: Live): Promise<Known> {
  const known = knownAfterPost(scope.definition, foundAlike(scope.definition, declared, live));
  return { id: known.id, state: stateAfterPost(scope, known, declared) };
}

/** A record, and what of it a POST is known to have made. */
interface Posted {
  readonly live: Live;
  readonly sent: Sent;
}

/**
 * A record that an interrupted create may have left. What it shows in another form than declared is sent again: that may be the
 * server's form, or a similar value of somebody else.
 */
export function foundAlike(definition: Definition, declared: Declared, live: Live): Posted {
  const names = namesOfPost(definition, declared);
  return { live, sent: encoded(definition, declared, exactIn(definition, live, { declared, names })) };
}

/**
 * A record that a create has left after its POST. The state only declares what hides it, so that the next `up` shows it.
 *
 * @param hidden what hides it. @default what the record shows
 */
export function knownAfterPost(
  definition: Definition,
  { live, sent }: Posted,
  hidden: Declared = Object.fromEntries(hiddenBy(definition, live).map(([name, { hides }]) => [name, hides])),
  owner = newOwner(),
): Required<Known> {
  const shown = new Map([...sent].filter(([name]) => !(name in hidden)));
  return { id: String(live.id), state: stateWith(hidden, owner), live, sent: shown };
}

/**
 * Returns the state without what a create hasn't sent yet, so that the next `up` sends it.
 *
 * @param known what the POST has left
 */
export const stateAfterPost = (scope: Scope, known: Known, declared: Declared): State =>
  stateIfUnsent(scope, known, { declared, changes: changesAfterPost(scope, known, declared) });
