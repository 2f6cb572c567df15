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
  const location = redact(withoutSecrets(baseUrl, header), [apiKey]);
  const isToOtherHub = hubIn(path) !== undefined && ![undefined, hubIn(path)].includes(hubAt(baseUrl, header));
  return new RedirectError(redirected({ baseUrl, location, status }), status, isToOtherHub);
}

const hubIn = (path: string) => /^\/hubs\/([^/]+)/.exec(path)?.[1];

/** Returns the hub in an address of the same API; undefined for any other address. */
function hubAt(baseUrl: string, location: string | undefined): string | undefined {
  if (location === undefined || !URL.canParse(location, baseUrl)) return undefined;
  const { origin, pathname } = new URL(location, baseUrl);
  const address = origin + pathname;
  return address.startsWith(baseUrl) ? hubIn(address.slice(baseUrl.length)) : undefined;
}

/** Returns the address without user, query and fragment, which may hold a secret. */
function withoutSecrets(baseUrl: string, location: string | undefined): string {
  // An address may be relative.
  if (location === undefined || !URL.canParse(location, baseUrl)) return "an address that it does not name";
  const url = new URL(location, baseUrl);
  // With any other scheme, every part of the address could be a secret.
  return /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : `a ${url.protocol} address`;
}
