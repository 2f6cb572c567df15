import { withoutCode } from "../../model/problem.ts";
import { failureOf } from "../../provider/inspect.ts";

/** Whether this key may not read something, or StatusHub doesn't offer it. */
export function isUnreadable(error: unknown): boolean {
  const { is, isListUnavailable = false } = failureOf(error) ?? {};
  return is === "forbidden" || is === "hub not visible" || isListUnavailable;
}

/** Says why records aren't known that a command goes on without, as a clause. A failure that isn't of a request is thrown again. */
export function whyUnreadable(error: unknown): string {
  if (isUnreadable(error)) return "this key can't list them";
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  return failure.is === "no response" ? "StatusHub didn't return them in time" : withoutCode(failure.message);
}
