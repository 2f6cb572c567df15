/** Milliseconds that a `Retry-After` header asks to wait; undefined where it says nothing that can be read. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Milliseconds to wait before the next attempt: doubling from a quarter of a second to 8 s, spread by chance. */
export function backoff(attempt: number, chance: number): number {
  return Math.min(8000, 250 * 2 ** attempt) * (0.5 + chance / 2);
}
