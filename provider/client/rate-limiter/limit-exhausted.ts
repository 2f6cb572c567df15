import { limitExhausted } from "../../errors/requests.ts";
import { isRateLimited, LimitExhaustedError } from "../errors.ts";
import type { LimitName } from "../limits.ts";

export interface Exhaustion {
  /** Milliseconds until the API accepts requests again. */
  readonly pause: number;
  /** Time of day, in milliseconds since 1970. */
  readonly now: number;
  /** Why the last attempt failed; undefined if the request was never sent. */
  readonly failure: unknown;
}

export function limitExhaustedError(limit: LimitName, { pause, now, failure }: Exhaustion): LimitExhaustedError {
  const retryAt = new Date(now + pause);
  const response = isRateLimited(failure) ? ` (429: ${JSON.stringify(failure.serverMessage)})` : "";
  return new LimitExhaustedError(
    limitExhausted.operation({
      limit,
      response,
      time: timeOf(retryAt),
      duration: inWords(pause),
    }),
    { cause: failure },
  );
}

const timeOf = (date: Date) => `${date.toISOString().slice(11, 19)} UTC`;

const relativeTime = new Intl.RelativeTimeFormat("en");

const units = [
  { unit: "hours", length: 3_600_000 },
  { unit: "minutes", length: 60_000 },
] as const;

/** Formats as `in 7 seconds` or `in 90 minutes`: the largest unit with a count of at least two, rounded up. */
function inWords(milliseconds: number): string {
  const { unit, length } = units.find((one) => milliseconds >= 2 * one.length) ?? { unit: "seconds", length: 1000 };
  return relativeTime.format(Math.max(1, Math.ceil(milliseconds / length)), unit);
}
