import type { Declared, Live, Stored, Wire } from "../../api/form.ts";
import { ignoredProperty } from "../../errors/up.ts";
import { type Definition, isAdoptOnly } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isAmbiguous, isRejected } from "../client/errors.ts";
import { describeOverwriting, findRecordToAdopt } from "./adopt.ts";
import { compare } from "./compare.ts";
import { isToBeRestored } from "./diff.ts";
import { explainUpdateError, findReason } from "./explain.ts";
import type { ExistingRecord, Scope } from "./find.ts";
import { hubOf, open, requireHub } from "./hub.ts";
import { requireNoLeftover } from "./leftover.ts";
import { explaining, isPartial, PartialError, partialError, subject } from "./operation-error.ts";
import type { Owners } from "./owners.ts";
import { postOnce } from "./post-once.ts";
import { findRecordToRestore, restore } from "./restore.ts";
import { asFirst, offsetIn } from "./series/series.ts";
import { followSeries, type Step, syncSeries, type Update } from "./series/update.ts";
import {
  adoptionKey,
  declaredIn,
  declaresSeries,
  isSeries,
  recordIdOf,
  storedAs,
  unconfirmedIn,
  unconfirmedKey,
} from "./state.ts";
import { storedByRead, storedFrom } from "./stored.ts";
import { wireOf, wireOfPost, wireOfPut } from "./wire.ts";

/** What the program says of one resource. */
interface Declaration {
  readonly declared: Declared;
  readonly owners: Owners;
}

export interface Reconciled {
  readonly recordId: string;
  readonly stored: Stored;
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
    const finish = (synced: Existing) => resultOf(synced, declared);
    if (scope.definition.series === undefined)
      return finish(await sync(existing, planned, { changes: planned.changes }));
    return await syncSeries(existing, planned, { sync, finish });
  } catch (error) {
    // If another resource has the record, it stays with that one.
    if (observed?.origin === "adopted" && !isPartial(error)) release(observed);
    throw error;
  }
}

const release = ({ record: { definition, recordId, owners }, stored = {} }: Observed) =>
  owners.noteFailedAdoption(definition, recordId, stored[adoptionKey]);

/** An existing record and what we know of it. */
interface Existing {
  readonly record: ExistingRecord;
  readonly origin: "state" | "adopted" | "created";
  /** What the state held before this operation. @default this operation created the record */
  readonly stored?: Stored;
  /** The record as responses in this operation showed it. */
  readonly live: Live;
  /** Names of the properties that this operation has sent. */
  readonly sent: ReadonlySet<string>;
  /**
   * Whether this operation created or restored the record, so that the state has to keep it even if a later step fails.
   */
  readonly isNew: boolean;
}

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

/** Sends exactly the differences: one PUT, or no request. */
async function sync(existing: Existing, { stored, declared }: Update, { changes, reach }: Step): Promise<Existing> {
  const { record, live, sent } = existing;
  const { definition, collection, recordId } = record;
  const changed = wireOf(changes);
  if (changed.sent.size === 0) return existing;
  try {
    const wire = await wireOfPut(record, changed.wire, { stored, declared, reach });
    const returned = asFirst(definition, await collection.put(recordId, wire), offsetIn(stored, recordId));
    return {
      ...existing,
      live: { ...stillValid(definition, live, wire), ...returned },
      sent: new Set([...sent, ...changed.sent]),
    };
  } catch (error) {
    throw await unsynced(existing, declared, { error, unsent: changed.sent });
  }
}

/**
 * Returns the fields of earlier responses that a PUT doesn't change, because its response may lack them. If it changes a
 * property that responses show elsewhere, such as in the flags, only fields of other properties are sure to be valid.
 */
function stillValid({ properties, outputs }: Definition, live: Live, wire: Wire): Live {
  const described = [...Object.values(properties), ...Object.values(outputs)].map((described) => described.wire);
  const isShownElsewhere = Object.values(properties).some(({ requestOnly, wire: key }) => requestOnly && key in wire);
  return Object.fromEntries(
    Object.entries(live).filter(([key]) => !(key in wire) && (!isShownElsewhere || described.includes(key))),
  );
}

/** Returns the error for a failed PUT: if the record has to be kept, its current values go into the state. */
async function unsynced(
  existing: Existing,
  declared: Declared,
  { error, unsent }: { error: unknown; unsent: ReadonlySet<string> },
): Promise<unknown> {
  const { record, origin, stored, isNew } = existing;
  const isUnknown = isAmbiguous(error);
  const reason = isNew ? error : await findReason(error, () => explainUpdateError(record, declared, error));
  if (!isNew && (origin === "adopted" || !isUnknown)) return reason;
  const before = declaredIn(record.definition, stored ?? {});
  const inEffect = Object.fromEntries(
    Object.entries({ ...before, ...declared }).flatMap(([name, value]) =>
      unsent.has(name) ? (name in before ? [[name, before[name]]] : []) : name in declared ? [[name, value]] : [],
    ),
  );
  const kept = origin === "state" && stored !== undefined ? stored : storedAfter(existing, inEffect).stored;
  const { definition, collection, recordId } = record;
  const { connection } = collection;
  const what = { connection, definition, verb: "update", declared, stored: kept, recordId } as const;
  return partialError(what, reason, isUnknown ? withUnconfirmed(kept, unsent) : kept);
}

const withUnconfirmed = (stored: Stored, names: ReadonlySet<string>): Stored => ({
  ...stored,
  [unconfirmedKey]: [...new Set([...unconfirmedIn(stored), ...names])],
});

/** Computes what the state holds after reading the record. */
const storedAfterRead = ({ definition, collection }: Scope, live: Live, stored?: Stored): Stored =>
  storedByRead({ definition, live, hub: collection.hub }, stored);

/** Computes what the state holds after the requests of this operation. */
const storedAfter = ({ record, live, stored = {}, sent }: Existing, declared: Declared) =>
  storedFrom({ definition: record.definition, live, hub: record.collection.hub }, { stored, declared, sent });

/**
 * Returns the record and what the state holds of it after the operation.
 *
 * @throws PartialError if the API accepted a property but kept another value: the state gets the live value, so that
 * the next preview still shows the difference
 */
function resultOf(synced: Existing, declared: Declared): Reconciled {
  const { stored, ignored } = storedAfter(synced, declared);
  const { definition, recordId } = synced.record;
  if (ignored.length === 0) return { recordId, stored };
  const valueIn = (name: string) =>
    definition.properties[name]?.secret ? "a different value" : JSON.stringify(stored[name]);
  const kept = ignored.map((name) => `${name} is ${valueIn(name)} there`).join(", ");
  const message = ignoredProperty({
    subject: subject({ definition, declared, recordId }),
    properties: ignored.join(", "),
    kept,
  });
  throw new PartialError(message, { recordId, stored });
}
