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
import { type Finding, failed } from "./finding.ts";

/** Why the list of hubs cannot be read, and what to do about it. */
export function explainFailure(place: string, error: unknown): Finding {
  const reason = reasonOf(error);
  if (isUnauthorized(error)) {
    const advice = "Set the key again, or check that it belongs to this account.";
    return failed("account", `${place} refuses the key (401)`, advice);
  }
  if (isForbidden(error)) {
    return failed("account", `${place} doesn't allow the key to list hubs (${reason})`, "Check the role of its owner.");
  }
  if (isServerError(error)) {
    return failed(
      "account",
      `${place} fails (${reason})`,
      "StatusHub has a problem: run doctor again in a few minutes.",
    );
  }
  if (isLimitExhausted(error)) {
    const advice = "Wait until they are done, or give each pipeline a key of its own.";
    return failed("account", `${place}: other clients use up the limit of the key`, advice);
  }
  if (isNetworkError(error)) {
    const advice = "Check the base URL, and the network on the way to it: proxy, firewall, VPN.";
    return failed("account", `${place} cannot be reached (${reason})`, advice);
  }
  const status = isRedirect(error) || isApiError(error) ? error.status : undefined;
  const found =
    status === undefined ? `doesn't respond like the API: ${reason}` : `returns ${status} for the list of hubs`;
  return failed("account", `${place} ${found}`, "Check the base URL: it ends in /api/v3.");
}

/**
 * Status or code of a failed request, in a word or two.
 *
 * @throws the error itself where it is a defect of this package
 */
export function reasonOf(error: unknown): string {
  if (!isStatusHubError(error)) throw error;
  if (isApiError(error)) return String(error.status);
  return (isNetworkError(error) && error.code) || error.message;
}
