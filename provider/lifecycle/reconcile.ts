import type { Account } from "../client/account.ts";
import { isAmbiguous, isRejected } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import { type Definition, isAdopted, type Values } from "../resources/define.ts";
import { findRecordToAdopt } from "./adopt.ts";
import { bodyOf, changesBetween, postable } from "./changes.ts";
import { isToBeRestored } from "./diff.ts";
import { explainUpdateError, findDeletedTwin } from "./explain.ts";
import { attempt, isPartial, partialError } from "./failure.ts";
import type { ExistingRecord, Scope } from "./find.ts";
import { hubOf, open, requireHub } from "./hub.ts";
import { refuseLeftover } from "./leftover.ts";
import { overwrittenRemark } from "./overwritten.ts";
import type { Owners } from "./owners.ts";
import { postOnce } from "./post-once.ts";
import { restore } from "./restore.ts";
import { adoptionKey, declaredIn, recordIdOf, withUnconfirmed } from "./state.ts";
import { completed, describe } from "./write.ts";

/** What the program wants of one resource. */
export interface Desired {
  readonly news: Values;
  readonly owners: Owners;
}

export interface Reconciled {
  readonly recordId: string;
  readonly outputs: Values;
}

/** Creates the record that a program declares, or adopts the one that exists. */
export function create(
  account: Account,
  definition: Definition,
  { news, owners }: Desired,
): Promise<Reconciled & { readonly remark: string | undefined }> {
  const { connection } = account.client;
  const verb = isAdopted(definition) ? "adopt" : "create";
  return attempt({ connection, definition, verb, values: news }, async () => {
    const collection = await open(account, definition, hubOf(definition, undefined, news));
    const remark = overwrittenRemark(definition, await account.hubs.find(collection.hub.subdomain), news);
    return { ...(await reconcile({ definition, collection, owners }, { news })), remark };
  });
}

/** Brings the record of a resource to the declared values, and a deleted one back where the API can. */
export function update(
  account: Account,
  definition: Definition,
  { id, olds, news, owners }: Desired & { readonly id: string; readonly olds: Values },
): Promise<Reconciled> {
  const recordId = recordIdOf(id, olds);
  const { connection } = account.client;
  return attempt({ connection, definition, verb: "update", values: news, olds, recordId }, async () => {
    const collection = await open(account, definition, hubOf(definition, recordId, olds, news));
    await requireHub(account, collection.hub, olds, news);
    return reconcile({ definition, collection, owners }, { news, known: { recordId, outputs: olds } });
  });
}

interface Resource {
  readonly news: Values;
  /** Its record, and its outputs until now; absent where the resource is new. */
  readonly known?: Reconciled;
}

/** Observes what is there, ensures that the record exists, and syncs what differs. */
async function reconcile(scope: Scope, resource: Resource): Promise<Reconciled> {
  const observed = await observe(scope, resource);
  try {
    const ensured = await ensure(scope, observed, resource);
    return { recordId: ensured.record.recordId, outputs: await sync(ensured, resource.news) };
  } catch (error) {
    if (observed?.origin === "adopted" && !isPartial(error)) release(observed);
    throw error;
  }
}

/** An adoption that fails leaves the record to the resource that has it, if one has. */
const release = ({ record: { definition, recordId, owners }, outputs }: Observed) =>
  owners.noteFailedAdoption(definition, recordId, outputs[adoptionKey]);

interface Observed {
  readonly record: ExistingRecord;
  /** What describes the record before it is synced. */
  readonly outputs: Values;
  readonly isDeleted: boolean;
  readonly origin: "state" | "adopted";
}

/** The record of the state, or the one that the program adopts. */
async function observe(scope: Scope, { news, known }: Resource): Promise<Observed | undefined> {
  if (known !== undefined) {
    const { recordId, outputs } = known;
    return { record: { ...scope, recordId }, outputs, isDeleted: isToBeRestored(outputs, news), origin: "state" };
  }
  const adopted = await findRecordToAdopt(scope, news);
  if (adopted === undefined) return undefined;
  const { live, adoption, isDeleted } = adopted;
  const outputs = { ...asItIs(scope, live, news), ...adoption };
  return { record: { ...scope, recordId: String(live.id) }, outputs, isDeleted, origin: "adopted" };
}

interface Ensured extends Pick<Observed, "record" | "outputs"> {
  /** A new record exists by this operation, so that the state has to keep it whatever happens next. */
  readonly origin: "state" | "adopted" | "new";
}

/** Makes sure that the record exists: by one POST, or by restoring a deleted one. */
async function ensure(scope: Scope, observed: Observed | undefined, { news, known }: Resource): Promise<Ensured> {
  if (observed === undefined) return make(scope, news);
  if (!observed.isDeleted) return observed;
  const declared = known === undefined ? news : declaredIn(scope.definition, known.outputs);
  const { record, live } = await restore(observed.record, declared);
  const { [adoptionKey]: adoption } = observed.outputs;
  scope.owners.noteDeclared(scope.definition, record.recordId, adoption);
  const outputs =
    known === undefined
      ? { ...asItIs(record, live, news), [adoptionKey]: adoption }
      : describe(record, live, { olds: known.outputs, declared });
  return { record, outputs, origin: "new" };
}

async function make(scope: Scope, news: Values): Promise<Ensured> {
  const { definition } = scope;
  const declared = postable(definition, news);
  const body = bodyOf(changesBetween(definition, {}, declared));
  await refuseLeftover(scope, news, body.sent);
  try {
    const live = await postOnce(scope, news, body);
    const record = { ...scope, recordId: String(live.id) };
    return { record, outputs: describe(record, live, { olds: {}, declared, sent: body.sent }), origin: "new" };
  } catch (error) {
    if (!isRejected(error)) throw error;
    const twin = await findDeletedTwin(scope, news, error);
    const { record, live } = await restore({ ...scope, recordId: String(twin.id) }, news);
    scope.owners.noteDeclared(definition, record.recordId);
    return { record, outputs: asItIs(record, live, news), origin: "new" };
  }
}

/** A record that exists. What the program declares otherwise does not count as declared until it is synced. */
function asItIs(scope: Scope, live: ApiRecord, news: Values): Values {
  const record = { ...scope, recordId: String(live.id) };
  const found = describe(record, live, { olds: {}, declared: {} });
  const { sent } = bodyOf(changesBetween(scope.definition, found, news));
  const declared = Object.fromEntries(Object.entries(news).filter(([name]) => !sent.has(name)));
  return describe(record, live, { olds: found, declared });
}

/** Sends one PUT of exactly what differs, or nothing. */
async function sync({ record, outputs, origin }: Ensured, news: Values): Promise<Values> {
  const { definition, collection, recordId } = record;
  const { body, sent } = bodyOf(changesBetween(definition, outputs, news));
  try {
    // Nothing differs on the wire: the outputs follow the program, as they do after a response that carries nothing.
    const live =
      sent.size === 0 ? {} : await collection.put(recordId, await completed(record, body, { outputs, news }));
    return describe(record, live, { olds: outputs, declared: news, sent });
  } catch (error) {
    if (isPartial(error)) throw error;
    const isUnknown = isAmbiguous(error);
    if (origin === "adopted" || (origin === "state" && !isUnknown)) throw await explainUpdateError(record, news, error);
    const { connection } = collection;
    const what = { connection, definition, verb: "update", values: news, olds: outputs, recordId } as const;
    throw partialError(what, error, isUnknown ? withUnconfirmed(outputs, sent) : outputs);
  }
}
