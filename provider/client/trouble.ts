import { codeOf } from "../../model/problem.ts";
import { sameCause } from "../errors/requests.ts";
import { guard, isNetworkError, isServerError, isUnauthorized } from "./errors.ts";

const isCanceled = guard("CanceledError");

/** Whether a request got a 5xx, or no response. */
export const isOutage = (error: unknown): boolean =>
  isServerError(error) || (isNetworkError(error) && !isCanceled(error));

/**
 * Whether every request of an account fails for the same reason, so that one error of a run says it, and the others refer to that one.
 *
 *     key     the last response was that the API key is rejected
 *     down    a request has used up its time, and no request has got anything but a 5xx or no response since its first failure
 *
 * Any other response ends it. Until then, no request is sent again after a failure.
 */
export class AccountTrouble {
  #trouble: "key" | "down" | undefined;
  /** How many requests got a response other than a 5xx. */
  #responses = 0;
  /** The code of the error that says it. */
  #said: string | undefined;

  get responses(): number {
    return this.#responses;
  }

  get isDown(): boolean {
    return this.#trouble === "down";
  }

  /** @param error undefined for a success */
  noteResponse(error?: unknown): void {
    this.#responses += 1;
    this.#note(isUnauthorized(error) ? "key" : undefined);
  }

  /**
   * Notes that a request has used up its time.
   *
   * @param responses how many there were when it failed first
   */
  noteUsedUp(responses: number): void {
    if (responses === this.#responses) this.#note("down");
  }

  /** Returns the message of an error, or a short one if the same cause has been said already. */
  sayOnce(error: unknown, message: string): string {
    const trouble = this.#trouble;
    const isCause = trouble === "key" ? isUnauthorized(error) : isOutage(error);
    if (trouble === undefined || !isCause) return message;
    if (this.#said !== undefined) return sameCause[trouble]({ code: this.#said });
    this.#said = codeOf(message);
    return message;
  }

  #note(trouble: "key" | "down" | undefined): void {
    if (trouble !== this.#trouble) this.#said = undefined;
    this.#trouble = trouble;
  }
}
