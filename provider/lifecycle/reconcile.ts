import type { Declared, Live, Stored } from "../../api/form.ts";
import { type Definition, isAdoptOnly } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isRejected } from "../client/errors.ts";
import { describeOverwriting, findRecordToAdopt } from "./adopt.ts";
import { isToBeRestored } from "./diff.ts";
import { compare } from "./forms/compare.ts";
import { adoptionKey, declaredIn, declaresSeries, isSeries, recordIdOf, storedAs } from "./forms/state.ts";
import { storedByRead } from "./forms/stored.ts";
import { wireOfPost } from "./forms/wire.ts";
import { postOnce } from "./record/create-once.ts";
import { findReason } from "./record/explain.ts";
import type { Scope } from "./record/find.ts";
import { hubOf, open, requireHub } from "./record/hub.ts";
import { requireNoLeftover } from "./record/leftover.ts";
import { explaining, isPartial } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";
import { type Existing, type Reconciled, resultOf, sync, type Update } from "./record/put.ts";
import { findRecordToRestore, restore } from "./record/restore.ts";
import { followSeries, syncSeries } from "./series/update.ts";

/** What the program says of one resource. */
interface Declaration {
  readonly declared: Declared;
  readonly owners: Owners;
}

/** Creates the record that a program declares, or adopts the existing one. */
export function create(
  account: Account,
  definition: Definition,
  { declared, owners }: Declaration,
): Promise<Reconciled & { readonly warning: string | undefined }> {
  const { connection } = account.client;
  const verb = isAdoptOnly(definition) ? "adopt" : "create";
  return explaining({ connection, definition, verb, declared }, async () => {
    const collection = await open(account, definition, hubOf(definition, { declared }));
    const warning = describeOverwriting(definition, await account.hubs.find(collection.hub.subdomain), declared);
    return { ...(await reconcile({ definition, collection, owners }, { declared })), warning };
  });
}

/** Updates a resource's record to what the program declares, and restores a deleted one if the API can. */
export function update(
  account: Account,
  definition: Definition,
  { id, stored, declared, owners }: Declaration & { readonly id: string; readonly stored: Stored },
): Promise<Reconciled> {
  const recordId = recordIdOf(id, stored);
  const { connection } = account.client;
  return explaining({ connection, definition, verb: "update", declared, stored, recordId }, async () => {
    const collection = await open(account, definition, hubOf(definition, { recordId, stored, declared }));
    await requireHub(account, collection.hub, stored, declared);
    return reconcile({ definition, collection, owners }, { declared, inState: { recordId, stored } });
  });
}

interface Resource {
  readonly declared: Declared;
  /** Its record in the state; absent if the resource is new. */
  readonly inState?: Reconciled;
}

/** Observes the record, ensures that it exists, and syncs the differences. */
async function reconcile(scope: Scope, resource: Resource): Promise<Reconciled> {
  const { declared } = resource;
  const observed = await observe(scope, resource);
  try {
    const existing = await ensure(scope, observed, declared);
    const planned = updateOf(existing, declared);
    const { definition } = scope;
    if (isSeries(definition, planned.stored) || declaresSeries(definition, declared))
      return await syncSeries(existing, planned);
    return resultOf(await sync(existing, planned, { changes: planned.changes }), declared);
  } catch (error) {
    // If another resource has the record, it stays with that one.
    if (observed?.origin === "adopted" && !isPartial(error)) release(observed);
    throw error;
  }
}

const release = ({ record: { definition, recordId, owners }, stored = {} }: Observed) =>
  owners.noteFailedAdoption(definition, recordId, stored[adoptionKey]);

interface Observed extends Existing {
  readonly isDeleted: boolean;
}

const nothing: ReadonlySet<string> = new Set();

/** Returns the record of the state, reading it only if it is a series, or reads the one that the program adopts. */
async function observe(scope: Scope, { declared, inState }: Resource): Promise<Observed | undefined> {
  const unsent = { sent: nothing, isNew: false };
  if (inState !== undefined) {
    const { recordId, stored } = isSeries(scope.definition, inState.stored)
      ? await followSeries(scope, inState, declared)
      : inState;
    const isDeleted = isToBeRestored(stored, declared);
    return { ...unsent, record: { ...scope, recordId }, origin: "state", stored, live: {}, isDeleted };
  }
  const adopted = await findRecordToAdopt(scope, declared);
  if (adopted === undefined) return undefined;
  const { live, adoption, isDeleted } = adopted;
  const record = { ...scope, recordId: String(live.id) };
  return { ...unsent, record, origin: "adopted", stored: storedAfterRead(record, live, adoption), live, isDeleted };
}

/** Makes sure that the record exists, with one POST or by restoring a deleted one. */
async function ensure(scope: Scope, observed: Observed | undefined, declared: Declared): Promise<Existing> {
  if (observed === undefined) return make(scope, declared);
  const { origin, stored = {}, isDeleted } = observed;
  if (!isDeleted) return observed;
  const before = origin === "state" ? declaredIn(scope.definition, stored) : declared;
  const { record, live } = await restore(observed.record, before);
  scope.owners.noteWritten(scope.definition, record.recordId, stored[adoptionKey]);
  return { ...observed, record, stored: storedAfterRead(record, live, stored), live, isNew: true };
}

async function make(scope: Scope, declared: Declared): Promise<Existing> {
  const { definition } = scope;
  const hidden = hiddenUntilWhole(definition, declared);
  const draft = { ...declared, ...hidden };
  const post = wireOfPost(definition, draft);
  const sent = new Set([...post.sent].filter((name) => !(name in hidden)));
  await requireNoLeftover(scope, declared, sent);
  try {
    const live = await postOnce(scope, draft, post);
    const record = { ...scope, recordId: String(live.id) };
    // Until the record is whole, it counts as declared hidden, so that the next write publishes it.
    const stored = storedAs(hidden);
    return { record, origin: "created", stored, live, sent, isNew: true };
  } catch (error) {
    if (!isRejected(error)) throw error;
    const deleted = await findReason(error, () => findRecordToRestore(scope, declared, error));
    const { record, live } = await restore({ ...scope, recordId: String(deleted.id) }, declared);
    scope.owners.noteWritten(definition, record.recordId);
    return { record, origin: "created", stored: storedAfterRead(record, live), live, sent: nothing, isNew: true };
  }
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

const storedBefore = ({ record, live, stored, origin }: Existing): Stored =>
  origin === "created" ? { ...storedAfterRead(record, live), ...stored } : (stored ?? storedAfterRead(record, live));

function updateOf(existing: Existing, declared: Declared): Update {
  const stored = storedBefore(existing);
  const changes = compare(existing.record.definition, stored, declared).filter(({ name }) => !existing.sent.has(name));
  return { stored, declared, changes };
}

/** Computes what the state holds after reading the record. */
const storedAfterRead = ({ definition, collection }: Scope, live: Live, stored?: Stored): Stored =>
  storedByRead({ definition, live, hub: collection.hub }, stored);
