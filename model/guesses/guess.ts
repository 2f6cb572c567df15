/** One way in which the real service may differ. */
export interface DescribedDifference {
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
  /** Whatever is written rests on it. A report says so once, and marks no line because of it. */
  readonly general?: true;
  /** The possible differences by name, the most likely one first. */
  readonly otherwise: Readonly<Record<string, DescribedDifference>>;
}

export type Guesses = Readonly<Record<string, Guess>>;
