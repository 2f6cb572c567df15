import type { Values } from "../../kinds/kind.ts";
import { isStatusHubError } from "../client/errors.ts";
import { isPartial, type PartialError } from "../lifecycle/operation-error.ts";
import { toPulumi } from "../marks.ts";
import { pointerKey } from "../pointer.ts";

/** What Pulumi prints for the whole stack when an operation fails, beside the message at the resource. */
const remark = "pulumi-statushub: an operation failed, see the error at its resource";

/** An error whose message Pulumi prints on the resource, with one line beside it. */
export const stackless = (message: string): Error =>
  Object.assign(new Error(message), { toString: () => remark, stack: "" });

/**
 * Runs an operation. Pulumi prints an error as text, with its stack, beside the message at the resource: once is enough.
 *
 * @param inputs of a write: what holds the pointer
 */
export async function shown<Result>(operation: () => Promise<Result>, inputs: Values = {}): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (isPartial(error)) throw keptPartial(error, inputs);
    throw isStatusHubError(error) ? stackless(error.message) : error;
  }
}

/** Pulumi keeps a record in the state when the error carries its id, its outputs with the pointer, and the reasons. */
const keptPartial = ({ message, recordId, outputs }: PartialError, inputs: Values) =>
  Object.assign(new Error(message), {
    id: recordId,
    properties: { ...toPulumi(outputs), [pointerKey]: inputs[pointerKey] },
    reasons: [message],
  });
