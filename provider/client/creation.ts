import { parseInstant } from "../../api/instant.ts";
import { textOf } from "../../api/object.ts";
import type { Period } from "./server-time.ts";

/**
 * Whether the server created a record before or after it can have received our POST. `unclear`: its clock doesn't tell,
 * because it shows whole seconds, or isn't known.
 */
export type Creation = "before" | "after" | "unclear";

/** A POST, in milliseconds of our clock. */
export interface Posted {
  readonly at: number;
  /** When the list was requested from which this operation knows the earlier records; undefined if others read it. */
  readonly listedAt: number | undefined;
}

/**
 * How long before the POST was sent its operation may have requested the list, in milliseconds. A record of somebody else
 * that isn't in that list, and whose time doesn't tell, would have to be equal by chance and have appeared in between, in
 * about the last two seconds.
 */
const closest = 5000;

/**
 * Compares a record's creation with the sending of a POST, by the server's clock.
 *
 * @param period when the POST was sent; undefined if the server's clock isn't known
 */
export function creationOf(createdAt: unknown, { at, listedAt }: Posted, period: Period | undefined): Creation {
  const created = periodOf(createdAt);
  if (created === undefined || period === undefined) return "unclear";
  if (created.latest <= period.earliest) return "before";
  if (created.earliest >= period.latest) return "after";
  return listedAt !== undefined && at - listedAt < closest ? "after" : "unclear";
}

/** Documented by example: whole seconds. A server that shows fractions is more precise. */
function periodOf(createdAt: unknown): Period | undefined {
  const text = textOf(createdAt);
  const earliest = parseInstant(text);
  if (earliest === undefined) return undefined;
  const [, digits] = /:\d\d[.,](\d{1,3})/.exec(text) ?? [];
  if (digits === undefined) return { earliest, latest: earliest + 1000 };
  const unit = 10 ** (3 - digits.length);
  const exact = earliest + Number(digits) * unit;
  return { earliest: exact, latest: exact + unit };
}
