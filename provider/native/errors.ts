import { Metadata, status } from "@grpc/grpc-js";
import { messageOf } from "../client/errors.ts";
import type { WriteResult } from "../results.ts";
import { Any, messages, Status, toStruct } from "./protocol.ts";

/** How a failed call ends. The user sees its message unchanged. */
export interface CallError {
  readonly code: number;
  readonly details: string;
  readonly metadata?: Metadata;
}

/** A write has failed, but Pulumi has to keep its record. */
class InitFailedError extends Error {
  readonly metadata = new Metadata();

  constructor(failure: string, { id, properties }: WriteResult) {
    super(failure);
    const failed = new messages.ErrorResourceInitFailed()
      .setId(id)
      .setProperties(toStruct(properties))
      .setReasonsList([failure]);
    const detail = new Any();
    detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const described = new Status().setCode(status.UNKNOWN).setMessage(failure).setDetailsList([detail]);
    this.metadata.set("grpc-status-details-bin", Buffer.from(described.serializeBinary()));
  }
}

/** @throws an error with which Pulumi keeps the record, if it isn't as declared */
export function requireWhole(written: WriteResult): WriteResult {
  if (written.failure === undefined) return written;
  throw new InitFailedError(written.failure, written);
}

/** Converts an error for the protocol. Even for a bug of ours, the user only sees the message. */
export const callError = (error: unknown): CallError => ({
  code: status.UNKNOWN,
  details: messageOf(error),
  ...(error instanceof InitFailedError && { metadata: error.metadata }),
});
