/** One line of the table. */
export interface Measure {
  readonly what: string;
  /** What ours is measured by, as the bar is put: a ratio, a number, a size. */
  readonly ours: string;
  /** The most that is allowed, as the issue puts it. */
  readonly bar: string;
  readonly met: boolean;
  /** The same of the plain provider that a user would write. */
  readonly baseline: string;
  /** The figures behind the ratio, and the floor. */
  readonly detail: string;
}

/** Rows of the table that are measured together. */
export interface Row {
  /** By which it is run alone: `npm run bench -- pace`. */
  readonly name: string;
  readonly title: string;
  /** About how long it takes, in seconds. */
  readonly seconds: number;
  measure(): Promise<Measure[]>;
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

export const ratio = (value: number) => `${value.toFixed(3)} x`;

export const notMeasured = "-";

/** Of several runs of the same: the one that was disturbed least by what else the machine did. */
export const least = (values: readonly number[]) => Math.min(...values);

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined) throw new RangeError("there is no median of nothing");
  return middle;
}
