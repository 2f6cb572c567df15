import { type Declared, holdsUnknown, type Live } from "../../model/api/form.ts";
import { isDeleted } from "../../model/api/live.ts";
import { type Definition, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { ifError, isStatusHubError, StatusHubError } from "../client/errors.ts";
import { adoptionFailed, hubKept, noSuchRecord, recordAdopted, recordKept, takenStays } from "../errors/read.ts";
import { overwritten } from "../errors/up.ts";
import { type Change, compare } from "./forms/compare.ts";
import { deployedEnd, type Page, planUpdate, updatesByPage } from "./forms/phase.ts";
import { asPublic, isAdopting, isLookup, type Known, recordIdOf } from "./forms/state.ts";
import { stateAfterRead } from "./forms/stored.ts";
import { adoptRecord } from "./record/adopt.ts";
import { makeRecord } from "./record/create.ts";
import { deleteRecord } from "./record/delete.ts";
import { hubNamedIn, hubOf, requireHub } from "./record/hub.ts";
import { findEqual, recoverRecord } from "./record/leftover.ts";
import { explaining, type OperationContext, OperationError, subject } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";
import { foundAs, type ReadResult, readRecord, unlessDeleted } from "./record/read.ts";
import { open, type Scope, type Target } from "./record/scope.ts";
import { type Planned, requirePossible, updateRecord } from "./record/update.ts";
import { adoptSeries } from "./series/adopt.ts";
import { findEqualSeries, makeSeries, recoverSeries } from "./series/create.ts";
import { readLeftOfSeries } from "./series/dates.ts";
import { removeSeries } from "./series/delete.ts";
import { readPage } from "./series/note.ts";
import { readSeries } from "./series/read.ts";
import { updateSeries } from "./series/update.ts";

/*
 * The operations on a resource. Each opens the hub, and chooses by the kind: what may repeat goes to `series/`, which hands a
 * single record to `record/`.
 */

/** The operations on the records of a kind. */
interface Operations {
  /** @returns undefined if the program adopts none, so that one is made */
  adopt(scope: Scope, declared: Declared): Promise<Known | undefined>;
  make(scope: Scope, declared: Declared): Promise<Known>;
  /** @returns undefined if the record is gone */
  read(scope: Scope, kept: Known): Promise<ReadResult | undefined>;
  /** Reads what the page shows of a record that may be over. */
  readPage(scope: Scope, kept: Known): Promise<Page>;
  update(scope: Scope, kept: Known, planned: Planned): Promise<Known>;
  /** @returns what stays, or may remain */
  remove(record: Target, kept: Known): Promise<string | undefined>;
  /** Reads the record by which a program could adopt it again. @returns undefined if it is deleted */
  readLeft(scope: Scope, kept: Known): Promise<Live | undefined>;
  /** Finds the records that a create would double: what an interrupted one has left, or what somebody else manages. */
  findLeftovers(scope: Scope, declared: Declared): Promise<readonly Live[]>;
  /** Says what a create that was interrupted after it had made this record would have left in the state. */
  recover(scope: Scope, declared: Declared, live: Live): Promise<Known>;
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
    return undefined;
  },
  readLeft: ({ collection }, { id }) => unlessDeleted(collection.get)(id),
  findLeftovers: findEqual,
  recover: recoverRecord,
};

/** They need the scope of a kind that may repeat. `operationsFor` makes sure of that. */
const ofSeries = {
  adopt: adoptSeries,
  make: makeSeries,
  read: readSeries,
  readPage,
  update: updateSeries,
  remove: removeSeries,
  readLeft: readLeftOfSeries,
  findLeftovers: findEqualSeries,
  recover: recoverSeries,
};

export const operationsFor = ({ series }: Definition): Operations => (series === undefined ? ofRecords : ofSeries);

interface Shared {
  readonly owners: Owners;
  /** @default nothing is shown */
  readonly say?: Scope["say"];
}

interface Place {
  /** Names the hub. @default the declaration, or else the state */
  readonly named?: { readonly declared: Declared };
}

/** Opens the hub for an operation, and reports its failure in terms of the resource. */
function inHub<Result>(
  account: Account,
  { owners, say = () => undefined, named, ...what }: Omit<OperationContext, "connection"> & Shared & Place,
  operate: (scope: Scope) => Promise<Result>,
): Promise<Result> {
  const { definition, recordId } = what;
  const { connection, trouble } = account.client;
  return explaining({ ...what, connection, trouble }, async () => {
    const hub = hubOf(definition, { ...what, id: recordId, ...named });
    const collection = await open(account, definition, hub);
    return operate({ definition, collection, owners, say });
  });
}

/** A line about an operation that has succeeded. */
export interface Remark {
  readonly severity: "info" | "warning";
  readonly line: string;
}

/**
 * Creates the record that a program declares, or adopts the existing one.
 *
 * @returns what Pulumi keeps, and what to say of an adoption
 */
export function create(
  account: Account,
  definition: Definition,
  { declared, ...shared }: { readonly declared: Declared } & Shared,
): Promise<Known & { readonly remark: Remark | undefined }> {
  const isHub = isAdoptOnly(definition);
  const verb = isHub ? "adopt" : "create";
  return inHub(account, { definition, verb, declared, ...shared }, async (scope) => {
    const operations = operationsFor(definition);
    const overwriting = isHub ? await describeOverwriting(account, scope, declared) : undefined;
    const adopted = isHub || isAdopting(declared) ? await operations.adopt(scope, declared) : undefined;
    if (adopted === undefined) return { ...(await operations.make(scope, declared)), remark: undefined };
    return { ...adopted, remark: isHub ? overwriting : describeAdoption(definition, adopted, declared) };
  });
}

/** Says beforehand what the next updates don't do. */
function describeAdoption(definition: Definition, { id, state }: Known, declared: Declared): Remark {
  const what = subject({ definition, declared, recordId: id });
  return { severity: "info", line: recordAdopted({ what, time: String(state.values.createdAt) }) };
}

/** Describes what the adoption of a hub overwrites. The API can't create hubs, so a new Hub resource always adopts an existing one. */
async function describeOverwriting(
  { hubs }: Account,
  { definition, collection }: Scope,
  declared: Declared,
): Promise<Remark | undefined> {
  const live = await hubs.find(collection.hub.subdomain);
  if (live === undefined) return undefined;
  const state = stateAfterRead({ definition, collection: { hub: { id: String(live.id) } } }, live);
  const isOverwritten = ({ name, wire }: Change) =>
    wire !== undefined && !holdsUnknown(wire) && state.values[name] !== null && state.values[name] !== "";
  const names = compare(definition, state, declared)
    .filter(isOverwritten)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  // The values aren't shown, because the program may keep them secret.
  const line = overwritten({ kind: definition.kind, id: String(live.id), properties: names.join(" and ") });
  return { severity: "warning", line };
}

/** Updates a resource's record to what the program declares, and restores a deleted one if the API can. */
export function update(
  account: Account,
  definition: Definition,
  { id, state, declared, ...shared }: Known & Shared & { readonly declared: Declared },
): Promise<Known> {
  const recordId = recordIdOf(id, state.values);
  // A maintenance that is over is where it was, whatever hub the program names.
  const isOver = deployedEnd(definition, state, account.client.serverTime()) === "over";
  const named = { declared: { ...declared, hub: isOver ? state.values.hub : declared.hub } };
  const what = { definition, verb: "update", declared, stored: state.values, recordId, named, ...shared } as const;
  const operations = operationsFor(definition);
  return inHub(account, what, async (scope) => {
    const { collection } = scope;
    const kept = { id: recordId, state };
    const isByPage = updatesByPage(definition, state, declared, collection.serverTime());
    const page = isByPage ? await operations.readPage(scope, kept) : undefined;
    const plan = planUpdate(definition, { state, declared, page }, collection.serverTime());
    if (plan.isOver) {
      const updated = await operations.update(scope, kept, {
        declared: { ...declared, hub: state.values.hub },
        page,
        plan,
      });
      return { ...updated, state: asPublic(definition, updated.state) };
    }
    await requireHub(account, collection.hub, state.values, declared);
    if (definition.period !== undefined) requirePossible(plan);
    return operations.update(scope, kept, { declared, page, plan });
  });
}

/** Reads what the page shows of a record that may be over, which a diff then asks. */
export function readPageOf(
  account: Account,
  definition: Definition,
  { id, state, ...shared }: Known & Shared,
): Promise<Page> {
  const recordId = recordIdOf(id, state.values);
  return inHub(account, { definition, verb: "read", stored: state.values, recordId, ...shared }, (scope) =>
    operationsFor(definition).readPage(scope, { id: recordId, state }),
  );
}

/**
 * Reads a record. Returns `undefined` if it is gone: a 404, or deleted for good, in a hub that this API key can see.
 *
 * @param state the state, or what the program declares if it looks a record up by ID
 * @throws OperationError if a lookup finds no record
 */
export function read(
  account: Account,
  definition: Definition,
  { id, state, ...shared }: Known & Shared,
): Promise<ReadResult | undefined> {
  const recordId = recordIdOf(id, state.values);
  const readOne = isLookup(definition, state.values) ? readNamed : operationsFor(definition).read;
  return inHub(account, { definition, verb: "read", stored: state.values, recordId, ...shared }, (scope) =>
    readOne(scope, { id: recordId, state }),
  );
}

/** @throws OperationError if the record that a program looks up by its ID doesn't exist */
async function readNamed(scope: Scope, { id, state }: Known): Promise<ReadResult> {
  const live = await scope.collection.read(id);
  if (live !== undefined && !isDeleted(live)) return foundAs({ ...scope, id }, live, state);
  const { subdomain } = hubNamedIn(state.values);
  const place = subdomain === undefined ? "" : ` in hub "${subdomain}"`;
  throw new OperationError(noSuchRecord({ kind: scope.definition.kind, id: JSON.stringify(id), place }));
}

/**
 * Deletes a record; if it is already deleted, that's a success. Hubs stay as they are, and so does what was taken, or is over on the page.
 *
 * @returns what stays, or may remain
 */
export async function remove(
  account: Account,
  definition: Definition,
  { id, state, owners }: Known & Shared,
): Promise<Remark | undefined> {
  const recordId = recordIdOf(id, state.values);
  const kept = { id: recordId, state };
  const what = subject({ definition, stored: state.values, recordId });
  const info = (line: string): Remark => ({ severity: "info", line });
  if (definition.operations.delete === undefined) return info(hubKept({ what }));
  // After a rename in the program, the new resource may have adopted the record before the old one is deleted. A resource that
  // becomes a lookup is how people stop managing a record. Pulumi calls that a replacement.
  const claim = owners.claimOn(definition, { id, state });
  if (claim === "taken") return info(recordKept.adopted({ what }));
  if (claim === "looks up") return info(recordKept.lookedUp({ what }));
  const context = {
    connection: account.client.connection,
    definition,
    verb: "delete",
    stored: state.values,
    recordId,
  } as const;
  if (claim === "adopts") return explaining(context, () => Promise.reject(new StatusHubError(adoptionFailed())));
  const operations = operationsFor(definition);
  const inPlace = <Result>(operate: (record: Target) => Promise<Result>) =>
    inHub(account, { ...context, owners }, (scope) => operate({ ...scope, id: recordId }));
  if (state.taken === true) {
    const left = await inPlace((record) => operations.readLeft(record, kept)).catch(
      // A failed read is no reason to fail: nothing is deleted.
      ifError(isStatusHubError, () => ({ id: recordId })),
    );
    return left && { severity: "warning", line: takenStays({ what, id: String(left.id) }) };
  }
  const line = await inPlace((record) => operations.remove(record, kept));
  return line === undefined ? undefined : info(line);
}
