import { redirected } from "../errors/access.ts";
import type { Connection } from "./connection.ts";
import { RedirectError } from "./errors.ts";
import { redact } from "./redact.ts";

/*
 * A redirect isn't followed, because that would send the API key along; but it may tell that a hub was renamed.
 *
 *     base URL https://acme.example/api, request /hubs/acme/services
 *
 *     location https://acme.example/api/hubs/beta/services     leads to another hub: acme was renamed
 *     location /api/hubs/beta                                  the same, relative to the request's address
 *     location https://login.example/                          the base URL is wrong
 */

/** Returns the error for a redirect. Unless it leads to another hub, the base URL is wrong. */
export function redirectError(
  { baseUrl, apiKey }: Connection,
  path: string,
  { status, location }: { readonly status: number; readonly location: string | undefined },
): RedirectError {
  // A relative address is relative to the request's address.
  const target = location === undefined ? null : URL.parse(location, baseUrl + path);
  const hub = hubIn(path);
  const targetHub = hubIn(pathAfter(baseUrl, target));
  const isToOtherHub = hub !== undefined && targetHub !== undefined && targetHub !== hub;
  const shown = redact(withoutSecrets(target), [apiKey]);
  return new RedirectError(redirected({ baseUrl, location: shown, status }), status, isToOtherHub);
}

/** Returns the path of an address after the base URL; empty if it isn't below it. */
function pathAfter(baseUrl: string, target: URL | null): string {
  if (target === null) return "";
  const address = target.origin + target.pathname;
  return address.startsWith(baseUrl) ? address.slice(baseUrl.length) : "";
}

/** Returns the hub in a path such as `/hubs/acme/services/7`. */
const hubIn = (path: string): string | undefined => /^\/hubs\/([^/]+)/.exec(path)?.[1];

/** Returns the address without user, query and fragment, which may hold a secret. */
function withoutSecrets(target: URL | null): string {
  if (target === null) return "an address that it does not name";
  // With any other scheme, every part of the address could be a secret.
  return /^https?:$/.test(target.protocol) ? target.origin + target.pathname : `a ${target.protocol} address`;
}
