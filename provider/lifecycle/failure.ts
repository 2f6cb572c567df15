import type { Account } from "../client/account.ts";
import {
  ApiError,
  ForbiddenError,
  isAmbiguous,
  NetworkError,
  StatusHubError,
  UnauthorizedError,
} from "../client/errors.ts";
import { nameOfKey } from "../config.ts";
import type { Definition, Values } from "../resources/define.ts";
import { redact } from "./redact.ts";
import { subdomainOf } from "./state.ts";

/** What was being done to which record. */
export interface Attempt {
  readonly account: Account;
  readonly definition: Definition;
  readonly verb: "create" | "adopt" | "read" | "update" | "delete" | "restore";
  readonly values: Values;
  /** Outputs until now. What is secret in them may be quoted by the API, as that in `values` may. */
  readonly olds?: Values;
  /** Id of the record, where it has one already. */
  readonly recordId?: string | undefined;
}

/** An operation on a resource that failed, told in full: Pulumi adds nothing but the resource's name. */
export class OperationError extends StatusHubError {
  override name = "OperationError";
}

/**
 * The record exists, but not as declared. Pulumi keeps it in the state with these outputs, and the next `up` goes on
 * from there. The record's id is named so that Pulumi does not take the error itself for a partial success.
 */
export class PartialError extends StatusHubError {
  override name = "PartialError";
  readonly recordId: string;
  readonly outputs: Values;

  constructor(message: string, options: { recordId: string; outputs: Values; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.recordId = options.recordId;
    this.outputs = options.outputs;
  }
}

/** Runs one step and tells its failure in the terms of the resource. */
export async function attempt<T>(what: Attempt, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    // A defect of ours keeps its stack; what is already told in full is not wrapped again.
    if (!(error instanceof StatusHubError) || error instanceof OperationError || error instanceof PartialError)
      throw error;
    throw new OperationError(messageFor(what, error), { cause: error });
  }
}

/** `Service "web" (id 1234) in hub "acme"`. */
export function subject({ definition, values, recordId }: Omit<Attempt, "verb" | "account" | "olds">): string {
  const label = values[definition.label];
  return [
    definition.kind,
    ...(typeof label === "string" ? [JSON.stringify(label)] : []),
    ...(recordId === undefined ? [] : [`(id ${recordId})`]),
    ...(values.hub === undefined ? [] : [`in hub "${subdomainOf(values.hub)}"`]),
  ].join(" ");
}

function messageFor(what: Attempt, error: StatusHubError): string {
  const { account, definition, values, olds = {} } = what;
  const reason = redact(reasonFor(error), account.client.connection, definition, [values, olds]);
  return `Could not ${what.verb} ${subject(what)}: ${reason}. ${adviceFor(what, error)}`.trimEnd();
}

function reasonFor(error: StatusHubError): string {
  const reason =
    error instanceof ApiError ? `the API said no (${error.status}: ${JSON.stringify(error.words)})` : error.message;
  return reason.replace(/\.$/, "");
}

function adviceFor({ account, verb }: Attempt, error: StatusHubError): string {
  const { connection } = account.client;
  if (error instanceof UnauthorizedError) {
    return (
      `The key used is ${nameOfKey(connection)}. If it was rotated: refresh and destroy use the key in the state until an ` +
      "up has finished, so run with --run-program, or put the new key into STATUSHUB_API_KEY."
    );
  }
  if (error instanceof ForbiddenError) {
    return `The key used is ${nameOfKey(connection)}: check the role of its owner on this hub.`;
  }
  if (verb === "create" && isAmbiguous(error)) {
    return "It is not known whether the record was made: look for it on the hub before the next up.";
  }
  if (error instanceof ApiError && error.status < 500) return "Correct the program, or the record on the hub.";
  return error instanceof ApiError || error instanceof NetworkError ? "Run the same command again." : "";
}
