import { invalidTime } from "../provider/errors/program.ts";

/** Such as `2026-12-06 03:00` or `2026-12-06T03:00:00`. */
const pattern = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?$/;

/** In milliseconds. No time zone is further from UTC. */
const oneDay = 24 * 60 * 60_000;

export interface UtcFromOptions {
  /** Which instant to use when clocks go back and show a time twice. @default "earlier" */
  readonly twice?: "earlier" | "later";
}

/**
 * Converts the local time in a time zone to UTC, as the API expects it.
 *
 * Only converts this one time: a series that starts then keeps its time in UTC, so its local time moves by an hour when
 * clocks change.
 *
 * @param wallTime such as `2026-12-06 03:00` or `2026-12-06T03:00:00`, without an offset
 * @param zone an IANA time zone, such as `Europe/Berlin`
 * @returns such as `2026-12-06T02:00:00Z`
 * @throws RangeError if the time doesn't exist, for example because clocks skip it, or if the zone is unknown
 * @example
 * ```ts
 * const startTime = statushub.utcFrom("2026-12-06 03:00", "Europe/Berlin"); // 2026-12-06T02:00:00Z
 * ```
 */
export function utcFrom(wallTime: string, zone: string, { twice = "earlier" }: UtcFromOptions = {}): string {
  const wall = parseWallTime(wallTime);
  const wallAt = wallClock(zone);
  const offsetAt = (instant: number) => wallAt(instant) - instant;
  // A day before and a day after are on either side of any change in between. Without one, both offsets are the same.
  const instants = [wall - offsetAt(wall - oneDay), wall - offsetAt(wall + oneDay)];
  // If clocks skip the time, neither shows it. If they show it twice, both do.
  const showing = instants.filter((instant) => wallAt(instant) === wall);
  if (showing.length === 0) throw new RangeError(invalidTime.skipped({ time: wallTime, zone }));
  return format(twice === "earlier" ? Math.min(...showing) : Math.max(...showing));
}

const format = (instant: number) => `${new Date(instant).toISOString().slice(0, 19)}Z`;

/** Parses a time as if it were UTC, in milliseconds since 1970. */
function parseWallTime(text: string): number {
  const digits = pattern.exec(text)?.slice(1);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] =
    digits?.map((part) => Number(part ?? 0)) ?? [];
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  // Date.UTC rolls 30 February over into March, so we check that formatting gives the same digits.
  if (digits === undefined || !format(wall).startsWith(text.replace(" ", "T"))) {
    throw new RangeError(invalidTime.form({ time: JSON.stringify(text) }));
  }
  return wall;
}

/** Returns a function that gives the local time in a zone at an instant, as if it were UTC. */
function wallClock(zone: string): (instant: number) => number {
  const clock = clockOf(zone);
  return (instant) => {
    const parts = Object.fromEntries(clock.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

function clockOf(zone: string | undefined): Intl.DateTimeFormat {
  // Without a zone, Intl would use the machine's.
  if (zone === undefined) throw notAZone(zone);
  try {
    return new Intl.DateTimeFormat("en-u-ca-gregory-nu-latn", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    throw notAZone(zone);
  }
}

const notAZone = (zone: unknown) => new RangeError(invalidTime.zone({ zone: JSON.stringify(zone) ?? "undefined" }));
