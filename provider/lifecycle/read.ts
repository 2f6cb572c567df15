import { isDeepStrictEqual } from "node:util";
import { noSuchRecord } from "../../errors/read.ts";
import type { Definition, Values } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { isDeleted } from "../client/collection.ts";
import type { ApiRecord } from "../client/request.ts";
import { hubNamedIn, hubOf, open } from "./hub.ts";
import { explaining, OperationError } from "./operation-error.ts";
import { type ApiResponse, outputsOfRead } from "./outputs.ts";
import { declaredIn, hubCreatedKey, isLookUp, recordIdOf } from "./state.ts";

/** The result of a read. */
export interface Found {
  readonly recordId: string;
  readonly outputs: Values;
  /** The live values of the declared properties, in the form in which a program declares them. */
  readonly inputs: Values;
}

/**
 * Reads a record. Returns `undefined` if it is gone: a 404, or deleted for good, in a hub that this API key can see.
 *
 * @param outputs outputs of the state, or the given inputs if a program looks a record up by ID
 */
export async function read(
  account: Account,
  definition: Definition,
  id: string,
  outputs: Values,
): Promise<Found | undefined> {
  const recordId = recordIdOf(id, outputs);
  const isAsked = isLookUp(definition, outputs);
  const { connection } = account.client;
  return explaining({ connection, definition, verb: "read", values: outputs, recordId }, async () => {
    const collection = await open(account, definition, hubOf(definition, recordId, outputs));
    const describe = (live: ApiRecord): Found => {
      const response = { definition, record: live, hub: collection.hub };
      return { recordId, ...describeRead(response, outputs) };
    };
    const record = await collection.read(
      recordId,
      // A difference in a list is confirmed by reading the record, because lists may shorten text.
      (listed) => isAsked || (!isDeleted(listed) && isAsKnown(definition, outputs, describe(listed).outputs)),
    );
    // Documented: only subscriptions can be restored. Any other deleted record counts as gone, and is created again.
    const isGone =
      record === undefined || (isDeleted(record) && (isAsked || definition.operations.restore === undefined));
    if (!isGone) return describe(record);
    if (!isAsked) return undefined;
    const { subdomain } = hubNamedIn(outputs);
    const place = subdomain === undefined ? "" : ` in hub "${subdomain}"`;
    throw new OperationError(noSuchRecord({ kind: definition.kind, id: JSON.stringify(id), place }));
  });
}

/**
 * Whether the live values match the state. A value that the state never had (null, for a value that the API sets)
 * doesn't count as a difference.
 */
function isAsKnown({ outputs: others }: Definition, outputs: Values, live: Values): boolean {
  const names = new Set([...Object.keys(live), ...Object.keys(outputs)]);
  return [...names].every(
    (name) =>
      isDeepStrictEqual(live[name], outputs[name]) ||
      (outputs[name] === null && name in others) ||
      // A hub, and not a record, says when it was created.
      name === hubCreatedKey,
  );
}

function describeRead(response: ApiResponse, outputs: Values): Pick<Found, "outputs" | "inputs"> {
  const live = outputsOfRead(response, outputs);
  const declared = Object.keys(declaredIn(response.definition, outputs));
  const inputs = Object.fromEntries(declared.map((name) => [name, live[name]]));
  const mark = isDeleted(response.record) ? { deleted: true } : {};
  return { outputs: { ...live, ...mark }, inputs: { ...inputs, ...mark } };
}
