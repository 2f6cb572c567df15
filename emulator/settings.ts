/** How an emulator behaves if the API allows a choice, or if a test needs different behavior. */
export interface Settings {
  readonly strict: boolean;
  readonly restore: "same-id" | "new-id";
  readonly lists: "basic" | "full";
  readonly seriesDays: number;
  /** Status of inferred operations, with inferred query parameters ignored; undefined offers both. */
  readonly inferredStatus: 404 | 405 | undefined;
}
