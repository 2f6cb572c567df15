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
import { subdomainOf } from "./state.ts";

/** What was being done to which record. */
export interface Attempt {
  readonly account: Account;
  readonly definition: Definition;
  readonly verb: "create" | "adopt" | "read" | "update" | "delete" | "restore";
  readonly values: Values;
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
    throw new OperationError(redact(messageFor(what, error), what), { cause: error });
  }
}

/** `Service "web" (id 1234) in hub "acme"`. */
export function subject({ definition, values, recordId }: Omit<Attempt, "verb" | "account">): string {
  const label = values[definition.label];
  return [
    definition.kind,
    ...(typeof label === "string" ? [JSON.stringify(label)] : []),
    ...(recordId === undefined ? [] : [`(id ${recordId})`]),
    ...(values.hub === undefined ? [] : [`in hub "${subdomainOf(values.hub)}"`]),
  ].join(" ");
}

function messageFor(what: Attempt, error: StatusHubError): string {
  return `Could not ${what.verb} ${subject(what)}: ${reasonFor(error)}. ${adviceFor(what, error)}`.trimEnd();
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

/** The API quotes what it refuses; what is secret is taken out of its words. */
export function redact(
  message: string,
  { account, definition, values }: Pick<Attempt, "account" | "definition" | "values">,
): string {
  const secrets = Object.entries(definition.properties)
    .filter(([, property]) => property.secret)
    .flatMap(([name]) => textsIn(values[name]));
  return [account.client.connection.apiKey, ...secrets]
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .sort((one, other) => other.length - one.length)
    .reduce((text, secret) => text.replaceAll(secret, "[secret]"), message);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (typeof value === "number") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
