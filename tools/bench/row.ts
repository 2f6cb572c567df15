export interface Measure {
  readonly what: string;
  /** Our figure in the unit of the bar: a ratio, a number or a size. */
  readonly ours: string;
  /** The maximum that passes. */
  readonly bar: string;
  readonly verdict: "met" | "not met" | "inconclusive";
  /** The figures behind the ratio, and the floor. */
  readonly detail: string;
}

/** Lines of the table that are measured together. */
export interface Row {
  /** Selects the row: `npm run bench -- pace`. */
  readonly name: string;
  readonly title: string;
  /** Approximate duration. */
  readonly seconds: { readonly full: number; readonly quick: number };
  /** @param isQuick fewer cases, smaller sizes or fewer pairs */
  measure(isQuick: boolean): Promise<Measure[]>;
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

export const ratio = (value: number) => `${value.toFixed(3)} x`;

/** Returns the verdict on figures that don't vary, such as counts. */
export const verdictOn = (isMet: boolean): Measure["verdict"] => (isMet ? "met" : "not met");

/** Runs two measurements in turns, each one first every other time, so that other load on the machine affects both. */
export async function inTurns<Figure>(
  first: () => Promise<Figure>,
  second: () => Promise<Figure>,
  pairs = 5,
): Promise<[Figure[], Figure[]]> {
  const figures: [Figure[], Figure[]] = [[], []];
  for (let turn = 0; turn < pairs; turn++) {
    if (turn % 2 === 0) figures[0].push(await first());
    figures[1].push(await second());
    if (turn % 2 === 1) figures[0].push(await first());
  }
  return figures;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

function quantile(values: readonly number[], share: number): number {
  const position = (values.length - 1) * share;
  const [below = Number.NaN, above = below] = values
    .toSorted((one, other) => one - other)
    .slice(Math.floor(position), Math.floor(position) + 2);
  return below + (above - below) * (position % 1);
}

/** Times of our program and of a reference program, which took turns. */
export interface Pairs {
  readonly what: string;
  readonly ours: readonly number[];
  readonly floor: readonly number[];
  /** The reference program, as the table names it. */
  readonly reference: string;
  /** The bar: the median of the ratios that passes. */
  readonly most: number;
}

/**
 * Compares times as ratios. The spread is the distance between the first and the third quartile, so half of all pairs are in
 * between. If it is wider than the distance from the median to the bar, there is no verdict.
 */
export function compared({ what, ours, floor, reference, most }: Pairs): Measure {
  const ratios = ours.map((time, index) => time / (floor[index] ?? Number.NaN));
  const spread = quantile(ratios, 0.75) - quantile(ratios, 0.25);
  const isConclusive = spread <= Math.abs(most - median(ratios));
  return {
    what,
    ours: `${ratio(median(ratios))} (spread ${spread.toFixed(3)})`,
    bar: ratio(most),
    verdict: isConclusive ? verdictOn(median(ratios) <= most) : "inconclusive",
    detail: `${seconds(median(ours))} against ${seconds(median(floor))} of ${reference}, ${ours.length} pairs`,
  };
}
