import type { Declared, Live } from "../../../model/api/form.ts";
import { withoutCode } from "../../../model/problem.ts";
import { isListMissing, StatusHubError } from "../../client/errors.ts";
import { leftoverRecord } from "../../errors/up.ts";
import { hiddenBy } from "../forms/hidden.ts";
import { namesOfPost } from "../forms/wire.ts";
import { findFree } from "./find.ts";
import type { Scope } from "./scope.ts";

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
