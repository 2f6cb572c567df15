import type { Connection } from "../config.ts";
import { redirected } from "../errors/account-and-key.ts";
import type { Call } from "./call.ts";
import { RedirectError } from "./errors.ts";
import { redact } from "./redact.ts";

/** Returns the error for a redirect. Unless it leads to another hub, the base URL is wrong. */
export function redirectError(
  { baseUrl, apiKey }: Connection,
  { path }: Call,
  { status, header }: { readonly status: number; readonly header: string | undefined },
): RedirectError {
  // A relative address is relative to the request's address.
  const target =
    header !== undefined && URL.canParse(header, baseUrl + path) ? new URL(header, baseUrl + path) : undefined;
  const location = redact(withoutSecrets(target), [apiKey]);
  const isToOtherHub = hubIn(path) !== undefined && ![undefined, hubIn(path)].includes(hubAt(baseUrl, target));
  return new RedirectError(redirected({ baseUrl, location, status }), status, isToOtherHub);
}

const hubIn = (path: string) => /^\/hubs\/([^/]+)/.exec(path)?.[1];

/** Returns the hub in an address of the same API; undefined for any other address. */
function hubAt(baseUrl: string, target: URL | undefined): string | undefined {
  if (target === undefined) return undefined;
  const address = target.origin + target.pathname;
  return address.startsWith(baseUrl) ? hubIn(address.slice(baseUrl.length)) : undefined;
}

/** Returns the address without user, query and fragment, which may hold a secret. */
function withoutSecrets(target: URL | undefined): string {
  if (target === undefined) return "an address that it does not name";
  // With any other scheme, every part of the address could be a secret.
  return /^https?:$/.test(target.protocol) ? `${target.origin}${target.pathname}` : `a ${target.protocol} address`;
}
