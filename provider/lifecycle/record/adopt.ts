import type { Declared, Live, Stored } from "../../../model/api/form.ts";
import { isAdoptOnly } from "../../../model/kinds/kind.ts";
import { isDeleted } from "../../client/collection.ts";
import { StatusHubError } from "../../client/errors.ts";
import { alreadyManaged, historyUnchanged, nothingToAdopt } from "../../errors/up.ts";
import { compare } from "../forms/compare.ts";
import { adoptionKey, type Kept, newAdoption, recordIdsIn } from "../forms/state.ts";
import { type Known, storedAfterRead, unsent } from "../forms/stored.ts";
import { type Update, wireOf } from "../forms/wire.ts";
import { findRecordToAdopt } from "./find.ts";
import { fixedOtherwise, identityIn } from "./match.ts";
import { isPartial } from "./operation-error.ts";
import { restore } from "./restore.ts";
import { asWritable, type Scope, type Target, writable } from "./scope.ts";
import { putExplained, resultOf, write, writeKept } from "./write.ts";

/** Brings a record that was found to what the program declares. The state begins with `adoption`. */
export type Claim<Place extends Target = Target> = (
  record: Place,
  declared: Declared,
  found: { readonly live: Live; readonly adoption: Stored },
) => Promise<Kept>;

/**
 * Adopts the record that a program means instead of creating one, restores it if it is deleted, and sends what differs.
 *
 * @returns undefined if the program adopts none, or `adopt: true` finds none, so that a record is created
 * @throws if the record with the ID is missing or deleted, the identity is only similar, or another resource has the record
 */
export const adoptRecord = (scope: Scope, declared: Declared): Promise<Kept | undefined> =>
  adoptBy(claimRecord, scope, declared);

/** The same, with another way to bring the record to what the program declares. */
export async function adoptBy<Place extends Scope>(
  claim: Claim<Place & Target>,
  scope: Place,
  declared: Declared,
): Promise<Kept | undefined> {
  const { definition, owners } = scope;
  const live = await findRecordToAdopt(scope, declared);
  if (live === undefined) return undefined;
  const id = String(live.id);
  requireUnowned(scope, declared, id);
  // A hub is always adopted and never deleted, so adoptions needn't be told apart.
  const adoption = isAdoptOnly(definition) ? {} : newAdoption();
  // From here on, a deletion of the record's previous resource in the same run spares it.
  owners.noteDeclared(definition, [id], adoption[adoptionKey]);
  try {
    requireFixed(scope, declared, live);
    const kept = await claim({ ...scope, id }, declared, { live, adoption });
    // It may have adopted others with this one.
    owners.noteDeclared(definition, recordIdsIn(kept.id, kept.stored), adoption[adoptionKey]);
    return kept;
  } catch (error) {
    // Unless the state gets the record, it stays with its previous resource.
    if (!isPartial(error)) owners.noteFailedAdoption(definition, [id], adoption[adoptionKey]);
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

/** One record, which is restored if it is deleted. */
export const claimRecord: Claim = async (record, declared, { live, adoption }) => {
  const { definition, id } = record;
  const stored = storedAfterRead({ ...record, live }, adoption);
  if (isDeleted(live)) {
    const known = await restore(record, declared, stored);
    const changes = compare(definition, known.stored, declared);
    return writeKept(asWritable({ ...record, id: known.id }), known, { declared, changes });
  }
  const update = { declared, changes: compare(definition, stored, declared) };
  const target = writable(record, live);
  const known = { id, stored, live, sent: unsent };
  return target === undefined ? resultOfEnded(record, known, update) : write(target, known, update, putExplained);
};

/** Adopts what has ended as it is. */
export function resultOfEnded(record: Target, known: Known, { declared, changes }: Update): Kept {
  const properties = [...wireOf(changes).sent].join(", ");
  if (properties !== "") throw new StatusHubError(historyUnchanged.adopted({ properties }));
  return resultOf(record, known, declared);
}

/** Requires that no other resource has the record: if Pulumi replaces that resource, it will delete the record. */
function requireUnowned({ definition, owners }: Scope, declared: Declared, id: string): void {
  const { identity = [] } = definition;
  const record = `${definition.kind} ${id}`;
  // Replacing a Hub adopts the same hub again, so finding it in the state is fine.
  if (isAdoptOnly(definition) ? owners.isDeclared(definition, [id]) : owners.has(definition, [id])) {
    throw new StatusHubError(alreadyManaged.inStack({ record }));
  }
  if (isAdoptOnly(definition)) return;
  // The replaced resource has adopted the record by its ID, or has the same unique values.
  const isReplaced =
    (declared.adopt !== true && owners.declarations.isDeployed(definition, declared, ["adopt"])) ||
    (identityIn(definition, declared) !== undefined && owners.declarations.isDeployed(definition, declared, identity));
  if (isReplaced) throw new StatusHubError(alreadyManaged.replaced({ record }));
}
