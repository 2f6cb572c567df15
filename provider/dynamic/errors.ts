import { pointerKey } from "../../model/pulumi/pointer.ts";
import { isStatusHubError, messageOf } from "../client/errors.ts";
import type { Properties } from "../marks.ts";
import type { WriteResult } from "../results.ts";

/** Pulumi prints this line on the stack when an operation fails, besides the message on the resource. */
const remark = "pulumi-statushub: an operation failed, see the error at its resource";

/** Returns an error whose message Pulumi prints on the resource, with one line besides. */
export const stackless = (message: string): Error =>
  Object.assign(new Error(message), { toString: () => remark, stack: "" });

/** Runs an operation. Pulumi would print an error with its stack besides the message on the resource; we show it once. */
export async function reportingErrors<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
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
 * @param inputs contain the pointer, which Pulumi doesn't add to the values of an error
 * @throws an error with which Pulumi keeps the record, if it isn't as declared
 */
export function requireWhole(written: WriteResult, { [pointerKey]: pointer }: Properties): WriteResult {
  const { id, properties, failure } = written;
  if (failure === undefined) return written;
  const error = new Error(failure);
  throw Object.assign(error, { id, properties: { ...properties, [pointerKey]: pointer }, reasons: [failure] });
}
