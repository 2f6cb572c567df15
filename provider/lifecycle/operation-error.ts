import {
  isAmbiguous,
  isApiError,
  isForbidden,
  isNetworkError,
  isServerError,
  isStatusHubError,
  isUnauthorized,
  isUnknownHost,
  StatusHubError,
} from "../client/errors.ts";
import { type Connection, nameOfKey } from "../config.ts";
import type { Definition, Values } from "../resources/define.ts";
import { hubNamedIn } from "./hub.ts";
import { redact, secretsIn } from "./redact.ts";

/** What is being done to which record. */
export interface OperationContext {
  readonly connection: Connection;
  readonly definition: Definition;
  readonly verb: "create" | "adopt" | "read" | "compare" | "verify" | "update" | "delete" | "restore";
  readonly values: Values;
  /** Outputs until now. What is secret in them may be quoted by the API, as that in `values` may. */
  readonly olds?: Values;
  /** Id of the record, where it has one already. */
  readonly recordId?: string | undefined;
}

/** An operation on a resource that failed, with the whole story: Pulumi adds nothing but the resource's name. */
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

/** Runs one step and reports its failure in the terms of the resource. */
export async function explaining<T>(what: OperationContext, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw failureOf(what, error);
  }
}

// A defect of ours keeps its stack; what says everything already is not wrapped again.
const failureOf = (what: OperationContext, error: unknown): unknown =>
  !isStatusHubError(error) || isOperationError(error) || isPartial(error)
    ? error
    : new OperationError(messageFor(what, error), { cause: error });

/**
 * A write failed on a record that exists, after another write or with an unknown outcome. The record is kept in the state
 * with `outputs`, where what is missing shows. A defect of ours, too: whatever happens, the record must not be lost.
 */
export function partialError(
  what: OperationContext & { readonly recordId: string },
  error: unknown,
  outputs: Values,
): PartialError {
  const cause = failureOf(what, error);
  const message = cause instanceof Error ? cause.message : String(cause);
  return new PartialError(`${message} What was done before is in the state, and the next up goes on from there.`, {
    recordId: what.recordId,
    outputs,
    cause,
  });
}

export const isOperationError = (error: unknown): error is OperationError =>
  error instanceof Error && error.name === "OperationError";

export const isPartial = (error: unknown): error is PartialError =>
  error instanceof Error && error.name === "PartialError";

/** `Service "web" (id 1234) in hub "acme"`. */
export function subject({
  definition,
  values,
  recordId,
}: Pick<OperationContext, "definition" | "values" | "recordId">): string {
  const labels = definition.label.map((name) => values[name]).filter((label) => typeof label === "string");
  // A label is what a user makes of it: perhaps the address.
  const label = redact(labels.join(", "), secretsIn(definition, values));
  const { subdomain, id } = hubNamedIn(values);
  return [
    definition.kind,
    ...(label === "" ? [] : [`"${label}"`]),
    ...(recordId === undefined ? [] : [`(id ${recordId})`]),
    ...(subdomain !== undefined ? [`in hub "${subdomain}"`] : id !== undefined ? [`in the hub with the id ${id}`] : []),
  ].join(" ");
}

function messageFor(what: OperationContext, error: StatusHubError): string {
  const { connection, definition, values, olds = {} } = what;
  const secrets = [values, olds].flatMap((some) => secretsIn(definition, some));
  const reason = redact(reasonFor(error), [connection.apiKey, ...secrets]);
  // A rename that failed has not happened: the record is known by what it was.
  const known = what.verb === "update" ? { ...values, ...olds } : values;
  return `Could not ${what.verb} ${subject({ ...what, values: known })}: ${reason}. ${adviceFor(what, error)}`.trimEnd();
}

function reasonFor(error: StatusHubError): string {
  if (!isApiError(error)) return error.message.replace(/\.$/, "");
  const words = `(${error.status}: ${JSON.stringify(error.serverMessage)})`;
  return isServerError(error) ? `the API failed ${words}` : `the API said no ${words}`;
}

function adviceFor({ connection, verb }: OperationContext, error: StatusHubError): string {
  if (isUnauthorized(error)) {
    const used = `The key used is ${nameOfKey(connection)}.`;
    if (connection.apiKeySource === "environment") return `${used} Put a valid key into STATUSHUB_API_KEY.`;
    return (
      `${used} If it was rotated: refresh and destroy use the key in the state until an up has finished, so run with ` +
      "--run-program, or put the new key into STATUSHUB_API_KEY."
    );
  }
  if (isForbidden(error)) return `The key used is ${nameOfKey(connection)}: check the role of its owner on this hub.`;
  if (verb === "create" && isAmbiguous(error)) {
    return "It is not known whether the record was created: look for it on the hub before the next up.";
  }
  if (isServerError(error) || (isNetworkError(error) && !isUnknownHost(error))) return "Run the same command again.";
  // What is not a response of the API says itself what to do.
  return isApiError(error) ? "Correct the program, or the record on the hub." : "";
}
