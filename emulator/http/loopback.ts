import { HttpError } from "../http-error.ts";

const loopbackHost = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/i;

/**
 * Rejects requests that another website makes a browser send. Then `Host` is a name that resolves to this machine (DNS
 * rebinding), or `Origin` is that site, which may be on another port of this machine. Only browsers send `Origin`.
 */
export function checkLoopback(host: string | undefined, origin: string | undefined): void {
  if (!loopbackHost.test(host ?? ""))
    throw new HttpError(
      403,
      "the header Host must be localhost, 127.0.0.1 or [::1], because the emulator only serves this machine",
    );
  if (origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase())
    throw new HttpError(
      403,
      `the header Origin must be http://${host}, because only the emulator's own page may send requests`,
    );
}
