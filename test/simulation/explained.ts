import { type Assumptions, differences, type GuessName, guesses, guessNames } from "../../model/guesses/index.ts";

/*
 * What may happen if the server differs from a guess: the errors that the table of guesses names, and the laws that it
 * says don't hold then.
 */

export const codesOf = (name: GuessName): string[] =>
  Object.values(guesses[name].otherwise).flatMap(({ effect }) => effect.match(/SH\d{4}/g) ?? []);

const doubled = /^(IDN-4: a \w+ that nobody has is doubled|RCV-1: recover finds nothing of a \w+ that was left)$/;

const occurrenceLeft = /^LIF-5: an occurrence of a series in maintenances is left/;

/** The laws that don't hold under a difference, or under several at once, by the titles of their violations. */
const degraded: Readonly<Record<string, RegExp>> = {
  "texts=prefixed": doubled,
  "texts=shortened": doubled,
  "incident-template-silent=own-key":
    /^(IDN-4: a IncidentTemplate |RCV-1: recover finds nothing of a IncidentTemplate )/,
  // It goes with its series.
  "series-delete=whole-series": /^SER-10: a delete deletes what has ended$/,
  // The rejection of the second POST doesn't say that the first one has worked. The next up does.
  "current-lists=late error-body=empty write-responses=no-record": /^IDN-4: a \w+ is in no state and in no error$/,
  // It appears after the search for it.
  "server-errors=still-working": /^IDN-4: a \w+ is in no state and in no error$/,
  // No response shows these records.
  "occurrences=hidden":
    /^(LIF-5: an occurrence of a series in maintenances is left|SER-1: a series has two records for one time$)/,
  // No response shows that somebody has made it recurring.
  "completed-repeat=missing":
    /^(LIF-5: an occurrence of a series in maintenances is left|SER-10: a create changes what has ended$)/,
  // Somebody has changed it before we knew it.
  "occurrences=late":
    /^(LIF-5: an occurrence of a series in maintenances is left|SER-10: a (update|delete) changes what has ended$)/,
  // No date that appears later is recognized.
  "occurrences=late texts=prefixed": /^SER-1: a series has two records for one time$/,
  // What a destroy has left then looks like somebody else's single maintenances.
  "occurrences=late completed-repeat=missing": /^SER-1: a series has two records for one time$/,
  "current-lists=late":
    /^(LIF-5: an occurrence of a series in maintenances is left|SER-10: a update changes what has ended$)/,
  // Nothing but a warning is left to do about dates that no write of ours has made.
  "empty-repeat=ignored": occurrenceLeft,
  "empty-repeat=rejected": occurrenceLeft,
  "update-following=one-occurrence": occurrenceLeft,
  // A preview shows it, and no `up` can change it.
  "service-put=replaces": /^(done|two ups|NPD|LIF-3|DRF-14|CLR-8|preview)/,
};

const namesIn = (assumed: Assumptions) => guessNames.filter((name) => assumed[name] !== undefined);

/** Whether the table names an error for what is assumed. */
export function isExplained(assumed: Assumptions, message: string): boolean {
  const [, code = ""] = /\[(SH\d{4})\]$/.exec(message) ?? [];
  return namesIn(assumed).some((name) => codesOf(name).includes(code));
}

/** Whether the table says that this law doesn't hold. */
export const isDegraded = (assumed: Assumptions, title: string): boolean =>
  Object.entries(degraded).some(
    ([combined, titles]) =>
      titles.test(title) &&
      combined.split(" ").every((each) => Object.entries(assumed).some((pair) => pair.join("=") === each)),
  );

/** The properties whose manual changes, or some of whose values, responses don't show under a difference. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  "service-statuses=nested": ["serviceStatuses"],
  "service-statuses=status-name": ["serviceStatuses"],
  "subscription-services=names": ["services"],
  "incident-template-silent=own-key": ["silentUpdate"],
  "maintenance-template-silent=flag-only": ["silent"],
  "completed-repeat=missing": ["repeat", "notifications"],
  "masked-values=masked": ["configuration"],
};

/** Whether the table says that this live value of a property isn't noticed. */
export const isUnseen = (assumed: Assumptions, property: string, live: unknown): boolean =>
  (assumed["null-values"] !== undefined && live === null) ||
  Object.entries(assumed).some(([name, other]) => unseen[`${name}=${other}`]?.includes(property) === true);

/** The differences for which the table says that laws don't hold. A mistyped one would never apply. */
export const unknownDegraded = [...Object.keys(degraded), ...Object.keys(unseen)]
  .flatMap((names) => names.split(" "))
  .filter((name) => !differences.has(name));
