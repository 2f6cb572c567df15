import { withoutCode } from "../../model/problem.ts";
import { failureOf } from "../../provider/inspect.ts";
import { accountUnreachable, hubsNotListed, keyRejected, statusHubFails } from "../errors/doctor.ts";

/**
 * Explains why the list of hubs can't be read, and what to do about it.
 *
 * @throws the error itself if it is a defect of this package
 */
export function explainFailure(account: string, error: unknown): string {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  const { is, message, status, code } = failure;
  const reason = status === undefined ? code || withoutCode(message) : String(status);
  // It says itself how long, and who may be the cause.
  if (is === "limit exhausted") return message;
  if (is === "unauthorized") return keyRejected({ account });
  if (is === "forbidden") return hubsNotListed({ account, reason });
  if (is === "failing server") return statusHubFails({ account, reason });
  if (is === "no response") return accountUnreachable.network({ account, reason });
  return status === undefined
    ? accountUnreachable.shape({ account, reason })
    : accountUnreachable.status({ account, status });
}
