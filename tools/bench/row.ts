export type Verdict = "met" | "not met" | "inconclusive";

export interface Measure {
  readonly what: string;
  /** Our figure in the unit of the bar: a ratio, a number or a size. */
  readonly ours: string;
  /** The maximum that passes. */
  readonly bar: string;
  readonly verdict: Verdict;
  /** The figures behind the ratio, and the floor. */
  readonly detail: string;
}

export interface RowOptions {
  /** Measures fewer cases, smaller sizes or fewer pairs. */
  readonly quick: boolean;
}

/** Lines of the table that are measured together. */
export interface Row {
  /** Selects the row: `npm run bench -- pace`. */
  readonly name: string;
  readonly title: string;
  /** Approximate duration in seconds; `quick` is undefined if there is no quick form. */
  readonly seconds: { readonly full: number; readonly quick?: number };
  measure(options: RowOptions): Promise<Measure[]>;
}

export const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;

export const ratio = (value: number) => `${value.toFixed(3)} x`;

/** Returns the verdict on figures that don't vary, such as counts. */
export const verdictOn = (isMet: boolean): Verdict => (isMet ? "met" : "not met");
