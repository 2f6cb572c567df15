import type { Guess } from "../../model/guesses/guess.ts";
import type { Difference } from "./difference.ts";

/** The implementation of each difference of a chapter's guesses. */
export type Implementations<Chapter extends Readonly<Record<string, Guess>>> = {
  readonly [Name in keyof Chapter]: { readonly [Other in keyof Chapter[Name]["otherwise"]]: Difference };
};
