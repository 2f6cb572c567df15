import type { Declared } from "../../../model/api/form.ts";
import { StatusHubError } from "../../client/errors.ts";
import { isAmbiguous } from "../../client/retry/outcomes.ts";
import { historyUnchanged } from "../../errors/up.ts";
import { compare } from "../forms/compare.ts";
import { declaredIn, isToBeRestored, type Kept } from "../forms/state.ts";
import { unsent } from "../forms/stored.ts";
import { wireIn } from "../forms/wire.ts";
import { explainUpdateError, findReason } from "./explain.ts";
import { restore } from "./restore.ts";
import { asWritable, findWritable, type Scope, type Writable } from "./scope.ts";
import { keptError, put, type Write, write, writeKept } from "./write.ts";

/** Updates the record in the state, or restores a deleted one. */
export async function updateRecord(scope: Scope, { id, stored }: Kept, declared: Declared): Promise<Kept> {
  if (isToBeRestored(stored, declared)) return restoreAndChange(scope, { id, stored }, declared);
  const target = await findWritable({ ...scope, id }, wireIn(scope.definition, stored));
  if (target === undefined) throw new StatusHubError(historyUnchanged.declared());
  return change(target, { id, stored }, declared);
}

/** How an update is sent, and how its failure is explained. */
interface Sending<Place extends Writable> {
  readonly by: Write<Place>;
  readonly explain: typeof explainUpdateError;
}

/** Sends what differs from the state, without a read: Pulumi refreshes the state if the user wants that. */
export async function change<Place extends Writable>(
  record: Place,
  { id, stored }: Kept,
  declared: Declared,
  { by, explain }: Sending<Place> = { by: write, explain: explainUpdateError },
): Promise<Kept> {
  const changes = compare(record.definition, stored, declared);
  const send: typeof put = async (target, known, update) => {
    try {
      return await put(target, known, update);
    } catch (error) {
      const reason = await findReason(error, () => explain(record, update, error));
      // After any other failure, the state is still right as it is.
      throw isAmbiguous(error) ? keptError(record, update, { stored, error, reason }) : reason;
    }
  };
  return by(record, { id, stored, live: {}, sent: unsent }, { declared, changes }, send);
}

/** The record may come back with another ID, so the state gets that even if the PUT fails. */
async function restoreAndChange(scope: Scope, { id, stored: before }: Kept, declared: Declared): Promise<Kept> {
  const { definition } = scope;
  const known = await restore({ ...scope, id }, declaredIn(definition, before), before);
  const changes = compare(definition, known.stored, declared);
  return writeKept(asWritable({ ...scope, id: known.id }), known, { declared, changes }, { kept: known.stored });
}
