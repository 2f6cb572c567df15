import type { Wire } from "../../model/api/form.ts";
import type { Method } from "../../model/api/operation.ts";

/** A request as it is sent, and named in errors. */
export interface Call {
  readonly method: Method;
  /** Relative to the base URL, with its parameters filled in. */
  readonly path: string;
  readonly query?: Record<string, string | number>;
  readonly wire?: Wire;
}

/** A response as it arrived, whatever its status. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Empty if the body of a rejection got lost. */
  readonly text: string;
}
