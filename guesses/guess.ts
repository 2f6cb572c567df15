/*
 * Every assumption about the API that its description doesn't cover, and what happens if the real service differs.
 * Comments name their entry: `Inferred (service-list): ...`. docs/contributing/inferred.md is printed from the entries,
 * the emulator can be turned round on each of them, and the laws run with each turned.
 *
 * Nothing is imported here. The provider and kinds/ don't import this folder: they only name its entries.
 */

/** One way in which the real service may differ. */
export interface Difference {
  /** What the service does instead. */
  readonly service: string;
  /** What happens then: it works, how it degrades, or with which code it fails. */
  readonly effect: string;
}

/** One assumption. */
export interface Guess {
  readonly assumed: string;
  /** The kinds of resources that rely on it. @default every kind except Hub */
  readonly concerns?: readonly string[];
  /** The operation that may not exist, if the guess is that it does. */
  readonly operation?: string;
  /** The possible differences by name, the most likely one first. */
  readonly otherwise: Readonly<Record<string, Difference>>;
}

export type Guesses = Readonly<Record<string, Guess>>;
