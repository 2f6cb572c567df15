import { withoutCode } from "../../model/problem.ts";
import { failureOf } from "../../provider/inspect.ts";

/** Whether records can't be read, whenever this key asks: it may not, or StatusHub doesn't offer their list. */
export function isUnreadable(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure === undefined) return false;
  const isForbidden = failure.is === "forbidden" || failure.is === "hub not visible";
  return isForbidden || failure.isListUnavailable;
}

/**
 * Says why a command goes on without some records, as a clause.
 *
 * @throws the error itself if it is no failure of a request
 */
export function whyUnreadable(error: unknown): string {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  if (isUnreadable(error)) return "this key can't list them";
  return failure.is === "no response" ? "StatusHub didn't return them in time" : withoutCode(failure.message);
}
