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

/** The figures of two programs that took turns: those with the same index belong together. */
export interface Turns<Figure> {
  readonly ours: readonly Figure[];
  readonly reference: readonly Figure[];
}

/** Measures our program and a reference in turns, each one first every other time, so that other load on the machine affects both. */
export async function inTurns<Figure>(
  measureOurs: () => Promise<Figure>,
  measureReference: () => Promise<Figure>,
  pairs = 5,
): Promise<Turns<Figure>> {
  const ours: Figure[] = [];
  const reference: Figure[] = [];
  for (let turn = 0; turn < pairs; turn++) {
    const isOursFirst = turn % 2 === 0;
    if (isOursFirst) ours.push(await measureOurs());
    reference.push(await measureReference());
    if (!isOursFirst) ours.push(await measureOurs());
  }
  return { ours, reference };
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the value below which this share of the values is, between two of them if it falls there. */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (values.length - 1) * share;
  const below = sorted[Math.floor(position)] ?? Number.NaN;
  const above = sorted[Math.ceil(position)] ?? Number.NaN;
  return below + (above - below) * (position % 1);
}

/** What the table says of a comparison besides its figures. */
export interface Comparison {
  readonly what: string;
  /** The reference program, as the table names it. */
  readonly reference: string;
  /** The bar: the largest median of the ratios that passes. */
  readonly most: number;
}

/**
 * Compares times as ratios. The spread is the distance between the first and the third quartile, so half of all pairs are in
 * between. If it is wider than the distance from the median to the bar, there is no verdict.
 */
export function compared({ what, reference, most }: Comparison, times: Turns<number>): Measure {
  const ratios = times.ours.map((time, index) => time / (times.reference[index] ?? Number.NaN));
  const middle = median(ratios);
  const spread = quantile(ratios, 0.75) - quantile(ratios, 0.25);
  const isConclusive = spread <= Math.abs(most - middle);
  return {
    what,
    ours: `${ratio(middle)} (spread ${spread.toFixed(3)})`,
    bar: ratio(most),
    verdict: isConclusive ? verdictOn(middle <= most) : "inconclusive",
    detail: `${seconds(median(times.ours))} against ${seconds(median(times.reference))} of ${reference}, ${ratios.length} pairs`,
  };
}
