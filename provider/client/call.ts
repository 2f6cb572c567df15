import type { Wire } from "../../api/form.ts";
import type { Method } from "../../api/operation.ts";

/** A request as it is sent, and named in errors. */
export interface Call {
  readonly method: Method;
  /** Relative to the base URL, with its parameters filled in. */
  readonly path: string;
  readonly query?: Record<string, string | number>;
  readonly wire?: Wire;
}
