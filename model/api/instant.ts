// Documented: ISO 8601 and `YYYY-MM-DD hh:mm:ss`. Observed: `YYYY-MM-DD hh:mm`, without seconds.
// Inferred (time-offsets): any offset that ISO 8601 allows is accepted, up to 23:59, and with or without minutes.
const pattern =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/i;

/** The API's calendar, in milliseconds since 1970: four-digit years, as in every response. */
export const calendar = {
  earliest: Date.parse("0000-01-01T00:00:00Z"),
  latest: Date.parse("9999-12-31T23:59:59Z"),
  contains: (time: number): boolean => time >= calendar.earliest && time <= calendar.latest,
};

/**
 * Parses a date-time as the API does and returns milliseconds since 1970, or undefined if it isn't one. Without an
 * offset it is UTC, regardless of the time zone of the hub or this machine. Drops fractions of a second, because the
 * API keeps whole seconds. A date that doesn't exist (30 February, 25:00) isn't a date-time.
 *
 * Source: "Common conventions" of the API description.
 */
export function parseInstant(text: string): number | undefined {
  const [, date, minutes, seconds = "00", zone] = pattern.exec(text) ?? [];
  if (date === undefined) return undefined;
  const utc = Date.parse(`${date}T${minutes}:${seconds}Z`);
  // Date.parse rolls 30 February over into March, and 24:00 into the next day. Neither is on the day that the text says.
  const day = Number(date.slice(-2));
  if (Number.isNaN(utc) || new Date(utc).getUTCDate() !== day) return undefined;
  const instant = utc - offsetMinutes(zone) * 60_000;
  // An offset may move a time at the edge of the calendar beyond four-digit years.
  return calendar.contains(instant) ? instant : undefined;
}

/** Returns the last second of a day that is given as a date; any other text unchanged. */
export const endOfDay = (time: unknown): unknown =>
  typeof time === "string" && /^\d{4}-\d{2}-\d{2}$/.test(time) ? `${time}T23:59:59Z` : time;

/** Formats an instant as the API does: whole seconds in UTC, `2026-12-06T02:00:00Z`. Documented by example. */
export function formatInstant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(":", ""));
  return zone.startsWith("-") ? -minutes : minutes;
}
