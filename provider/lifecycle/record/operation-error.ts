import type { Declared, Stored } from "../../../model/api/form.ts";
import { reword } from "../../../model/problem.ts";
import { type Connection, nameOfKey, type Source } from "../../client/connection.ts";
import {
  type ApiError,
  guard,
  isApiError,
  isForbidden,
  isNetworkError,
  isServerError,
  isStatusHubError,
  isUnauthorized,
  isUnknownHost,
  StatusHubError,
} from "../../client/errors.ts";
import type { AccountTrouble } from "../../client/trouble.ts";
import { forbidden, rejectedKey } from "../../errors/access.ts";
import { rejected, serverError } from "../../errors/requests.ts";
import { type Mask, maskOfAll } from "../forms/mask.ts";
import type { Secrecy } from "../forms/secrets.ts";
import { subject } from "./subject.ts";

export interface OperationContext extends Secrecy {
  readonly connection: Connection;
  /** Only the first error says a cause that concerns all requests of an account. @default every error says its reason */
  readonly trouble?: AccountTrouble;
  readonly verb: "create" | "adopt" | "read" | "update" | "delete" | "restore";
  /** Missing if the program no longer declares the resource, or only reads it. */
  readonly declared?: Declared;
  /** Before the operation. Missing if the resource is new. */
  readonly stored?: Stored;
  /** The record's ID, if it has one already. */
  readonly recordId?: string | undefined;
  /**
   * The command of this package that the user has run. Advice about programs and states doesn't apply to it:
   *
   *     repeatable    it may be run again after an error
   *     underWay      it must not, because it may have begun a deployment
   *
   * @default the user has run Pulumi, which may be run again
   */
  readonly command?: "repeatable" | "underWay";
}

/** A failed operation on a resource, with the full explanation; Pulumi only adds the resource's name. */
export class OperationError extends StatusHubError {
  override name = "OperationError";
}

/**
 * The record exists, but not as declared. Pulumi keeps it in the state with these values, and the next `up` continues
 * from there. The field isn't called `id`, because Pulumi would take the error itself for a partial success.
 */
export class PartialError extends StatusHubError {
  override name = "PartialError";
  readonly recordId: string;
  readonly stored: Stored;

  constructor(message: string, options: { recordId: string; stored: Stored; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.recordId = options.recordId;
    this.stored = options.stored;
  }
}

/** Runs one step and reports its failure in terms of the resource. */
export async function explaining<T>(what: OperationContext, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw failureOf(what, error);
  }
}

/** Runs a step whose failure doesn't name the resource, and masks the secrets in it. */
export async function masking<T>(mask: Mask, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (!isStatusHubError(error)) throw error;
    throw new StatusHubError(mask(error.message), { cause: error });
  }
}

function failureOf(what: OperationContext, error: unknown): unknown {
  // A bug of ours keeps its stack.
  if (!isStatusHubError(error)) return error;
  const isExplained = isOperationError(error) || isPartial(error);
  return isExplained ? error : new OperationError(messageFor(what, error), { cause: error });
}

/**
 * Returns the error for a write that failed on an existing record, after another write or with an unknown outcome. The
 * record is kept in the state with `stored`, which shows what is missing. An error that is a bug of ours becomes one, too: otherwise, the
 * state would lose the record.
 */
export function partialError(
  what: OperationContext & { readonly recordId: string },
  error: unknown,
  stored: Stored,
): PartialError {
  const cause = failureOf(what, error);
  const message = cause instanceof Error ? cause.message : String(cause);
  return new PartialError(
    reword(message, (text) => `${text}. What was done before is in the state, and the next up continues from there.`),
    { recordId: what.recordId, stored, cause },
  );
}

const isOperationError = guard<OperationError>("OperationError");
export const isPartial = guard<PartialError>("PartialError");

function messageFor(what: OperationContext, error: StatusHubError): string {
  const { declared = {}, stored = {} } = what;
  // The API may quote what was declared before, too.
  const mask = maskOfAll(what, declared, stored);
  const full = isApiError(error) ? reasonOfResponse(what, error, mask) : reasonWithoutResponse(what, error, mask);
  const reason = what.trouble?.sayOnce(error, full) ?? full;
  return reword(reason, (text) => `Could not ${what.verb} ${subject(what)}: ${text}.`);
}

function reasonWithoutResponse({ command }: OperationContext, error: StatusHubError, mask: Mask): string {
  const message = mask(error.message);
  // To run the command again helps if the network failed. All other errors say what to do.
  const isTemporary = isNetworkError(error) && !isUnknownHost(error);
  const mayBeRepeated = command !== "underWay";
  return isTemporary && mayBeRepeated ? reword(message, (text) => `${text}. Run the same command again.`) : message;
}

function reasonOfResponse({ connection, command }: OperationContext, error: ApiError, mask: Mask): string {
  const { apiKeySource, baseUrl } = connection;
  const key = nameOfKey(connection);
  const response = { status: error.status, serverMessage: JSON.stringify(mask(error.serverMessage)) };
  const isPulumi = command === undefined;
  if (isUnauthorized(error)) {
    const rejection = isPulumi ? rejectedInUpdate(apiKeySource) : rejectedInCommand(apiKeySource);
    return rejection({ ...response, key, baseUrl });
  }
  if (isForbidden(error)) return forbidden.operation({ ...response, key });
  if (isServerError(error)) return serverError[command === "underWay" ? "underWay" : "operation"](response);
  return isPulumi ? rejected.operation(response) : rejected.ofCommand(response);
}

const rejectedInUpdate = (source: Source) =>
  source === "environment" ? rejectedKey.fromEnvironment : rejectedKey.fromConfiguration;

/** Only Pulumi has options about the settings of the last update. */
function rejectedInCommand(source: Source) {
  if (source === "environment") return rejectedKey.environmentOfCommand;
  return source === "Pulumi configuration" ? rejectedKey.configurationOfCommand : rejectedKey.providerOfCommand;
}
