/** How an emulator behaves if the API allows a choice, or if a test needs different behavior. */
export interface Settings {
  readonly strict: boolean;
  /** Only a difference changes it. */
  readonly restoredId: "same" | "new";
  readonly seriesDays: number;
  /** How the dates of a series are counted; only a difference from `series-clock` changes it. */
  readonly seriesClock: "utc" | "local" | "clamped";
}
