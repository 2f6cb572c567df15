import type { Declared } from "../../../model/api/form.ts";
import { isRejected, StatusHubError } from "../../client/errors.ts";
import { pastAnnounced } from "../../errors/up.ts";
import { endIn } from "../forms/phase.ts";
import { type Known, newOwner, stateWith } from "../forms/state.ts";
import { wireOfPost } from "../forms/wire.ts";
import { createOnce } from "./create-once.ts";
import { findReason } from "./explain.ts";
import { requireNoEqual } from "./leftover.ts";
import { findRecordToRestore, restore } from "./restore.ts";
import type { Scope } from "./scope.ts";
import { requireSeenOnce } from "./seen-twice.ts";
import { keepRecord, leftToSend, wholeOf, write } from "./write.ts";

/** Makes a new record: one POST, and one PUT of what a POST doesn't take. */
export async function makeRecord(scope: Scope, declared: Declared): Promise<Known> {
  requireNotOver(scope, declared);
  await requireNoEqual(scope, declared);
  await requireSeenOnce(scope, declared);
  const { known, changes } = await createOrRestore(scope, declared);
  return write({ ...scope, id: known.id }, known, { declared, changes }, keepRecord);
}

/** @throws if a new record would announce what is over */
export function requireNotOver({ definition, collection }: Scope, declared: Declared): void {
  const isAnnounced = definition.period?.announces(declared) === true;
  const isOver = endIn(definition, declared, collection.serverTime()) === "over";
  if (isAnnounced && isOver) throw new StatusHubError(pastAnnounced());
}

/** @returns also what is left to send */
async function createOrRestore(scope: Scope, declared: Declared) {
  const post = wireOfPost(scope.definition, declared);
  const owner = newOwner();
  try {
    const live = await createOnce(scope, { declared, owner }, post);
    const known: Known = { id: String(live.id), state: stateWith({}, owner), live, sent: post.sent };
    return { known, changes: leftToSend(scope, known, declared) };
  } catch (error) {
    if (!isRejected(error)) throw error;
    // A deleted record may still have the unique values of this one. Documented: then only restoring it helps.
    const deleted = await findReason(error, () => findRecordToRestore(scope, declared, error));
    const known = await restore({ ...scope, id: String(deleted.id) }, declared, stateWith({}, owner));
    // It comes back with what it had before the deletion.
    return { known, changes: wholeOf(scope.definition, known.state, declared) };
  }
}
