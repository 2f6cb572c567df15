import type { Connection } from "../config.ts";
import { redirected } from "../errors/configuration.ts";
import { RedirectError } from "./errors.ts";
import { redact } from "./redact.ts";

/** Returns the error for a redirect. The API sends none, so the base URL is wrong. */
export function redirectError(
  { baseUrl, apiKey }: Connection,
  status: number,
  header: string | undefined,
): RedirectError {
  const location = redact(withoutSecrets(baseUrl, header), [apiKey]);
  return new RedirectError(redirected({ baseUrl, location, status }), status);
}

/** Returns the address without user, query and fragment, which may hold a secret. */
function withoutSecrets(baseUrl: string, location: string | undefined): string {
  // An address may be relative.
  if (location === undefined || !URL.canParse(location, baseUrl)) return "an address that it does not name";
  const url = new URL(location, baseUrl);
  // With any other scheme, every part of the address could be a secret.
  return /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : `a ${url.protocol} address`;
}
