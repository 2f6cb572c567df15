import { commandLineGuesses } from "./command-line.ts";
import type { DescribedDifference, Guess } from "./guess.ts";
import { operationGuesses } from "./operations.ts";
import { readingGuesses } from "./reading.ts";
import { seriesGuesses } from "./series.ts";
import { writingGuesses } from "./writing.ts";

/*
 * What kinds, provider and commands assume about the API where its description says nothing, and what happens if the real
 * service differs. Their comments name the entry: `Inferred (service-list): ...`. docs/contributing/inferred.md is printed
 * from the entries, the emulator can differ in each of them, and a resource's whole life is tested with each difference.
 *
 * The provider and the kinds don't import this folder: they only name its entries.
 */

/** The guesses by chapter, in the order in which the page shows them. */
export const chapters = {
  Operations: operationGuesses,
  Reading: readingGuesses,
  Writing: writingGuesses,
  Series: seriesGuesses,
  "The command line": commandLineGuesses,
} as const;

const all = {
  ...operationGuesses,
  ...readingGuesses,
  ...writingGuesses,
  ...seriesGuesses,
  ...commandLineGuesses,
} as const;

export type GuessName = keyof typeof all;

/** The names of a guess's differences. */
export type DifferenceOf<Name extends GuessName> = keyof (typeof all)[Name]["otherwise"] & string;

/** The guesses in which a service differs, each with its difference: `{ "record-ids": "text" }`. */
export type Assumptions = { readonly [Name in GuessName]?: DifferenceOf<Name> | undefined };

export const guesses: Readonly<Record<GuessName, Guess>> = all;

export const guessNames = Object.keys(guesses) as GuessName[];

/** The guesses on which whatever is written rests. */
export const generalGuesses = guessNames.filter((name) => guesses[name].general).sort();

/** Every difference as the emulator's option names it: `record-ids=text`. */
export const differences: ReadonlyMap<string, DescribedDifference> = new Map(
  Object.entries(guesses).flatMap(([name, { otherwise }]) =>
    Object.entries(otherwise).map(([other, difference]) => [`${name}=${other}`, difference]),
  ),
);
