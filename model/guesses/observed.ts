import list from "./answers.json" with { type: "json" };

/** What the real service of one account has shown about a guess. */
export interface Observation {
  readonly guess: string;
  /** `holds`, or the name of the difference. */
  readonly answer: string;
  /** Such as `2027-01-31`. */
  readonly date: string;
  readonly region: string;
  /** The version of this package that asked. */
  readonly version: string;
  /** The file in `model/guesses/evidence` with the recording. */
  readonly evidence: string;
}

/** Every answer that `pulumi-statushub probe` has brought so far, oldest first. */
export const observations: readonly Observation[] = list;
