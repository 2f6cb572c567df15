import { isStatusHubError, messageOf } from "../client/errors.ts";
import { isPartial, type PartialError } from "../lifecycle/record/operation-error.ts";
import { type Properties, toPulumi } from "../marks.ts";
import { pointerKey } from "../pointer.ts";

/** Pulumi prints this line on the stack when an operation fails, besides the message on the resource. */
const remark = "pulumi-statushub: an operation failed, see the error at its resource";

/** Returns an error whose message Pulumi prints on the resource, with one line besides. */
export const stackless = (message: string): Error =>
  Object.assign(new Error(message), { toString: () => remark, stack: "" });

/**
 * Runs an operation. Pulumi would print an error with its stack besides the message on the resource; we show it once.
 *
 * @param inputs inputs of a write, which hold the pointer
 */
export async function reportingErrors<Result>(
  operation: () => Promise<Result>,
  inputs: Properties = {},
): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    if (isPartial(error)) throw keptPartial(error, inputs);
    throw isStatusHubError(error) ? stackless(messageOf(error)) : defect(error);
  }
}

/** A new error, because Pulumi expects an `Error` with text, and treats any that has an `id` as a partial success. */
function defect(error: unknown): Error {
  const message = messageOf(error);
  const { stack } = error instanceof Error ? error : {};
  return Object.assign(new Error(message), { stack: typeof stack === "string" ? stack : message });
}

/**
 * Builds an error with the record's ID, its values with the pointer, and the reasons; then Pulumi keeps the record in
 * the state.
 */
function keptPartial(error: PartialError, inputs: Properties): Error {
  const { recordId, stored } = error;
  const message = messageOf(error);
  const properties = toPulumi({ ...stored, [pointerKey]: inputs[pointerKey] });
  return Object.assign(new Error(message), { id: recordId, properties, reasons: [message] });
}
