/*
 * What kinds, provider and commands assume about the API where its description says nothing, and what happens if the real
 * service differs. Their comments name the entry: `Inferred (service-list): ...`. docs/contributing/inferred.md is printed
 * from the entries, the emulator can differ in each of them, and a resource's whole life is tested with each difference.
 *
 * Nothing is imported here. The provider and the kinds don't import this folder: they only name its entries.
 */

/** One way in which the real service may differ. */
export interface Difference {
  /** What the service does instead. */
  readonly service: string;
  /** What happens then: it works, how it degrades, or with which code it fails. */
  readonly effect: string;
}

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
