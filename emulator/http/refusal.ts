/** The statuses of refused requests. Documented: 429. Inferred: all others, which the description does not show. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 501;

/** A request that is refused: the status and the sentence that the response's `error` carries. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: RefusalStatus;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: RefusalStatus, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Refuses a value that breaks a rule. The field comes first in the sentence. */
export const invalid = (field: string, problem: string) => new Refusal(422, `${field} ${problem}`);

/** Refuses a value that conflicts with that of another record. */
export const conflict = (field: string, problem: string) => new Refusal(409, `${field} ${problem}`);
