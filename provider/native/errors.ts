import { Metadata, status } from "@grpc/grpc-js";
import { messageOf } from "../client/errors.ts";
import { isPartial, type PartialError } from "../lifecycle/record/operation-error.ts";
import { Any, messages, Status } from "./protocol.ts";
import { toStruct } from "./struct.ts";

/** How a failed call ends. The user sees its message unchanged. */
export interface CallError {
  readonly code: number;
  readonly details: string;
  readonly metadata?: Metadata;
}

/** Converts an error for the protocol. Even for a bug of ours, the user only sees the message. */
export const callError = (error: unknown): CallError => ({
  code: status.UNKNOWN,
  details: messageOf(error),
  ...(isPartial(error) && { metadata: describePartial(error) }),
});

/** Describes the record that Pulumi has to keep in the state although the call failed. */
function describePartial(error: PartialError): Metadata {
  const { recordId, stored } = error;
  const message = messageOf(error);
  const failed = new messages.ErrorResourceInitFailed()
    .setId(recordId)
    .setProperties(toStruct(stored))
    .setReasonsList([message]);
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const described = new Status().setCode(status.UNKNOWN).setMessage(message).setDetailsList([detail]);
  const metadata = new Metadata();
  metadata.set("grpc-status-details-bin", Buffer.from(described.serializeBinary()));
  return metadata;
}
