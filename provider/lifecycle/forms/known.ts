import type { Live, Stored } from "../../../model/api/form.ts";

/** What Pulumi keeps of a resource. */
export interface Kept {
  /** The record's ID now. A restored record may have another one than the ID under which Pulumi keeps the resource. */
  readonly id: string;
  readonly stored: Stored;
}

/** What an operation knows of the record that it writes to. Only a request adds to it. */
export interface Known extends Kept {
  /**
   * What the state has before the first PUT. For a record that is in no state yet: what it would have if the operation
   * ended here.
   */
  readonly stored: Stored;
  /** The record as the responses of this operation have shown it so far; empty if there was none. */
  readonly live: Live;
  /** The names of the properties that this operation has written. */
  readonly sent: ReadonlySet<string>;
}

/** If an operation has only read. */
export const unsent: ReadonlySet<string> = new Set();
