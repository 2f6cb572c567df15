import { setImmediate } from "node:timers/promises";
import type { Live, Wire } from "../model/api/form.ts";
import type { Definition } from "../model/kinds/kind.ts";
import { type Clock, longestTimer } from "./client/clock.ts";
import { rejected } from "./errors/requests.ts";
import type { MarkedNames } from "./lifecycle/forms/secrets.ts";
import { Provider } from "./provider.ts";

/*
 * The door for the command that plays an update on a copy of the page: the provider itself.
 */

export { declaredFrom, storedFrom } from "./marks.ts";
export { askingVariable, type Checked, fingerprintOf, foldedFingerprint, type Told, toldIn } from "./told.ts";
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
export function configureProvider({ baseUrl, apiKey, now, say }: Place): Provider {
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
    // A response of the copy waits until the page has been read, which may take long and has its own limits.
    client: { clock: createLeapingClock(), limits: { response: longestTimer, complete: longestTimer } },
  });
}

/** A clock that waits by moving on. */
function createLeapingClock(): Clock {
  let now = 0;
  return {
    now: () => now,
    sleep: async (milliseconds, signal) => {
      // Responses on their way arrive first: what waits for them would wait for ever otherwise.
      await setImmediate(undefined, { signal });
      // Like a timer, which takes whole milliseconds: so it never stands still.
      now += Math.max(1, Math.ceil(milliseconds));
    },
  };
}

/** Whether a failure is a rejection by the API that no rule of ours explains. */
export const isRejection = (message: string): boolean => message.includes(`[${rejected.explanation.code}]`);
