import { parseInstant } from "../../model/api/instant.ts";
import { textOf } from "../../model/api/object.ts";
import type { TimeSpan } from "./server-time.ts";

/**
 * Whether the server created a record before it can have received our POST, or in that second or later. `unclear`: the
 * record has no creation time, or the server's clock isn't known.
 */
export type Creation = "before" | "after" | "unclear";

/**
 * Compares a record's creation with the sending of a POST, by the server's clock.
 *
 * @param sent when the POST was sent; undefined if the server's clock isn't known
 */
export function creationOf(createdAt: unknown, sent: TimeSpan | undefined): Creation {
  const latest = endOf(createdAt);
  if (latest === undefined || sent === undefined) return "unclear";
  return latest <= sent.earliest ? "before" : "after";
}

/** Milliseconds. A clock may be set to another time zone. */
const mostClockError = 24 * 60 * 60_000;

/** Whether a record was created so long before a POST that a wrong clock doesn't explain it. */
export function isOlderThanClocks(createdAt: unknown, sent: TimeSpan | undefined): boolean {
  const created = parseInstant(textOf(createdAt));
  return created !== undefined && sent !== undefined && created < sent.earliest - mostClockError;
}

/** Documented by example: whole seconds. A server that shows fractions is more precise. */
function endOf(createdAt: unknown): number | undefined {
  const text = textOf(createdAt);
  const second = parseInstant(text);
  if (second === undefined) return undefined;
  const [, digits] = /:\d\d[.,](\d{1,3})/.exec(text) ?? [];
  if (digits === undefined) return second + 1000;
  const unit = 10 ** (3 - digits.length);
  return second + (Number(digits) + 1) * unit;
}
