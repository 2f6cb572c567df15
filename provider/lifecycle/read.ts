import { isLeft } from "../../model/api/live.ts";
import type { Account } from "../client/account.ts";
import { noSuchRecord } from "../errors/read.ts";
import type { Page } from "./forms/phase.ts";
import { isLookup, type Known, recordIdOf } from "./forms/state.ts";
import { inHub, onStored } from "./in-hub.ts";
import { operationsFor } from "./operations.ts";
import { hubNamedIn } from "./record/hub.ts";
import { OperationError } from "./record/operation-error.ts";
import { foundAs, type ReadResult } from "./record/read.ts";
import type { Context, Scope } from "./record/scope.ts";

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

/** Reads what the page shows of a record that may be over, which a diff then asks. */
export function readPageOf(account: Account, context: Context, { id, state }: Known): Promise<Page> {
  const known = { id: recordIdOf(id, state.values), state };
  return inHub(account, context, onStored("read", context, known), (scope) =>
    operationsFor(scope.definition).readPage(scope, known),
  );
}
