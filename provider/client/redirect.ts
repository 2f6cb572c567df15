import { redirected } from "../../errors/configuration.ts";
import type { Connection } from "../config.ts";
import { RedirectError } from "./errors.ts";

/** The error for a response that points somewhere else. It is not the API's, so the base URL is wrong. */
export function redirectError({ baseUrl }: Connection, status: number, header: string | undefined): RedirectError {
  const location = shown(baseUrl, header);
  return new RedirectError(redirected({ baseUrl, location: location ?? "an address that it does not name", status }), {
    status,
    location,
  });
}

/** The address without what may hold a secret: user, query and fragment. */
function shown(baseUrl: string, location: string | undefined): string | undefined {
  // An address may be relative.
  if (location === undefined || !URL.canParse(location, baseUrl)) return undefined;
  const url = new URL(location, baseUrl);
  // Of another scheme nothing is known, and all of it could be a secret.
  return /^https?:$/.test(url.protocol) ? `${url.origin}${url.pathname}` : `a ${url.protocol} address`;
}
