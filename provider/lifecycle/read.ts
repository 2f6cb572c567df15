import type { Account } from "../client/account.ts";
import type { HubAddress } from "../client/hubs.ts";
import type { Collection } from "../client/records.ts";
import type { ApiRecord } from "../client/request.ts";
import { type Definition, isAdopted, type Values } from "../resources/define.ts";
import { attempt, OperationError } from "./failure.ts";
import { liveValue } from "./property.ts";
import { outputsOfRead, recordIdOf, subdomainOf } from "./state.ts";

/** What a read found. */
export interface Found {
  readonly recordId: string;
  readonly outputs: Values;
  /** The live values of the declared properties, in the form in which a program declares them. */
  readonly inputs: Values;
}

/**
 * Reads a record. `undefined` means gone: a 404, or deleted for good, on a hub that this key can see.
 *
 * @param olds outputs of the state; or, for a look-up by id that a program asks for, the inputs that it gives
 */
export async function read(
  account: Account,
  definition: Definition,
  id: string,
  olds: Values,
): Promise<Found | undefined> {
  const recordId = recordIdOf(id, olds);
  const isLookUp = !Object.keys(definition.outputs).some((name) => name in olds);
  return attempt({ account, definition, verb: "read", values: olds, recordId }, async () => {
    const seen = await findRecord(account, definition, { recordId, olds });
    const found = seen && describe({ definition, recordId, olds, isLookUp, ...seen });
    if (found === undefined && isLookUp) {
      throw new OperationError(
        `There is no ${definition.kind} with the id ${JSON.stringify(id)}${olds.hub === undefined ? "" : ` in hub "${subdomainOf(olds.hub)}"`}. ` +
          "Ids are those of the API, such as 1234.",
      );
    }
    return found;
  });
}

interface Sighting {
  readonly hub: HubAddress;
  readonly record: ApiRecord;
}

async function findRecord(
  account: Account,
  definition: Definition,
  { recordId, olds }: { recordId: string; olds: Values },
): Promise<Sighting | undefined> {
  if (isAdopted(definition)) return findHub(account, recordId, olds);
  const hub = await account.hubs.resolve({ subdomain: subdomainOf(olds.hub), id: textOf(olds.hubId) });
  const record = await account.records.find(collectionOf(definition, hub), recordId, (candidate) =>
    isComplete(definition, candidate, olds),
  );
  if (record !== undefined) return { hub, record };
  // Gone is believed only while the hub itself is there: a wrong key or account must never empty a state.
  await account.hubs.confirm(hub);
  return undefined;
}

const textOf = (value: unknown) => (typeof value === "string" ? value : undefined);

async function findHub(account: Account, recordId: string, olds: Values): Promise<Sighting | undefined> {
  const hub = await account.hubs.resolve({ subdomain: textOf(olds.subdomain), id: recordId });
  const record = await account.hubs.find(hub.subdomain);
  return record && { hub, record };
}

/** The records of the definition's kind in a hub. */
export const collectionOf = ({ operations }: Definition, hub: HubAddress): Collection => ({
  hub,
  list: operations.list,
  get: operations.get,
});

/** A record of a list may lack fields; then the record itself is asked for. */
function isComplete(definition: Definition, record: ApiRecord, olds: Values): boolean {
  const properties = Object.entries(definition.properties).filter(
    ([name, property]) => olds[name] !== undefined && !property.writeOnly,
  );
  return (
    properties.every(([, property]) => liveValue(property, record, null) !== undefined) &&
    Object.values(definition.outputs).every((output) => output.read(record) !== undefined)
  );
}

/** Documented: a deleted record stays viewable and says so. */
export const isDeleted = (record: ApiRecord) => (record.flags as { deleted?: unknown } | undefined)?.deleted === true;

interface Description extends Sighting {
  readonly definition: Definition;
  readonly recordId: string;
  readonly olds: Values;
  readonly isLookUp: boolean;
}

function describe({ definition, recordId, olds, isLookUp, hub, record }: Description): Found | undefined {
  const deleted = isDeleted(record);
  // Documented: only subscriptions can be restored. Any other deleted record is as good as gone, and made anew.
  if (deleted && (isLookUp || definition.operations.restore === undefined)) return undefined;

  const declared = isLookUp ? { ...everything(definition, record), ...olds } : olds;
  const outputs = outputsOfRead({ definition, record, hub, olds, declared });
  const inputs: Values = {};
  for (const name of ["hub", ...Object.keys(definition.properties)]) {
    if (outputs[name] !== undefined) inputs[name] = outputs[name];
  }
  return deleted
    ? { recordId, outputs: { ...outputs, deleted: true }, inputs: { ...inputs, deleted: true } }
    : { recordId, outputs, inputs };
}

/** All live values, as a program would declare them. */
function everything(definition: Definition, record: ApiRecord): Values {
  const values: Values = {};
  for (const [name, property] of Object.entries(definition.properties)) {
    const live = liveValue(property, record, null);
    if (live !== undefined) values[name] = property.type.fromWire(live, undefined);
  }
  return values;
}
