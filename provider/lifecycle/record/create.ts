import type { Declared } from "../../../model/api/form.ts";
import { isRejected, StatusHubError } from "../../client/errors.ts";
import { pastAnnounced } from "../../errors/up.ts";
import { type Kept, newAdoption, stateWith } from "../forms/state.ts";
import type { Known } from "../forms/stored.ts";
import { type Request, wireIn, wireOfPost } from "../forms/wire.ts";
import { createOnce } from "./create-once.ts";
import { findReason } from "./explain.ts";
import { requireNoLeftover } from "./leftover.ts";
import { findRecordToRestore, restore } from "./restore.ts";
import { asWritable, hasEnded, type Scope } from "./scope.ts";
import { leftToSend, writeKept } from "./write.ts";

/** Makes a new record: one POST, and one PUT of what a POST doesn't take. */
export async function makeRecord(scope: Scope, declared: Declared): Promise<Kept> {
  const { definition } = scope;
  if (hasEnded(scope, wireIn(definition, declared)) && definition.period?.announces(declared))
    throw new StatusHubError(pastAnnounced());
  const post = wireOfPost(definition, declared);
  // A run that was killed after its POST has left a record that is in no state. A second POST would duplicate it.
  await requireNoLeftover(scope, declared, post);
  const known = await createOrRestore(scope, declared, post);
  const record = { ...scope, id: known.id };
  return writeKept(asWritable(record), known, leftToSend(record, known, declared));
}

async function createOrRestore(scope: Scope, declared: Declared, post: Request): Promise<Known> {
  try {
    // If the response is lost, this searches for the record before it gives up or, if that is harmless, posts again.
    const live = await createOnce(scope, declared, post);
    return { id: String(live.id), stored: stateWith({}), live, sent: post.sent };
  } catch (error) {
    if (!isRejected(error)) throw error;
    // A deleted record may still have the unique values of this one. Documented: then only restoring it helps.
    const deleted = await findReason(error, () => findRecordToRestore(scope, declared, error));
    // Its previous resource may leave the program in the same run, and mustn't delete it.
    return restore({ ...scope, id: String(deleted.id) }, declared, newAdoption());
  }
}
