import type { Declared, Live } from "../../../model/api/form.ts";
import { isDeleted } from "../../../model/api/live.ts";
import { isAdoptOnly } from "../../../model/kinds/kind.ts";
import { StatusHubError } from "../../client/errors.ts";
import { alreadyManaged, nothingToAdopt, pastAnnounced } from "../../errors/up.ts";
import { compare } from "../forms/compare.ts";
import { datesOf } from "../forms/dates.ts";
import { endIn, endOfAll } from "../forms/end.ts";
import { isHiddenOnPage } from "../forms/hidden.ts";
import { type Known, newOwner, stateWith } from "../forms/state.ts";
import { stateAfterRead } from "../forms/stored.ts";
import { findRecordToAdopt } from "./find.ts";
import { fixedOtherwise } from "./match.ts";
import { isPartial } from "./operation-error.ts";
import { restore } from "./restore.ts";
import type { Scope } from "./scope.ts";
import { resultOf, write } from "./write.ts";

/** Brings a record that was found to what the program declares. */
export type Adjust<Place extends Scope = Scope> = (
  scope: Place,
  declared: Declared,
  known: Required<Known>,
) => Promise<Known>;

/**
 * Adopts the record that a program means instead of creating one, restores it if it is deleted, and sends what differs.
 *
 * @returns undefined if the program adopts none, or `adopt: true` finds none, so that a record is created
 * @throws if the record with the ID is missing or deleted, the identity is only similar, or another resource has the record
 */
export async function adoptRecord<Place extends Scope>(
  scope: Place,
  declared: Declared,
  adjust: Adjust<Place> = adjustRecord,
): Promise<Known | undefined> {
  const { definition, owners } = scope;
  const live = await findRecordToAdopt(scope, declared);
  if (live === undefined) return undefined;
  const id = String(live.id);
  // Replacing a Hub adopts the same hub again, so finding it in the state is fine.
  if (!isAdoptOnly(definition) && owners.has(definition, id))
    throw new StatusHubError(alreadyManaged.taken({ record: `${definition.kind} ${id}` }));
  const owner = newOwner();
  owners.add(definition, [id], owner);
  try {
    requireFixed(scope, declared, live);
    const before = { ...stateWith({}, owner), taken: isAdoptOnly(definition) ? undefined : true };
    const state = stateAfterRead(scope, live, before);
    return await adjust(scope, declared, { id, state, live, sent: new Map() });
  } catch (error) {
    // Unless the state gets the record, it stays with its previous resource.
    if (!isPartial(error)) owners.release(definition, id, owner);
    throw error;
  }
}

/**
 * Requires that a record that is adopted by its ID can become what the program declares. Otherwise a deleted subscription
 * would be restored first, and get messages at its old address again.
 */
function requireFixed({ definition }: Scope, declared: Declared, live: Live): void {
  const others = typeof declared.adopt === "string" ? fixedOtherwise(definition, live, declared) : [];
  if (others.length === 0) return;
  const record = `${definition.kind} ${live.id}`;
  throw new StatusHubError(nothingToAdopt.fixedById({ record, others: others.join(" and ") }));
}

/**
 * Decides how much of a record an adoption changes. What has ended on the page stays as it is, and what goes on there isn't ended:
 *
 *     on the page            over by the program                          otherwise
 *     hidden                 whole, unless the program announces it       whole
 *     published, over        as it is                                     refused: it rewrites history
 *     published, to come     without its dates                            whole
 */
export function partToAdopt(
  { definition, collection }: Scope,
  declared: Declared,
  live: Live,
): "whole" | "as it is" | "without its dates" | "rewrites history" | "publishes what is over" {
  const now = collection.serverTime();
  const isDeclaredOver = endIn(definition, declared, now) === "over";
  if (isHiddenOnPage(definition, live)) {
    const isAnnounced = definition.period?.announces(declared) === true;
    return isDeclaredOver && isAnnounced ? "publishes what is over" : "whole";
  }
  const isOverOnPage = endOfAll(definition, live, now) === "over";
  if (isOverOnPage) return isDeclaredOver ? "as it is" : "rewrites history";
  return isDeclaredOver ? "without its dates" : "whole";
}

/** One record, which is restored if it is deleted. */
export const adjustRecord: Adjust = async (scope, declared, known) => {
  const { definition } = scope;
  const { id, live, state } = known;
  const isRestored = isDeleted(live);
  const restored = isRestored ? await restore({ ...scope, id }, declared, state) : known;
  const origin = isRestored ? "made" : "adopted";
  const record = { ...scope, id: restored.id };
  const changes = compare(definition, restored.state, declared);
  switch (partToAdopt(scope, declared, live)) {
    case "as it is":
      return resultOf(scope, restored, declared);
    case "without its dates": {
      const others = changes.filter(({ name }) => !datesOf(definition).includes(name));
      return write(record, restored, { declared, changes: others }, origin);
    }
    case "publishes what is over":
      throw new StatusHubError(pastAnnounced());
    case "rewrites history":
      throw new StatusHubError(nothingToAdopt.over({ record: `${definition.kind} ${id}` }));
    case "whole":
      return write(record, restored, { declared, changes }, origin);
  }
};
