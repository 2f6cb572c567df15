import { isDeepStrictEqual } from "node:util";
import { noSuchRecord } from "../../errors/read.ts";
import type { Account } from "../client/account.ts";
import { type Collection, isDeleted } from "../client/collection.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Values } from "../resources/define.ts";
import { attempt, OperationError } from "./failure.ts";
import { hubNamedIn, hubOf, open } from "./hub.ts";
import { declaredIn, isLookUp, outputsFrom, recordIdOf } from "./state.ts";

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
  const isAsked = isLookUp(definition, olds);
  const { connection } = account.client;
  return attempt({ connection, definition, verb: "read", values: olds, recordId }, async () => {
    const collection = await open(account, definition, hubOf(definition, recordId, olds));
    const seen: Reading = { definition, collection, recordId, olds };
    const record = await collection.read(
      recordId,
      // A difference that a list shows is confirmed by reading the record: lists may shorten texts.
      (listed) => isAsked || (!isDeleted(listed) && isAsKnown(seen, describe(seen, listed).outputs)),
    );
    // Documented: only subscriptions can be restored. Any other deleted record is as good as gone, and created anew.
    const isGone =
      record === undefined || (isDeleted(record) && (isAsked || definition.operations.restore === undefined));
    if (!isGone) return describe(seen, record);
    if (!isAsked) return undefined;
    const { subdomain } = hubNamedIn(olds);
    const place = subdomain === undefined ? "" : ` in hub "${subdomain}"`;
    throw new OperationError(noSuchRecord({ kind: definition.kind, id: JSON.stringify(id), place }));
  });
}

interface Reading {
  readonly definition: Definition;
  readonly collection: Collection;
  readonly recordId: string;
  readonly olds: Values;
}

/** Nothing differs from the state. What the state never had (null, of a value that the API sets) is news, and no difference. */
function isAsKnown({ definition, olds }: Reading, outputs: Values): boolean {
  const names = new Set([...Object.keys(outputs), ...Object.keys(olds)]);
  return [...names].every(
    (name) => isDeepStrictEqual(outputs[name], olds[name]) || (olds[name] === null && name in definition.outputs),
  );
}

function describe({ definition, collection, recordId, olds }: Reading, record: ApiRecord): Found {
  const declared = declaredIn(definition, olds);
  const { outputs } = outputsFrom({ definition, record, hubId: collection.hub.id }, { olds, declared });
  const inputs = Object.fromEntries(Object.keys(declared).map((name) => [name, outputs[name]]));
  return isDeleted(record)
    ? { recordId, outputs: { ...outputs, deleted: true }, inputs: { ...inputs, deleted: true } }
    : { recordId, outputs, inputs };
}
