import type { Audience } from "../../model/kinds/property.ts";
import type { ReportedRecord } from "../records.ts";
import type { Message } from "../rehearsal/messages.ts";
import type { HubFacts } from "../report/report.ts";
import type { SourcePosition } from "../report/source-position.ts";
import type { Item } from "./item.ts";
import type { UnknownReason } from "./unknown.ts";

/** A resource that the report is about, with what readers call its record. */
export interface Named extends Omit<ReportedRecord, "id"> {
  readonly label: string;
  /** Missing if it isn't known. */
  readonly sourcePosition?: SourcePosition;
}

/** What the rehearsal doesn't tell. */
export interface Unknown extends Named {
  /** Empty if it is about the whole record. */
  readonly property: string;
  readonly reason: UnknownReason;
}

/** A record that leaves the program and stays on the page. */
export interface Stay extends Named {
  readonly id: string;
  /** Why, in the provider's words. */
  readonly reason: string;
}

/** A deletion of a record that StatusHub can't restore. */
export interface Deletion extends Named {
  readonly id: string;
  readonly guesses: readonly string[];
}

/** A step at which the update fails. */
export interface UpdateFailure extends Named {
  readonly hub: string;
  /** What the update will say. */
  readonly message: string;
  /** Whether it is a refusal of our own. Else StatusHub would reject a request, as far as we know. */
  readonly certain: boolean;
  readonly guesses: readonly string[];
}

export interface HubPreview extends HubFacts, Readonly<Record<Audience, readonly Item[]>> {
  readonly messages: readonly Message[];
  readonly stays: readonly Stay[];
  readonly irreversible: readonly Deletion[];
  readonly unknown: readonly Unknown[];
}

export interface PreviewReport {
  /** Incremented when programs that read the report would have to change. */
  readonly version: 2;
  /** The update changes a record of StatusHub, or that isn't known; the exit code is then 2. */
  readonly changes: boolean;
  /** The update certainly fails; the exit code is then 1. What it changes may happen before. */
  readonly fails: boolean;
  /** The page or a stack has changed since Pulumi planned the update, twice. No failure is foretold then. */
  readonly outdated: boolean;
  /** The versions of the provider that the stacks use, if they aren't the one that has rehearsed. Nothing is certain then. */
  readonly otherVersions: readonly string[];
  readonly failures: readonly UpdateFailure[];
  /** What isn't done because of the failures. */
  readonly undone: readonly (Named & { readonly hub: string })[];
  readonly stacks: readonly string[];
  readonly writes: number;
  /** The names of our guesses about StatusHub on which all writes rest, so that no line is marked because of them. */
  readonly guesses: readonly string[];
  /** How long the writes take at StatusHub's limit. */
  readonly seconds: number;
  readonly hubs: readonly HubPreview[];
}
