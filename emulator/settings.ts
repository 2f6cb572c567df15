/** How this emulator behaves where the API leaves a choice, or where a test needs another behaviour. */
export interface Settings {
  /** Refuses query parameters and body fields that the API does not know, with 422, and checks its own answers. */
  readonly strict: boolean;
  /** The status that answers inferred operations, with inferred query parameters ignored; undefined offers both. */
  readonly inferredStatus: 404 | 405 | undefined;
  /** Whether a restored subscription keeps its id. Documented: either may happen. */
  readonly restore: "same-id" | "new-id";
  /** Whether lists that carry basic info leave out the longer fields. */
  readonly lists: "basic" | "full";
  /** Days of occurrences of a maintenance that repeats without end. */
  readonly seriesDays: number;
}
