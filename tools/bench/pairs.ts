import { ratio, type Verdict } from "./row.ts";

/** Minimum number of pairs. */
export const pairs = 5;

/** Ratios of several pairs of runs, or of several runs to a computed floor. */
export class Ratios {
  readonly #sorted: readonly number[];

  constructor(values: readonly number[]) {
    if (values.length === 0) throw new RangeError("there is no median of nothing");
    this.#sorted = values.toSorted((one, other) => one - other);
  }

  /** Compares two lists of runs that took turns. */
  static of(ours: readonly number[], floors: readonly number[]): Ratios {
    return new Ratios(ours.map((value, index) => value / (floors[index] ?? Number.NaN)));
  }

  get median(): number {
    return this.#at(0.5);
  }

  /** From the first to the third quartile, so half of all pairs are in between. */
  get spread(): number {
    return this.#at(0.75) - this.#at(0.25);
  }

  /** If the spread is wider than the distance to the bar, there is no verdict. */
  verdict(bar: number): Verdict {
    if (this.spread > Math.abs(bar - this.median)) return "inconclusive";
    return this.median <= bar ? "met" : "not met";
  }

  /** Formats as `1.036 x (spread 0.012)`. */
  toString(): string {
    return `${ratio(this.median)} (spread ${this.spread.toFixed(3)})`;
  }

  #at(share: number): number {
    const position = (this.#sorted.length - 1) * share;
    const [below = Number.NaN, above = below] = this.#sorted.slice(Math.floor(position), Math.floor(position) + 2);
    return below + (above - below) * (position % 1);
  }
}

export const median = (values: readonly number[]): number => new Ratios(values).median;

/** Runs two measurements in turns, each one first every other time, so that other load on the machine affects both. */
export async function inTurns<Figure>(
  first: () => Promise<Figure>,
  second: () => Promise<Figure>,
  count = pairs,
): Promise<[Figure[], Figure[]]> {
  const figures: [Figure[], Figure[]] = [[], []];
  for (let turn = 0; turn < count; turn++) {
    if (turn % 2 === 0) figures[0].push(await first());
    figures[1].push(await second());
    if (turn % 2 === 1) figures[0].push(await first());
  }
  return figures;
}
