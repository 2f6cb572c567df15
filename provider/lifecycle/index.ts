import { type Declared, holdsUnknown, type Live } from "../../model/api/form.ts";
import { isLeft } from "../../model/api/live.ts";
import { type Definition, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { ifError, isStatusHubError, StatusHubError } from "../client/errors.ts";
import type { HubReference } from "../client/hubs.ts";
import { noSuchRecord } from "../errors/read.ts";
import { adoptionFailed, hubKept, recordAdopted, recordKept, takenStays } from "../errors/stays.ts";
import { overwritten } from "../errors/up.ts";
import { type Change, compare } from "./forms/compare.ts";
import { asPublic } from "./forms/deployed.ts";
import { deployedEnd } from "./forms/end.ts";
import type { Page } from "./forms/phase.ts";
import { planUpdate, updatesByPage } from "./forms/plan.ts";
import { isAdopting, isLookup, type Known, recordIdOf } from "./forms/state.ts";
import { stateAfterRead } from "./forms/stored.ts";
import { adoptRecord } from "./record/adopt.ts";
import { makeRecord } from "./record/create.ts";
import { deleteRecord } from "./record/delete.ts";
import { hubNamedIn, hubOf, requireHub } from "./record/hub.ts";
import { findEqual, recoverRecord } from "./record/leftover.ts";
import { explaining, type OperationContext, OperationError, subject } from "./record/operation-error.ts";
import { foundAs, type ReadResult, readRecord, unlessDeleted } from "./record/read.ts";
import { type Context, open, type Scope, type Target } from "./record/scope.ts";
import { type Planned, requirePossible, updateRecord } from "./record/update.ts";
import { adoptSeries } from "./series/adopt.ts";
import { findEqualSeries, makeSeries, recoverSeries } from "./series/create.ts";
import { removeSeries } from "./series/delete.ts";
import { mayBeSeries, type SeriesScope } from "./series/occurrences.ts";
import { readLeftOfSeries, readPage } from "./series/page.ts";
import { readSeries } from "./series/read.ts";
import { updateSeries } from "./series/update.ts";

/*
 * The operations on a resource. Each opens the hub, and chooses by the kind: what may repeat goes to `series/`, which hands a
 * single record to `record/`.
 */

/** The operations on the records of a kind. */
interface Operations {
  /** @returns undefined if the program adopts none, so that one is made */
  readonly adopt: (scope: Scope, declared: Declared) => Promise<Known | undefined>;
  readonly make: (scope: Scope, declared: Declared) => Promise<Known>;
  /** @returns undefined if the record is gone */
  readonly read: (scope: Scope, known: Known) => Promise<ReadResult | undefined>;
  /** Reads what the page shows of a record that may be over. */
  readonly readPage: (scope: Scope, known: Known) => Promise<Page>;
  readonly update: (scope: Scope, known: Known, planned: Planned) => Promise<Known>;
  /** Says what stays, or may remain. */
  readonly remove: (record: Target, known: Known) => Promise<void>;
  /** Reads the record by which a program could adopt it again. @returns undefined if it is deleted */
  readonly readLeft: (scope: Scope, known: Known) => Promise<Live | undefined>;
  /** Finds the records that a create would double: what an interrupted one has left, or what somebody else manages. */
  readonly findLeftovers: (scope: Scope, declared: Declared) => Promise<readonly Live[]>;
  /** Says what a create that was interrupted after it had made this record would have left in the state. */
  readonly recover: (scope: Scope, declared: Declared, live: Live) => Promise<Known>;
}

const ofRecords: Operations = {
  adopt: adoptRecord,
  make: makeRecord,
  read: readRecord,
  // Only a maintenance can be over.
  readPage: async () => undefined,
  update: updateRecord,
  async remove(record) {
    await deleteRecord(record);
  },
  readLeft: ({ collection }, { id }) => unlessDeleted(collection.get)(id),
  findLeftovers: findEqual,
  recover: recoverRecord,
};

const ofSeries: Operations = {
  adopt: (scope, declared) => adoptSeries(inSeries(scope), declared),
  make: (scope, declared) => makeSeries(inSeries(scope), declared),
  read: (scope, known) => readSeries(inSeries(scope), known),
  readPage: (scope, known) => readPage(inSeries(scope), known),
  update: (scope, known, planned) => updateSeries(inSeries(scope), known, planned),
  remove: (record, known) => removeSeries(inSeries(record), known),
  readLeft: (scope, known) => readLeftOfSeries(inSeries(scope), known),
  findLeftovers: (scope, declared) => findEqualSeries(inSeries(scope), declared),
  recover: (scope, declared, live) => recoverSeries(inSeries(scope), declared, live),
};

function inSeries<Place extends Scope>(place: Place): Place & SeriesScope {
  if (mayBeSeries(place)) return place;
  throw new TypeError(`${place.definition.kind} has no series.`);
}

export const operationsFor = ({ series }: Definition): Operations => (series === undefined ? ofRecords : ofSeries);

/** An operation on a resource, for its error, and the hub in which it takes place. */
interface Operation extends Pick<OperationContext, "verb" | "declared" | "stored" | "recordId"> {
  readonly hub: HubReference;
}

/** Opens the hub for an operation, and reports its failure in terms of the resource. */
function inHub<Result>(
  account: Account,
  context: Context,
  { hub, ...about }: Operation,
  operate: (scope: Scope) => Promise<Result>,
): Promise<Result> {
  const { definition, marked } = context;
  const { connection, trouble } = account.client;
  return explaining({ ...about, definition, marked, connection, trouble }, async () => {
    const collection = await open(account, definition, hub);
    return operate({ ...context, collection });
  });
}

/** Creates the record that a program declares, or adopts the existing one, and says what that means. */
export function create(account: Account, context: Context, declared: Declared): Promise<Known> {
  const { definition } = context;
  const isHub = isAdoptOnly(definition);
  const verb = isHub ? "adopt" : "create";
  const hub = hubOf(definition, { declared });
  return inHub(account, context, { verb, declared, hub }, async (scope) => {
    const operations = operationsFor(definition);
    if (!isHub && !isAdopting(declared)) return operations.make(scope, declared);
    // Described before the adoption, which changes what is there, and said only if that succeeds.
    const overwriting = isHub ? await describeOverwriting(account, scope, declared) : undefined;
    const adopted = await operations.adopt(scope, declared);
    if (adopted === undefined) return operations.make(scope, declared);
    if (overwriting !== undefined) scope.say("warning", overwriting);
    if (!isHub) scope.say("info", describeAdoption(scope, adopted, declared));
    return adopted;
  });
}

/** Says beforehand what the next updates don't do. */
function describeAdoption(scope: Scope, { id, state }: Known, declared: Declared): string {
  const what = subject({ ...scope, declared, recordId: id });
  return recordAdopted({ what, time: String(state.values.createdAt) });
}

/** Describes what the adoption of a hub overwrites. The API can't create hubs, so a new Hub resource always adopts an existing one. */
async function describeOverwriting(
  { hubs }: Account,
  { definition, collection }: Scope,
  declared: Declared,
): Promise<string | undefined> {
  const live = await hubs.find(collection.hub.subdomain);
  if (live === undefined) return undefined;
  // The state of a hub names itself as its hub.
  const state = stateAfterRead({ definition, collection: { hub: { id: String(live.id) } } }, live);
  const isOverwritten = ({ name, wire }: Change) =>
    wire !== undefined && !holdsUnknown(wire) && state.values[name] !== null && state.values[name] !== "";
  const names = compare(definition, state, declared)
    .filter(isOverwritten)
    .map(({ name }) => name);
  // The values aren't shown, because the program may keep them secret.
  const about = { kind: definition.kind, id: String(live.id), properties: names.join(" and ") };
  return names.length === 0 ? undefined : overwritten(about);
}

/** Updates a resource's record to what the program declares, and restores a deleted one if the API can. */
export function update(account: Account, context: Context, { id, state }: Known, declared: Declared): Promise<Known> {
  const { definition } = context;
  const recordId = recordIdOf(id, state.values);
  const known = { id: recordId, state };
  // `wasOver` is by the deployed program, and before the page was read. Such a record is looked for where it was, whatever hub the program
  // names now. `plan.isOver` is what has become of it, by the page, too: then it is history, or extended, and keeps its hub.
  const wasOver = deployedEnd(definition, state, account.client.serverTime()) === "over";
  const declaredInItsHub = { ...declared, hub: state.values.hub };
  const hub = hubOf(definition, {
    id: recordId,
    stored: state.values,
    declared: wasOver ? declaredInItsHub : declared,
  });
  const operation = { verb: "update", declared, stored: state.values, recordId, hub } as const;
  const operations = operationsFor(definition);
  return inHub(account, context, operation, async (scope) => {
    const { collection } = scope;
    const isByPage = updatesByPage(definition, state, declared, collection.serverTime());
    const page = isByPage ? await operations.readPage(scope, known) : undefined;
    const plan = planUpdate(definition, { state, declared, page }, collection.serverTime());
    if (plan.isOver) {
      const updated = await operations.update(scope, known, { declared: declaredInItsHub, page, plan });
      return { ...updated, state: asPublic(definition, updated.state) };
    }
    await requireHub(account, collection.hub, state.values, declared);
    if (definition.period !== undefined) requirePossible(plan);
    return operations.update(scope, known, { declared, page, plan });
  });
}

/** Reads what the page shows of a record that may be over, which a diff then asks. */
export function readPageOf(account: Account, context: Context, { id, state }: Known): Promise<Page> {
  const known = { id: recordIdOf(id, state.values), state };
  return inHub(account, context, onStored("read", context, known), (scope) =>
    operationsFor(scope.definition).readPage(scope, known),
  );
}

/** Returns an operation that only knows the state, and not the program. */
function onStored(verb: "read" | "delete", { definition }: Context, { id, state }: Known): Operation {
  const hub = hubOf(definition, { id, stored: state.values });
  return { verb, stored: state.values, recordId: id, hub };
}

/**
 * Reads a record. Returns `undefined` if it is gone: a 404, or deleted for good, in a hub that this API key can see.
 *
 * @param known has the state, or what the program declares if it looks a record up by ID
 * @throws OperationError if a lookup finds no record
 */
export function read(account: Account, context: Context, { id, state }: Known): Promise<ReadResult | undefined> {
  const { definition } = context;
  const known = { id: recordIdOf(id, state.values), state };
  const readOne = isLookup(definition, state.values) ? readNamed : operationsFor(definition).read;
  return inHub(account, context, onStored("read", context, known), (scope) => readOne(scope, known));
}

/** @throws OperationError if the record that a program looks up by its ID doesn't exist */
async function readNamed(scope: Scope, { id, state }: Known): Promise<ReadResult> {
  const live = await scope.collection.read(id);
  if (isLeft(live)) return foundAs({ ...scope, id }, live, state);
  const { subdomain } = hubNamedIn(state.values);
  const place = subdomain === undefined ? "" : ` in hub "${subdomain}"`;
  throw new OperationError(noSuchRecord({ kind: scope.definition.kind, id: JSON.stringify(id), place }));
}

/**
 * Deletes a record; if it is already deleted, that's a success. Says what stays, or may remain:
 *
 *     hub         stays: the API can't delete it
 *     owned       stays: after a rename in the program, the new resource may have adopted it before the old one is deleted
 *     looks up    stays: that is how people stop managing a record. Pulumi calls it a replacement
 *     adopts      fails, so that the state keeps it, too: another resource of the program adopts it, but hasn't done so yet, or it would
 *                 own it. The next run may succeed
 *     taken       stays: it was adopted and not made, so another stack or the team may count on it
 *     otherwise   is deleted, except what is over on the page
 */
export async function remove(account: Account, context: Context, { id, state }: Known): Promise<void> {
  const { definition, marked, owners, say } = context;
  const known = { id: recordIdOf(id, state.values), state };
  const operation = onStored("delete", context, known);
  const what = subject({ ...context, ...operation });
  if (definition.operations.delete === undefined) return say("info", hubKept({ what }));
  switch (owners.claimOn(definition, { id, state })) {
    case "owned":
      return say("info", recordKept.adopted({ what }));
    case "looks up":
      return say("info", recordKept.lookedUp({ what }));
    case "adopts": {
      const { connection } = account.client;
      const reject = () => Promise.reject(new StatusHubError(adoptionFailed()));
      return explaining({ ...operation, definition, marked, connection }, reject);
    }
    case undefined:
      if (state.taken === true) return leaveTaken(account, context, known, what);
      return inHub(account, context, operation, (scope) =>
        operationsFor(definition).remove({ ...scope, id: known.id }, known),
      );
  }
}

/** Leaves what a program has taken on the page, and says by which ID it can be adopted again. */
async function leaveTaken(account: Account, context: Context, known: Known, what: string): Promise<void> {
  const reading = inHub(account, context, onStored("delete", context, known), (scope) =>
    operationsFor(scope.definition).readLeft(scope, known),
  );
  // A failed read is no reason to fail: nothing is deleted.
  const left = await reading.catch(ifError(isStatusHubError, () => ({ id: known.id })));
  if (left !== undefined) context.say("warning", takenStays({ what, id: String(left.id) }));
}
