import { forbidden, rejectedKey } from "../../errors/configuration.ts";
import { reword, textOf } from "../../errors/problem.ts";
import { rejected, serverError } from "../../errors/requests.ts";
import { unknownOutcome } from "../../errors/up.ts";
import type { Definition, Values } from "../../kinds/kind.ts";
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
import { hubNamedIn } from "./hub.ts";
import { redact, secretsIn } from "./redact.ts";

/** What is being done to which record. */
export interface OperationContext {
  readonly connection: Connection;
  readonly definition: Definition;
  readonly verb: "create" | "adopt" | "read" | "compare" | "verify" | "update" | "delete" | "restore";
  readonly values: Values;
  /** Outputs until now. What is secret in them may be quoted by the API, as that in `values` may. */
  readonly outputs?: Values;
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
  return new PartialError(
    reword(message, (text) => `${text}. What was done before is in the state, and the next up continues from there.`),
    { recordId: what.recordId, outputs, cause },
  );
}

export const isOperationError = (error: unknown): error is OperationError =>
  error instanceof Error && error.name === "OperationError";

export const isPartial = (error: unknown): error is PartialError =>
  error instanceof Error && error.name === "PartialError";

/** `Service "web" (ID 1234) in hub "acme"`. */
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
    ...(recordId === undefined ? [] : [`(ID ${recordId})`]),
    ...(subdomain !== undefined ? [`in hub "${subdomain}"`] : id !== undefined ? [`in the hub with the ID ${id}`] : []),
  ].join(" ");
}

function messageFor(what: OperationContext, error: StatusHubError): string {
  const { connection, definition, values, outputs = {} } = what;
  const secrets = [connection.apiKey, ...[values, outputs].flatMap((some) => secretsIn(definition, some))];
  // A rename that failed has not happened: the record is known by what it was.
  const known = what.verb === "update" ? { ...values, ...outputs } : values;
  return reword(
    reasonFor(what, error, (text) => redact(text, secrets)),
    (reason) => `Could not ${what.verb} ${subject({ ...what, values: known })}: ${reason}.`,
  );
}

/** @param redacted takes secrets out of a text, which the API may quote */
function reasonFor(
  { connection, verb }: OperationContext,
  error: StatusHubError,
  redacted: (text: string) => string,
): string {
  const key = nameOfKey(connection);
  const response = isApiError(error) && {
    status: error.status,
    serverMessage: JSON.stringify(redacted(error.serverMessage)),
  };
  if (response && isUnauthorized(error)) {
    const isFromEnvironment = connection.apiKeySource === "environment";
    return rejectedKey[isFromEnvironment ? "fromEnvironment" : "fromConfiguration"]({ ...response, key });
  }
  if (response && isForbidden(error)) return forbidden.operation({ ...response, key });
  const isUnknown = verb === "create" && isAmbiguous(error);
  if (response && isServerError(error))
    return isUnknown ? unknownOutcome.serverError(response) : serverError.operation(response);
  if (response) return rejected.operation(response);
  const message = redacted(error.message);
  if (isUnknown) return unknownOutcome.noResponse({ reason: textOf(message) });
  // Other errors that are not responses of the API say what to do.
  const isRetryable = isNetworkError(error) && !isUnknownHost(error);
  return isRetryable ? reword(message, (text) => `${text}. Run the same command again.`) : message;
}
