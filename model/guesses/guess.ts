/** One way in which the real service may differ. */
export interface DescribedDifference {
  /** What the service does instead. */
  readonly service: string;
  /** What happens then: it works, how it degrades, or with which code it fails. "The same." as in the difference before. */
  readonly effect: string;
}

export interface Guess {
  readonly assumed: string;
  /** The kinds that rely on it: under each difference, a test plays the life of a resource of each. @default every kind except Hub */
  readonly concerns?: readonly string[];
  /** The operation that may not exist, if the guess is that it does. */
  readonly operation?: string;
  /** Every write rests on it, so the preview of any write names it once, and no single change does. */
  readonly general?: true;
  /** The possible differences by name, the most likely one first. */
  readonly otherwise: Readonly<Record<string, DescribedDifference>>;
}

export type Guesses = Readonly<Record<string, Guess>>;
