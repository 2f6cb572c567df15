const units = { h: 3_600_000, m: 60_000, s: 1000 };

/** Documented for templates: a maintenance lasts at most 5999 minutes. */
const longest = 5999 * units.m;

/** Parses `1h30m`, `45m` or `90s` into milliseconds; undefined if the text is anything else. */
export function parseDuration(text: string): number | undefined {
  const match = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text);
  if (match === null) return undefined;
  const [hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  const duration = (hours ?? 0) * units.h + (minutes ?? 0) * units.m + (seconds ?? 0) * units.s;
  return duration > 0 && duration <= longest ? duration : undefined;
}
