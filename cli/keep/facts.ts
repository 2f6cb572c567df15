import type { ReportedRecord } from "../records.ts";
import type { SourcePosition } from "../report/source-position.ts";

/** A property that differs from its declaration. */
export interface KeptProperty {
  readonly property: string;
  /** What the page has, with the IDs of services. `[secret]` masks a secret. */
  readonly value: unknown;
  /** The lines for the program. Missing if the value isn't to be pasted. */
  readonly code?: string;
  /** Sets a secret, whose value it asks for. */
  readonly command?: string;
  /** Why there are no lines for this property. */
  readonly problem?: string;
}

/** A resource that names a record. */
export interface ReferringResource {
  readonly kind: string;
  readonly name: string;
  readonly properties: readonly string[];
}

/** A manual change of a record, as the program would declare it. */
export interface KeptRecord extends ReportedRecord {
  readonly hub: string;
  /** What readers call the record, as it is on the page. */
  readonly label: string;
  readonly change: "changed" | "deleted";
  /** Missing if it isn't known. */
  readonly sourcePosition?: SourcePosition;
  /** Why no lines can be pasted for this record, or why the line of a deleted one isn't only its own. */
  readonly problem?: string;
  /** Empty if the record was deleted. */
  readonly properties: readonly KeptProperty[];
  /** Resources that refer to a deleted record. */
  readonly referredBy: readonly ReferringResource[];
}

/** A record that no stack manages, and how to begin with that. */
export interface NewRecord {
  readonly hub: string;
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  /** A property for the program, or a command. */
  readonly how: string;
}

export interface KeepReport {
  /** Incremented when programs that read the report would have to change. */
  readonly version: 1;
  /** The page differs from the program; the exit code is then 2. */
  readonly drift: boolean;
  readonly stacks: readonly string[];
  /** The language of the lines. Missing if we don't write the program's. */
  readonly language?: string;
  readonly records: readonly KeptRecord[];
  readonly unmanaged: readonly NewRecord[];
}
