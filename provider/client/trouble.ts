import { codeOf } from "../../model/problem.ts";
import { sameCause } from "../errors/requests.ts";
import { guard, isNetworkError, isServerError, isUnauthorized } from "./errors.ts";

type Cause = "key" | "down";

/**
 * Why every request of an account fails, if one cause explains all: then one error of a run says it, and the others refer to that one.
 *
 *     key     the API key is rejected: the latest response is a 401
 *     down    the service is down: a request was given up after its retries, and from its first failure to then, no request of the account
 *             got a response but a 5xx. As long as that lasts, no request is retried
 *
 * The next response other than a 401 or a 5xx ends either.
 */
export class AccountTrouble {
  #cause: Cause | undefined;
  /** The code of the error that has said the cause. */
  #said: string | undefined;
  /** How many responses other than a 5xx there were, to all requests. */
  #responses = 0;

  get isDown(): boolean {
    return this.#cause === "down";
  }

  /** For `noteGivenUp`, which compares it with a later one. */
  get responses(): number {
    return this.#responses;
  }

  /**
   * Notes that a request has got a response other than a 5xx.
   *
   * @param error of that response. @default it is a success
   */
  noteResponse(error?: unknown): void {
    this.#responses += 1;
    this.#change(isUnauthorized(error) ? "key" : undefined);
  }

  /**
   * Notes that a request was given up, after it has got nothing but a 5xx or no response for as long as a request may take.
   *
   * @param responsesBefore `responses` when it failed first
   */
  noteGivenUp(responsesBefore: number): void {
    const wasAnyAnswered = this.#responses > responsesBefore;
    if (!wasAnyAnswered) this.#change("down");
  }

  /** Returns the message of an error; a short one with the code of an earlier error that has said the same cause. */
  sayOnce(error: unknown, message: string): string {
    const cause = this.#cause;
    if (cause === undefined || !isErrorOf[cause](error)) return message;
    if (this.#said !== undefined) return sameCause[cause]({ code: this.#said });
    this.#said = codeOf(message);
    return message;
  }

  #change(cause: Cause | undefined): void {
    if (cause === this.#cause) return;
    this.#cause = cause;
    this.#said = undefined;
  }
}

const isCanceled = guard("CanceledError");

/** Whether a request got a 5xx, or no response. */
export const isOutage = (error: unknown): boolean =>
  isServerError(error) || (isNetworkError(error) && !isCanceled(error));

/** Whether a cause explains an error. */
const isErrorOf = { key: isUnauthorized, down: isOutage };
