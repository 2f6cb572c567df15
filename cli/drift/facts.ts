import type { ReportedRecord } from "../records.ts";
import type { OtherDifference } from "../report/manual.ts";
import type { HubFacts } from "../report/report.ts";
import type { SourcePosition } from "../report/source-position.ts";

export interface UnmanagedRecord {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
}

/** What none of the stacks manages on a hub. It doesn't count as drift. */
export interface UnmanagedContent {
  readonly unmanaged: readonly UnmanagedRecord[];
  /** Number of subscriptions that visitors may have signed up for. */
  readonly signUps: number;
}

/** A record of the program that somebody has archived: visitors don't see it, and no update changes that. */
export interface ArchivedRecord extends ReportedRecord {
  /** What readers call the record. */
  readonly label: string;
  /** Missing if it isn't known. */
  readonly sourcePosition?: SourcePosition;
}

export interface HubDrift extends HubFacts, UnmanagedContent {
  /** The page matches the state but not the program: the program was edited, or a refresh stored a manual change. */
  readonly different: readonly OtherDifference[];
  readonly archived: readonly ArchivedRecord[];
}

type Section = "overwritten" | "different" | "archived" | "unmanaged";

export interface DriftReport {
  /** Incremented when programs that read the report would have to change. */
  readonly version: 1;
  /** The page differs from the program; the exit code is then 2. */
  readonly drift: boolean;
  readonly stacks: readonly string[];
  readonly counts: Readonly<Record<Section | "signUps", number>>;
  readonly hubs: readonly HubDrift[];
}
