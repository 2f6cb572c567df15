import type { Identity } from "../project/record.ts";

/* What a rehearsal says of the steps of a plan, apart from the changes on the page. */

/** What a step is about. */
export interface Subject extends Identity {
  readonly stack: string;
  readonly urn: string;
  /** What readers call the record. */
  readonly label: string;
  readonly hub: string;
}

/** A step that would fail. */
export interface Failure extends Subject {
  /** What the provider, or Pulumi, says. */
  readonly message: string;
  /** Whether it is a refusal of our own; else StatusHub would reject a request, as far as we know. */
  readonly isCertain: boolean;
  /** The names of our guesses about StatusHub from which a rejection follows. */
  readonly guesses: readonly string[];
}

/** Why something of a step isn't known before the update. */
export type NotKnownReason =
  | "known-after-up"
  | "secret-identity"
  | "several-new-services"
  | "order"
  | "not-played"
  | "account"
  | "unreadable";

export interface NotKnown extends Subject {
  /** Empty if it is about the whole record. */
  readonly property: string;
  readonly reason: NotKnownReason;
}

/** A record that leaves the program and stays on the page. */
export interface Staying extends Subject {
  readonly id: string;
  /** Why, as the provider says it. */
  readonly reason: string;
}
