import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isDeleted } from "../client/collection.ts";
import { noSuchRecord } from "../errors/read.ts";
import type { Kept } from "./forms/known.ts";
import { isLookup, recordIdOf } from "./forms/state.ts";
import { read as readIn } from "./index.ts";
import { hubNamedIn, hubOf, open } from "./record/hub.ts";
import { explaining, OperationError } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";
import { foundAs, type ReadResult } from "./record/read.ts";
import type { Scope } from "./record/scope.ts";

/**
 * Reads a record. Returns `undefined` if it is gone: a 404, or deleted for good, in a hub that this API key can see.
 *
 * @param stored the state, or what the program declares if it looks a record up by ID
 * @throws OperationError if a lookup finds no record
 */
export async function read(
  account: Account,
  definition: Definition,
  { id, stored, owners }: Kept & { readonly owners: Owners },
): Promise<ReadResult | undefined> {
  const recordId = recordIdOf(id, stored);
  const { connection } = account.client;
  return explaining({ connection, definition, verb: "read", stored, recordId }, async () => {
    const collection = await open(account, definition, hubOf(definition, { id: recordId, stored }));
    const readOne = isLookup(definition, stored) ? findNamed : readIn;
    return readOne({ definition, collection, owners }, { id: recordId, stored });
  });
}

/**
 * Reads a record that a program looks up by its ID.
 *
 * @param stored what the program declares to find it
 * @throws OperationError if there is none
 */
async function findNamed(scope: Scope, { id, stored }: Kept): Promise<ReadResult> {
  const live = await scope.collection.read(id);
  if (live !== undefined && !isDeleted(live)) return foundAs(scope, { id, live }, stored);
  const { subdomain } = hubNamedIn(stored);
  const place = subdomain === undefined ? "" : ` in hub "${subdomain}"`;
  throw new OperationError(noSuchRecord({ kind: scope.definition.kind, id: JSON.stringify(id), place }));
}
