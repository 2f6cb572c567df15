// Documented: ISO 8601 and `YYYY-MM-DD hh:mm:ss`. Observed: `YYYY-MM-DD hh:mm`, without seconds.
// Inferred: any ISO offset is accepted, as it is part of ISO 8601.
const pattern = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/i;

const earliest = Date.parse("0000-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59Z");

/**
 * Reads a date-time as the API reads it and returns milliseconds since 1970, or undefined for anything else.
 * Without an offset it is UTC, whatever the time zone of the Hub or of this machine. Fractions of a second are dropped,
 * as the API keeps whole seconds. A date that does not exist (30 February, 25:00) is not a date-time.
 *
 * Source: "Common conventions" of the API description.
 */
export function parseInstant(text: string): number | undefined {
  const parts = pattern.exec(text);
  if (!parts) return undefined;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? 0));
  const zone = parts[8];
  const fields = [year, month, day, hour, minute, second] as [number, number, number, number, number, number];
  const utc = Date.UTC(fields[0], fields[1] - 1, fields[2], fields[3], fields[4], fields[5]);
  // Date.UTC rolls 30 February over into March; a faithful reading comes back as the same digits.
  if (formatInstant(utc) !== isoDigits(fields)) return undefined;
  const instant = utc - offsetMinutes(zone) * 60_000;
  // An offset may push the edge of the calendar out of the four digits that a year has in an answer.
  return instant >= earliest && instant <= latest ? instant : undefined;
}

/** Writes an instant as the API answers it: whole seconds in UTC, `2026-12-06T02:00:00Z`. Documented by example. */
export function formatInstant(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function isoDigits([year, month, day, hour, minute, second]: [number, number, number, number, number, number]): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}:${two(second)}Z`;
}

function offsetMinutes(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith("-") ? -minutes : minutes;
}
