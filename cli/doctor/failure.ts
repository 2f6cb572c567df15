import { withoutCode } from "../../model/problem.ts";
import {
  isApiError,
  isForbidden,
  isLimitExhausted,
  isNetworkError,
  isRedirect,
  isServerError,
  isStatusHubError,
  isUnauthorized,
} from "../../provider/client/errors.ts";
import { accountUnreachable, hubsNotListed, keyRejected, statusHubFails } from "../errors/doctor.ts";

/** Documented: account and region are in the name of the host. */
export function describeAccount(baseUrl: string): string {
  const [, account, region] = /^https:\/\/([^.]+)\.app(-eu1)?\.statushub\.io\//.exec(baseUrl) ?? [];
  return account === undefined ? baseUrl : `account ${account} in region ${region === undefined ? "us" : "eu"}`;
}

/** Explains why the list of hubs can't be read, and what to do about it. */
export function explainFailure(account: string, error: unknown): string {
  const reason = briefReason(error);
  // It says itself how long, and who may be the cause.
  if (isLimitExhausted(error)) return error.message;
  if (isUnauthorized(error)) return keyRejected({ account });
  if (isForbidden(error)) return hubsNotListed({ account, reason });
  if (isServerError(error)) return statusHubFails({ account, reason });
  if (isNetworkError(error)) return accountUnreachable.network({ account, reason });
  const status = isRedirect(error) || isApiError(error) ? error.status : undefined;
  return status === undefined
    ? accountUnreachable.shape({ account, reason })
    : accountUnreachable.status({ account, status });
}

/**
 * Status or code of a failed request.
 *
 * @throws the error itself if it is a defect of this package
 */
function briefReason(error: unknown): string {
  if (!isStatusHubError(error)) throw error;
  if (isApiError(error)) return String(error.status);
  return (isNetworkError(error) && error.code) || withoutCode(error.message);
}
