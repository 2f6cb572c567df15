import { pointerKey, withSecrets } from "../pulumi.ts";
import type { Definition, Values } from "../resources/define.ts";

/** What Pulumi prints for the whole stack when an operation fails, beside the message at the resource. */
const remark = "pulumi-statushub: an operation failed, see the error at its resource";

/** Pulumi prints an error as text, with its stack, beside the message at the resource. Once is enough, and no stack. */
export async function withoutStack<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    const { isStatusHubError } = await import("../client/errors.ts");
    if (!isStatusHubError(error)) throw error;
    throw stackless(error.message);
  }
}

/** An error of which Pulumi prints the message at the resource, and one line beside it. */
export const stackless = (message: string): Error =>
  Object.assign(new Error(message), { toString: () => remark, stack: "" });

/** Pulumi keeps a record in the state when the error carries its id, its outputs with the pointer, and the reasons. */
export async function keepingPartial<Result>(
  { definition, inputs }: { definition: Definition; inputs: Values },
  operation: () => Promise<Result>,
): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    const { isPartial } = await import("../lifecycle/failure.ts");
    if (!isPartial(error)) throw error;
    const { recordId, outputs, message } = error;
    throw Object.assign(new Error(message), {
      id: recordId,
      properties: { ...withSecrets(definition, outputs), [pointerKey]: inputs[pointerKey] },
      reasons: [message],
    });
  }
}
