import type { GuessName } from "../model/guesses/index.ts";

/**
 * Statuses of rejected requests. Documented: 429. Inferred: all others, which the API's description doesn't mention.
 */
export type ErrorStatus = 301 | 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 501 | 503;

/** A rejected request: its status and the sentence for the response's `error`. */
export class HttpError extends Error {
  override readonly name = "HttpError";
  /** The guess from which the rejection follows. */
  guess: GuessName | undefined;
  readonly status: ErrorStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: ErrorStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Rejects a value that breaks a rule. The sentence begins with the field. */
export const invalid = (field: string, problem: string) => new HttpError(422, `${field} ${problem}`);

export const conflict = (field: string, problem: string) => new HttpError(409, `${field} ${problem}`);

/** Says which guess a rejection follows from. */
export function because(guess: GuessName, error: HttpError): HttpError {
  error.guess = guess;
  return error;
}
