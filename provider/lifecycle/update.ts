import type { Declared } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { StatusHubError } from "../client/errors.ts";
import { isAmbiguous } from "../client/retry/outcomes.ts";
import { historyUnchanged } from "../errors/up.ts";
import { adopt } from "./adopt.ts";
import { make } from "./create.ts";
import { isToBeRestored } from "./diff.ts";
import { compare } from "./forms/compare.ts";
import { declaredIn, occurrencesKey, recordIdKey, recordIdOf, recordIdsIn, unconfirmedKey } from "./forms/state.ts";
import { type Update, wireOf } from "./forms/wire.ts";
import { explainUpdateError, findReason } from "./record/explain.ts";
import { made, type Writable } from "./record/history.ts";
import { hubOf, open, requireHub } from "./record/hub.ts";
import { type Kept, type Scope, unsent } from "./record/known.ts";
import { explaining } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";
import { put, resultOf } from "./record/put.ts";
import { restore } from "./record/restore.ts";
import { keptError, write, writeKept } from "./record/write.ts";
import { changesOfHistory, makesDates } from "./series/changes.ts";
import { endedIn, nextDate, shownOfHistory } from "./series/series.ts";
import { endRest, type Followed, follow } from "./series/update.ts";

/** Updates a resource's record to what the program declares, and restores a deleted one if the API can. */
export function update(
  account: Account,
  definition: Definition,
  { id, stored, declared, owners }: Kept & { readonly declared: Declared; readonly owners: Owners },
): Promise<Kept> {
  const recordId = recordIdOf(id, stored);
  const { connection } = account.client;
  return explaining({ connection, definition, verb: "update", declared, stored, recordId }, async () => {
    const collection = await open(account, definition, hubOf(definition, { id: recordId, stored, declared }));
    await requireHub(account, collection.hub, stored, declared);
    const scope = { definition, collection, owners };
    const inState = { id: recordId, stored };
    if (isToBeRestored(stored, declared)) return restoreAndChange(scope, inState, declared);
    // The occurrence in the state may have ended. Then the update is for the next one.
    const { target, isCut, ...current } = await follow(scope, inState, declared);
    if (target !== undefined) return change(target, current, declared);
    const shown = await shownOfHistory(scope, current, await collection.get(current.id));
    const changes = changesOfHistory(definition, { ...current, shown, declared });
    const dates = replaceDates(scope, { ...current, isCut }, { declared, changes });
    await endRest(scope, inState, declared, isCut);
    return dates();
  });
}

/** Sends what differs from the state, without a read: Pulumi refreshes the state if the user wants that. */
async function change(record: Writable, { id, stored }: Kept, declared: Declared): Promise<Kept> {
  const changes = compare(record.definition, stored, declared);
  const send: typeof put = async (target, known, step) => {
    try {
      return await put(target, known, step);
    } catch (error) {
      const reason = await findReason(error, () => explainUpdateError(record, step, error, stored));
      // After any other failure, the state is still right as it is.
      throw isAmbiguous(error) ? keptError(record, step, { stored, error, reason }) : reason;
    }
  };
  return write(record, { id, stored, live: {}, sent: unsent }, { declared, changes }, send);
}

/**
 * What has ended doesn't change. So new dates make a new record, an earlier end of the series needs no more than the
 * deletion of what is left, and anything else is refused.
 *
 * @returns what is left to do
 */
function replaceDates(
  scope: Scope,
  { id, stored, isCut }: Omit<Followed, "target">,
  { declared, changes }: Update,
): () => Promise<Kept> {
  const { definition } = scope;
  const { sent } = wireOf(changes);
  const isNext = makesDates(definition, changes) && nextDate(scope, declared) !== undefined;
  const isOnlyCut = isCut && [...sent].every((name) => name === definition.series?.property);
  if (sent.size === 0 || (isOnlyCut && !isNext)) {
    const { [unconfirmedKey]: _, ...settled } = isCut
      ? { ...stored, [occurrencesKey]: endedIn(scope, stored) }
      : stored;
    return async () => resultOf({ ...scope, id }, { id, stored: settled, live: {}, sent: unsent }, declared);
  }
  if (!isNext) throw new StatusHubError(historyUnchanged.declared());
  const { adopt: asked } = declared;
  const isAnother = typeof asked === "string" && !recordIdsIn(id, stored).includes(asked);
  return async () => (isAnother ? asNext(await adopt(scope, declared)) : undefined) ?? make(scope, declared, true);
}

/** Pulumi keeps the resource under the ID of its earlier record. */
const asNext = (kept: Kept | undefined): Kept | undefined =>
  kept && { ...kept, stored: { [recordIdKey]: kept.id, ...kept.stored } };

/** The record may come back with another ID, so the state gets that even if the PUT fails. */
async function restoreAndChange(scope: Scope, { id, stored: before }: Kept, declared: Declared): Promise<Kept> {
  const { definition } = scope;
  const known = await restore({ ...scope, id }, declaredIn(definition, before), before);
  const changes = compare(definition, known.stored, declared);
  return writeKept(made({ ...scope, id: known.id }), known, { declared, changes }, known.stored);
}
