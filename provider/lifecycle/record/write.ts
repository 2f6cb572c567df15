import type { Stored } from "../../../model/api/form.ts";
import { isAmbiguous } from "../../client/retry/outcomes.ts";
import { declaredIn, declaresSeries, isSeries, unconfirmedIn, unconfirmedKey } from "../forms/state.ts";
import { storedAfterWrite } from "../forms/stored.ts";
import { type Update, wireOf } from "../forms/wire.ts";
import { writeSeries } from "../series/update.ts";
import type { Writable } from "./history.ts";
import type { Kept, Known, Target } from "./known.ts";
import { isPartial, type PartialError, partialError } from "./operation-error.ts";
import { put, resultOf } from "./put.ts";

/*
 * Makes an existing record as declared, and says what the state holds of it, even if that fails.
 */

/** Sends the changes: one PUT, or what a series needs. */
export async function write(record: Writable, known: Known, update: Update, send = put): Promise<Kept> {
  const { definition } = record;
  if (isSeries(definition, known.stored) || declaresSeries(definition, update.declared))
    return writeSeries(record, known, update, send);
  return resultOf(record, await send(record, known, update), update.declared);
}

/**
 * The same for a record that this operation has created or restored. Whatever fails, the state gets it under its ID;
 * otherwise nobody would ever update or delete it.
 *
 * @param kept what the state gets then. @default what is in effect of the declaration
 */
export async function writeKept(
  record: Writable,
  known: Known,
  update: Update,
  kept = storedWithout(record, known, update),
): Promise<Kept> {
  try {
    return await write(record, known, update);
  } catch (error) {
    throw isPartial(error) ? error : keptError(record, update, { stored: kept, error });
  }
}

/** What the state holds of a record if nothing of an update is sent: what was declared before stays declared. */
function storedWithout(record: Target, known: Known, { declared, changes }: Update): Stored {
  const before = declaredIn(record.definition, known.stored);
  const { sent: missing } = wireOf(changes);
  const inEffect = Object.entries({ ...before, ...declared }).flatMap(([name, value]) => {
    const [source, kept] = missing.has(name) ? [before, before[name]] : [declared, value];
    return name in source ? [[name, kept]] : [];
  });
  return storedAfterWrite(record, known, Object.fromEntries(inEffect)).stored;
}

/**
 * Returns the error of an update that Pulumi stores although it failed. Properties that may have taken effect are marked,
 * so that they count as changed until a response shows them.
 *
 * @param reason what the message says, if something explains the error better
 */
export function keptError(
  { definition, collection: { connection }, id }: Target,
  { declared, changes }: Update,
  { stored, error, reason = error }: { stored: Stored; error: unknown; reason?: unknown },
): PartialError {
  const names = isAmbiguous(error) ? wireOf(changes).sent : [];
  const marked = [...new Set([...unconfirmedIn(stored), ...names])];
  const kept = isAmbiguous(error) ? { ...stored, [unconfirmedKey]: marked } : stored;
  const what = { connection, definition, verb: "update", declared, stored, recordId: id } as const;
  return partialError(what, reason, kept);
}
