import type { Live, Wire } from "../model/api/form.ts";
import type { Definition } from "../model/kinds/kind.ts";
import { type Clock, longestTimer } from "./client/clock.ts";
import { failureOf } from "./client/failure.ts";
import type { MarkedNames } from "./lifecycle/forms/secrets.ts";
import { Provider } from "./provider.ts";

/*
 * The door for the command that plays an update on a copy of the page: the provider itself, which answers from that copy.
 */

export { declaredFrom, storedFrom } from "./marks.ts";
export type { MarkedNames, Provider };

/** Returns a live record in the form of a request, without what no response carries. */
export const wireOfLive = ({ properties }: Definition, live: Live): Wire =>
  Object.fromEntries(
    Object.values(properties)
      .filter(({ writeOnly }) => writeOnly === undefined)
      .map(({ key, read, cleared }) => [key, read ? read(live, cleared) : live[key]]),
  );

interface Place {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Milliseconds since 1970, by the clock of the page. */
  readonly now: () => number;
  readonly say: (line: string, urn: string | undefined) => void;
}

/** Configures a provider for a copy on this machine. Nothing that it waits for takes time. */
export function providerOn({ baseUrl, apiKey, now, say }: Place): Provider {
  const settings = new Map([
    ["statushub:baseUrl", baseUrl],
    ["statushub:apiKey", apiKey],
  ]);
  return new Provider({
    setting: (key) => settings.get(key),
    // No other process takes part.
    engine: undefined,
    say: (severity, line, urn) => {
      if (severity !== "progress") say(line, urn);
    },
    version: async () => "the version of this package",
    now,
    // A copy answers when it has read the page, which may take long: that has its own limits.
    client: { clock: createLeapingClock(), limits: { response: longestTimer, complete: longestTimer } },
  });
}

/** A clock that waits by moving on. */
function createLeapingClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    sleep: async (milliseconds, signal) => {
      signal?.throwIfAborted();
      now += milliseconds;
    },
  };
}

/** Whether a failure is an answer of the API that it documents no rule for, and not a refusal of our own. */
export function isRejection(error: unknown): boolean {
  const causes = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
  return causes.some((cause) => failureOf(cause)?.is === "rejected");
}
