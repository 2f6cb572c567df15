/** How this emulator behaves where the API leaves a choice, or where a test wants another world. */
export interface Settings {
  /** Refuses query parameters and body fields that the API does not know, with 422, and checks its own answers. */
  readonly strict: boolean;
  /** Status of every inferred operation, whose inferred query parameters are then ignored; undefined offers them. */
  readonly inferredStatus: 404 | 405 | undefined;
  /** Whether a restored subscription keeps its id. Documented: either may happen. */
  readonly restore: "same-id" | "new-id";
  /** Whether lists that carry basic info leave out the longer fields. */
  readonly lists: "basic" | "full";
  /** Days for which a series of maintenances without an end has occurrences. */
  readonly seriesDays: number;
}
