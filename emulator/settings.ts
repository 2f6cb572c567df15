/** How an emulator behaves if the API allows a choice, or if a test needs different behavior. */
export interface Settings {
  readonly strict: boolean;
  readonly restore: "same-id" | "new-id";
  readonly seriesDays: number;
  /** How the dates of a series are counted; only a difference from `series-clock` changes it. */
  readonly seriesClock: "utc" | "local" | "clamped";
  /** Status of inferred operations, with inferred query parameters ignored; undefined offers both. */
  readonly inferredStatus: 404 | 405 | undefined;
}
