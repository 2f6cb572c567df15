import { Metadata, status } from "@grpc/grpc-js";
import { isPartial, type PartialError } from "../lifecycle/failure.ts";
import { withSecrets } from "../pulumi.ts";
import type { Definition } from "../resources/define.ts";
import { Any, messages, Status } from "./protocol.ts";
import { toStruct } from "./values.ts";

/** An operation that failed, as the protocol carries it: its message reaches the user as it is. */
export interface Refusal {
  readonly code: number;
  readonly details: string;
  readonly metadata?: Metadata;
}

/** The end of a call that failed. A defect of ours, too, is no more than its message to the user. */
export const refusal = (error: unknown): Refusal => ({
  code: status.UNKNOWN,
  details: error instanceof Error ? error.message : String(error),
  ...(error instanceof InitFailure && { metadata: error.metadata }),
});

/** A failure with a record that Pulumi has to keep in the state. */
class InitFailure extends Error {
  override name = "InitFailure";
  readonly metadata = new Metadata();

  constructor(definition: Definition, { message, recordId, outputs }: PartialError) {
    super(message);
    const failed = new messages.ErrorResourceInitFailed()
      .setId(recordId)
      .setProperties(toStruct(withSecrets(definition, outputs)))
      .setReasonsList([message]);
    const detail = new Any();
    detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const described = new Status().setCode(status.UNKNOWN).setMessage(message).setDetailsList([detail]);
    this.metadata.set("grpc-status-details-bin", Buffer.from(described.serializeBinary()));
  }
}

/** Runs a write; a record that exists in part is kept in the state. */
export async function keepingPartial<Result>(definition: Definition, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    throw isPartial(error) ? new InitFailure(definition, error) : error;
  }
}
