import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { Property } from "../../../model/kinds/property.ts";
import { withoutCode } from "../../../model/problem.ts";
import { isListMissing, StatusHubError } from "../../client/errors.ts";
import { leftoverRecord } from "../../errors/up.ts";
import { liveValue } from "../forms/compare.ts";
import { type Kept, newOwner, ownerKey, stateWith } from "../forms/state.ts";
import type { Known } from "../forms/stored.ts";
import { wireOf, wireOfPost } from "../forms/wire.ts";
import { findFree } from "./find.ts";
import { type Criteria, identityIn } from "./match.ts";
import type { Scope } from "./scope.ts";
import { leftToSend, storedWithout } from "./write.ts";

/*
 * A live record that equals what a create sends, and that no resource of the stack has: a killed run may have left it, or
 * somebody else manages it. A create would double it.
 */

/**
 * @param sought what the POST carries. @default all that it may carry
 * @param mayBeSet what else a record may have. @default nothing
 */
export async function findEqual(
  scope: Scope,
  declared: Declared,
  sought: Criteria = { declared, names: [...wireOfPost(scope.definition, declared).sent] },
  mayBeSet: readonly string[] = [],
): Promise<Live[]> {
  // Everything that was there before is in the first list of this run, so a thousand creates don't list a large hub again.
  const listed = await scope.collection.list(Number.POSITIVE_INFINITY);
  return findFree(scope, listed, sought, [...sought.names, ...mayBeSet]);
}

/**
 * Requires that there is no such record, unless the program says `adopt: false`. Records with an identity need no search,
 * because the API rejects a second one.
 *
 * @throws with its ID, and how to proceed
 */
export async function requireNoEqual(
  scope: Scope,
  declared: Declared,
  sought?: Criteria,
  mayBeSet?: readonly string[],
): Promise<void> {
  const { definition } = scope;
  if (declared.adopt === false || identityIn(definition, declared) !== undefined) return;
  const [found] = await findEqual(scope, declared, sought, mayBeSet).catch((error: unknown) => {
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
  throw new StatusHubError(leftoverRecord.found({ record, time: String(created_at), id: String(id), showing }));
}

/** Returns the properties that hide a record from the public. */
export const hiddenBy = ({ properties }: Definition, live: Live): [string, Property][] =>
  Object.entries(properties).filter(
    ([, property]) => property.hides !== undefined && liveValue(property, live, undefined) === property.hides,
  );

export const isHiddenOnPage = (definition: Definition, live: Live): boolean => hiddenBy(definition, live).length > 0;

/** The state that an interrupted create would have left. */
export interface Recovered extends Kept {
  /** The properties that it hasn't sent, so that the next `up` sends them. */
  readonly missing: readonly string[];
}

export async function recoverRecord(scope: Scope, declared: Declared, live: Live): Promise<Recovered> {
  const { sent } = wireOfPost(scope.definition, declared);
  const id = String(live.id);
  return recoveredFrom(scope, { id, live, sent, stored: newState({}), origin: "created" }, declared);
}

/** Returns the state of a resource that has just got a record, with what of the declaration is in effect. */
export const newState = (declared: Declared, owner = newOwner()): Stored => ({
  ...stateWith(declared),
  [ownerKey]: owner,
});

/** @param known what the POST has left in the state */
export function recoveredFrom(scope: Scope, known: Known, declared: Declared): Recovered {
  const changes = leftToSend(scope, known, declared);
  const stored = storedWithout(scope, known, { declared, changes });
  return { id: known.id, stored, missing: [...wireOf(changes).sent] };
}
