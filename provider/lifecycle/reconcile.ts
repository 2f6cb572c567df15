import { ignoredProperty } from "../../errors/up.ts";
import { type Definition, isAdoptOnly, type Values } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isAmbiguous, isRejected } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import { describeOverwriting, findRecordToAdopt } from "./adopt.ts";
import { bodyOf, bodyOfPost, completed } from "./body.ts";
import { type Change, compare } from "./compare.ts";
import { withoutEndedSeries } from "./delete.ts";
import { isToBeRestored } from "./diff.ts";
import { explainUpdateError, findDeletedDuplicate, findReason } from "./explain.ts";
import { type ExistingRecord, liveOrNone, type Scope } from "./find.ts";
import { hubOf, open, requireHub } from "./hub.ts";
import { requireNoLeftover } from "./leftover.ts";
import { idsOf, withKnownOccurrences, withOccurrences } from "./occurrences.ts";
import { explaining, isPartial, PartialError, partialError, subject } from "./operation-error.ts";
import { outputsFrom, outputsOfRead } from "./outputs.ts";
import type { Owners } from "./owners.ts";
import { postOnce } from "./post-once.ts";
import { restore } from "./restore.ts";
import { asFirst, offsetIn } from "./series.ts";
import { followed, makesOccurrences, type Step, stepsOf, type Update, undoMove } from "./series-update.ts";
import {
  adoptionKey,
  declaredIn,
  declaredKey,
  declaresSeries,
  recordIdOf,
  unconfirmedIn,
  unconfirmedKey,
} from "./state.ts";

/** The desired inputs of one resource. */
export interface Desired {
  readonly desired: Values;
  readonly owners: Owners;
}

export interface Reconciled {
  readonly recordId: string;
  readonly outputs: Values;
}

/** Creates the record that a program declares, or adopts the existing one. */
export function create(
  account: Account,
  definition: Definition,
  { desired, owners }: Desired,
): Promise<Reconciled & { readonly warning: string | undefined }> {
  const { connection } = account.client;
  const verb = isAdoptOnly(definition) ? "adopt" : "create";
  return explaining({ connection, definition, verb, values: desired }, async () => {
    const collection = await open(account, definition, hubOf(definition, undefined, desired));
    const warning = describeOverwriting(definition, await account.hubs.find(collection.hub.subdomain), desired);
    return { ...(await reconcile({ definition, collection, owners }, { desired })), warning };
  });
}

/** Updates a resource's record to the desired values, and restores a deleted one if the API can. */
export function update(
  account: Account,
  definition: Definition,
  { id, outputs, desired, owners }: Desired & { readonly id: string; readonly outputs: Values },
): Promise<Reconciled> {
  const recordId = recordIdOf(id, outputs);
  const { connection } = account.client;
  return explaining({ connection, definition, verb: "update", values: desired, outputs, recordId }, async () => {
    const collection = await open(account, definition, hubOf(definition, recordId, outputs, desired));
    await requireHub(account, collection.hub, outputs, desired);
    return reconcile({ definition, collection, owners }, { desired, known: { recordId, outputs } });
  });
}

interface Resource {
  readonly desired: Values;
  /** Its record in the state; absent if the resource is new. */
  readonly known?: Reconciled;
}

/** Observes the record, ensures that it exists, syncs the differences and returns the result. */
async function reconcile(scope: Scope, resource: Resource): Promise<Reconciled> {
  const { desired } = resource;
  const observed = await observe(scope, resource);
  try {
    const ensured = await ensure(scope, observed, desired);
    const changes = changesOf(ensured, desired);
    const { collection, definition } = scope;
    if (!makesOccurrences(definition, changes, desired)) {
      const finished = await finish(ensured, desired, changes);
      return { ...finished, outputs: await withKnownOccurrences(scope, finished, collection.live) };
    }
    return await collection.inTurn(async () => {
      const before = idsOf(await liveOrNone(scope));
      const finished = await finish(ensured, desired, changes);
      const isRemade = changes.some(({ name }) => name === definition.series?.property);
      return {
        ...finished,
        outputs: await withOccurrences(scope, { ...finished, before, isRemade }, collection.liveNow),
      };
    });
  } catch (error) {
    // If another resource has the record, it stays with that one.
    if (observed?.origin === "adopted" && !isPartial(error)) release(observed);
    throw error;
  }
}

/** Syncs the changes and returns the result. */
async function finish(ensured: Existing, desired: Values, changes: readonly Change[]): Promise<Reconciled> {
  const synced = await sync(ensured, desired, changes);
  const { record } = synced;
  return { recordId: record.recordId, outputs: await withoutEndedSeries(record, outputsOf(synced, desired), desired) };
}

const release = ({ record: { definition, recordId, owners }, outputs = {} }: Observed) =>
  owners.noteFailedAdoption(definition, recordId, outputs[adoptionKey]);

/** An existing record and what we know of it. */
interface Existing {
  readonly record: ExistingRecord;
  readonly origin: "state" | "adopted" | "created";
  /** Outputs before this operation. @default this operation created the record */
  readonly outputs?: Values;
  /** The record as responses in this operation showed it. */
  readonly live: ApiRecord;
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

/** Returns the record in the state, or the one that the program adopts. */
async function observe(scope: Scope, { desired, known }: Resource): Promise<Observed | undefined> {
  const unsent = { sent: nothing, isNew: false };
  if (known !== undefined) {
    const { recordId, outputs } = await followed(scope, known, desired);
    const isDeleted = isToBeRestored(outputs, desired);
    return { ...unsent, record: { ...scope, recordId }, origin: "state", outputs, live: {}, isDeleted };
  }
  const adopted = await findRecordToAdopt(scope, desired);
  if (adopted === undefined) return undefined;
  const { live, adoption, isDeleted } = adopted;
  const record = { ...scope, recordId: String(live.id) };
  return { ...unsent, record, origin: "adopted", outputs: read(record, live, adoption), live, isDeleted };
}

/** Makes sure that the record exists, with one POST or by restoring a deleted one. */
async function ensure(scope: Scope, observed: Observed | undefined, desired: Values): Promise<Existing> {
  if (observed === undefined) return make(scope, desired);
  const { origin, outputs = {}, isDeleted } = observed;
  if (!isDeleted) return observed;
  const values = origin === "state" ? declaredIn(scope.definition, outputs) : desired;
  const { record, live } = await restore(observed.record, values);
  scope.owners.noteWritten(scope.definition, record.recordId, outputs[adoptionKey]);
  return { ...observed, record, outputs: read(record, live, outputs), live, isNew: true };
}

async function make(scope: Scope, desired: Values): Promise<Existing> {
  const { definition } = scope;
  const hidden = hiddenUntilWhole(definition, desired);
  const values = { ...desired, ...hidden };
  const post = bodyOfPost(definition, values);
  const sent = new Set([...post.sent].filter((name) => !(name in hidden)));
  await requireNoLeftover(scope, desired, sent);
  try {
    const live = await postOnce(scope, values, post);
    const record = { ...scope, recordId: String(live.id) };
    // Until the record is whole, it counts as declared hidden, so that the next write publishes it.
    const outputs = { ...hidden, [declaredKey]: Object.keys(hidden) };
    return { record, origin: "created", outputs, live, sent, isNew: true };
  } catch (error) {
    if (!isRejected(error)) throw error;
    const deleted = await findReason(error, () => findDeletedDuplicate(scope, desired, error));
    const { record, live } = await restore({ ...scope, recordId: String(deleted.id) }, desired);
    scope.owners.noteWritten(definition, record.recordId);
    return { record, origin: "created", outputs: read(record, live), live, sent: nothing, isNew: true };
  }
}

/**
 * A series needs a second request for its pattern, which the API may reject. So it is created hidden, and published with
 * its pattern.
 *
 * @returns the property that hides the new record; empty if it isn't a series
 */
function hiddenUntilWhole(definition: Definition, desired: Values): Values {
  if (!declaresSeries(definition, desired)) return {};
  const hiding = Object.entries(definition.properties).filter(([, { hides }]) => hides !== undefined);
  return Object.fromEntries(hiding.map(([name, { hides }]) => [name, hides]));
}

/** Returns the outputs before the changes. */
const outputsBefore = ({ record, live, outputs, origin }: Existing): Values =>
  origin === "created" ? { ...read(record, live), ...outputs } : (outputs ?? read(record, live));

const changesOf = (existing: Existing, desired: Values): Change[] =>
  compare(existing.record.definition, outputsBefore(existing), desired).filter(({ name }) => !existing.sent.has(name));

/** Sends exactly the differences: one PUT, or no request. A series may need one more, which undoes a manual change. */
async function sync(existing: Existing, desired: Values, changes: readonly Change[]): Promise<Existing> {
  const update = { outputs: outputsBefore(existing), desired, changes };
  let synced = existing;
  for (const step of stepsOf(existing.record.definition, update)) {
    await undoMove(synced.record, update, step);
    synced = await put(synced, update, step);
  }
  return synced;
}

async function put(existing: Existing, { outputs, desired }: Update, { changes, reach }: Step): Promise<Existing> {
  const { record, live, sent } = existing;
  const { definition, collection, recordId } = record;
  const changed = bodyOf(changes);
  if (changed.sent.size === 0) return existing;
  try {
    const body = await completed(record, changed.body, { outputs, desired, reach });
    const response = asFirst(definition, await collection.put(recordId, body), offsetIn(outputs, recordId));
    return {
      ...existing,
      live: { ...stillValid(definition, live, body), ...response },
      sent: new Set([...sent, ...changed.sent]),
    };
  } catch (error) {
    throw await unsynced(existing, desired, { error, unsent: changed.sent });
  }
}

/**
 * Returns the fields of earlier responses that a PUT doesn't change, because its response may lack them. If it changes a
 * property that responses show elsewhere, such as in the flags, only fields of other properties are sure to be valid.
 */
function stillValid({ properties, outputs }: Definition, live: ApiRecord, body: ApiRecord): ApiRecord {
  const described = [...Object.values(properties), ...Object.values(outputs)].map(({ wire }) => wire);
  const isShownElsewhere = Object.values(properties).some(({ requestOnly, wire }) => requestOnly && wire in body);
  return Object.fromEntries(
    Object.entries(live).filter(([key]) => !(key in body) && (!isShownElsewhere || described.includes(key))),
  );
}

/** Returns the error for a failed PUT: if the record has to be kept, its current values go into the state. */
async function unsynced(
  existing: Existing,
  desired: Values,
  { error, unsent }: { error: unknown; unsent: ReadonlySet<string> },
): Promise<unknown> {
  const { record, origin, outputs, isNew } = existing;
  const isUnknown = isAmbiguous(error);
  const reason = isNew ? error : await findReason(error, () => explainUpdateError(record, desired, error));
  if (!isNew && (origin === "adopted" || !isUnknown)) return reason;
  const before = declaredIn(record.definition, outputs ?? {});
  const inEffect = Object.fromEntries(
    Object.entries({ ...before, ...desired }).flatMap(([name, value]) =>
      unsent.has(name) ? (name in before ? [[name, before[name]]] : []) : name in desired ? [[name, value]] : [],
    ),
  );
  const kept = origin === "state" && outputs !== undefined ? outputs : describe(existing, inEffect).outputs;
  const { definition, collection, recordId } = record;
  const { connection } = collection;
  const what = { connection, definition, verb: "update", values: desired, outputs: kept, recordId } as const;
  return partialError(what, reason, isUnknown ? withUnconfirmed(kept, unsent) : kept);
}

const withUnconfirmed = (outputs: Values, names: ReadonlySet<string>): Values => ({
  ...outputs,
  [unconfirmedKey]: [...new Set([...unconfirmedIn(outputs), ...names])],
});

/** Computes the outputs of reading the record. */
const read = ({ definition, collection }: Scope, live: ApiRecord, outputs?: Values): Values =>
  outputsOfRead({ definition, record: live, hub: collection.hub }, outputs);

const describe = ({ record, live, outputs = {}, sent }: Existing, desired: Values) =>
  outputsFrom({ definition: record.definition, record: live, hub: record.collection.hub }, { outputs, desired, sent });

/**
 * Computes the outputs of the operation.
 *
 * @throws PartialError if the API accepted a property but kept another value: the state gets the live value, so that
 * the next preview still shows the difference
 */
function outputsOf(synced: Existing, desired: Values): Values {
  const { outputs, ignored } = describe(synced, desired);
  if (ignored.length === 0) return outputs;
  const { definition, recordId } = synced.record;
  const shown = (name: string) =>
    definition.properties[name]?.secret ? "another value" : JSON.stringify(outputs[name]);
  const kept = ignored.map((name) => `${name} is ${shown(name)} there`).join(", ");
  const message = ignoredProperty({
    subject: subject({ definition, values: desired, recordId }),
    properties: ignored.join(", "),
    kept,
  });
  throw new PartialError(message, { recordId, outputs });
}
