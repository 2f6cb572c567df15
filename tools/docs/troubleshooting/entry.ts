/** Why one or several messages show, and what to do. */
export interface Entry {
  /** Heading and anchor: letters and spaces alone, so that every renderer makes the same anchor of it. */
  readonly title: string;
  /**
   * A part of each message, as `npm run troubleshooting -- --list` prints them. Of several entries, a message belongs to
   * the one that quotes the most of it.
   */
  readonly messages: readonly string[];
  readonly cause: string;
  readonly cure: string;
}

/** What the user was doing. */
export interface Chapter {
  readonly title: string;
  readonly text: string;
  /** Others print these messages, so that nothing in our source shows whether they are still the same. */
  readonly isForeign?: true;
  readonly entries: readonly Entry[];
}
