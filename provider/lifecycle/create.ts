import type { Declared } from "../../model/api/form.ts";
import { type Definition, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isRejected, StatusHubError } from "../client/errors.ts";
import { pastAnnounced } from "../errors/up.ts";
import { adopt, newAdoption } from "./adopt.ts";
import { compare } from "./forms/compare.ts";
import { asOccurrence, declaredFrom } from "./forms/occurrence.ts";
import { declaresSeries, recordIdKey, stateWith, withOffset } from "./forms/state.ts";
import { storedAfterRead } from "./forms/stored.ts";
import { wireOfPost } from "./forms/wire.ts";
import { createOnce } from "./record/create-once.ts";
import { findReason } from "./record/explain.ts";
import { made } from "./record/history.ts";
import { hubOf, open } from "./record/hub.ts";
import type { Kept, Known, Scope } from "./record/known.ts";
import { requireNoLeftover } from "./record/leftover.ts";
import { explaining } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";
import { findRecordToRestore, restore } from "./record/restore.ts";
import { writeKept } from "./record/write.ts";
import { nextDate } from "./series/series.ts";
import { describeOverwriting } from "./warning.ts";

/**
 * Creates the record that a program declares, or adopts the existing one.
 *
 * @returns what Pulumi keeps, and a warning if the adoption of a hub overwrites something
 */
export function create(
  account: Account,
  definition: Definition,
  { declared, owners }: { readonly declared: Declared; readonly owners: Owners },
): Promise<Kept & { readonly warning: string | undefined }> {
  const { connection } = account.client;
  const verb = isAdoptOnly(definition) ? "adopt" : "create";
  return explaining({ connection, definition, verb, declared }, async () => {
    const collection = await open(account, definition, hubOf(definition, { declared }));
    const warning = describeOverwriting(definition, await account.hubs.find(collection.hub.subdomain), declared);
    const scope = { definition, collection, owners };
    return { ...((await adopt(scope, declared)) ?? (await make(scope, declared))), warning };
  });
}

/**
 * Makes a new record: one POST, and one PUT of what a POST doesn't take. A series begins with the first date that isn't
 * over: nobody needs to hear of the others.
 *
 * @param isNext whether the resource has another record already, which has ended
 */
export async function make(scope: Scope, declared: Declared, isNext = false): Promise<Kept> {
  const { definition } = scope;
  const date = nextDate(scope, declared);
  if (date === undefined && definition.series?.announces(declared)) throw new StatusHubError(pastAnnounced());
  const offset = date ?? 0;
  const hidden = hiddenUntilWhole(definition, declared);
  const draft = declaredFrom(definition, { ...declared, ...hidden }, offset);
  const post = wireOfPost(definition, draft);
  const sent = new Set([...post.sent].filter((name) => !(name in hidden)));

  // A run that was killed after its POST has left a record that is in no state. A second POST would duplicate it.
  await requireNoLeftover(scope, declaredFrom(definition, declared, offset), sent);

  let known: Known;
  try {
    // If the response is lost, this searches for the record before it gives up or, if that is harmless, posts again.
    const live = await createOnce(scope, draft, post);
    const id = String(live.id);
    // The state only declares that the record is hidden. So the PUT shows it, or if that fails, the next up does.
    const stored = { ...stateWith(hidden), ...(isNext && { [recordIdKey]: id }), ...withOffset(id, offset) };
    known = { id, stored, live: asOccurrence(definition, live, -offset), sent };
  } catch (error) {
    if (!isRejected(error)) throw error;
    // A deleted record may still have the unique values of this one. Documented: then only restoring it helps.
    const deleted = await findReason(error, () => findRecordToRestore(scope, declared, error));
    // Its previous resource may leave the program in the same run, and mustn't delete it.
    known = await restore({ ...scope, id: String(deleted.id) }, declared, newAdoption());
  }

  // What the response shows already needn't be sent. What the POST has carried isn't sent again, whatever it shows:
  // `writeKept` decides whether the server has rewritten or ignored it.
  const shown = { ...storedAfterRead({ ...scope, live: known.live }), ...known.stored };
  const changes = compare(definition, shown, declared).filter(({ name }) => !known.sent.has(name));
  return writeKept(made({ ...scope, id: known.id }), known, { declared, changes });
}

/**
 * A series needs a second request for its pattern, which the API may reject. So it is created hidden, and published with
 * its pattern.
 *
 * @returns the property that hides the new record; empty if it isn't a series
 */
function hiddenUntilWhole(definition: Definition, declared: Declared): Declared {
  if (!declaresSeries(definition, declared)) return {};
  const hiding = Object.entries(definition.properties).filter(([, { hides }]) => hides !== undefined);
  return Object.fromEntries(hiding.map(([name, { hides }]) => [name, hides]));
}
