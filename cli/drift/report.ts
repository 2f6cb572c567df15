import type { Action, ChangedProperty, ReportedDifference } from "../engine/planned.ts";
import type { StackRecord } from "../engine/record.ts";

/** Incremented when programs that read the report would have to change. */
export const reportVersion = 1;

export interface ReportedRecord extends StackRecord {
  readonly stack: string;
}

export interface ChangedRecord extends ReportedRecord {
  readonly properties: readonly ChangedProperty[];
}

export interface DifferentRecord extends ChangedRecord {
  /** The change that the next `pulumi up` would make. */
  readonly action: Action;
}

export interface UnmanagedRecord {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
}

export interface HubReport {
  readonly hub: string;
  /** Changed outside Pulumi since the last update of the state. */
  readonly changed: readonly ChangedRecord[];
  /** Deleted outside Pulumi since the last update of the state. */
  readonly deleted: readonly ReportedRecord[];
  /** The page matches the state but not the program: the program was edited, or a refresh stored a manual change. */
  readonly different: readonly DifferentRecord[];
  /** Records that none of the stacks manages. They don't count as drift. */
  readonly unmanaged: readonly UnmanagedRecord[];
  /** Number of subscriptions that visitors may have signed up for, and that none of the stacks manages. */
  readonly signUps: number;
}

export interface Report {
  readonly version: typeof reportVersion;
  /** The page differs from the program. */
  readonly drift: boolean;
  readonly stacks: readonly string[];
  readonly counts: Readonly<Record<Section | "signUps", number>>;
  readonly hubs: readonly HubReport[];
}

const sections = ["changed", "deleted", "different", "unmanaged"] as const;

export type Section = (typeof sections)[number];

/** What none of the stacks manages on a hub. */
export type Unmanaged = Pick<HubReport, "unmanaged" | "signUps">;

export interface ReportInput {
  readonly stacks: readonly string[];
  readonly differences: readonly ReportedDifference[];
  readonly unmanaged: ReadonlyMap<string, Unmanaged>;
}

/** Creates the report, in an order that depends only on its contents. */
export function createReport({ stacks, differences, unmanaged }: ReportInput): Report {
  const names = [...new Set([...differences.map(({ hub }) => hub), ...unmanaged.keys()])].sort();
  const all = names.map((hub): HubReport => {
    const own = differences.filter((item) => item.hub === hub).sort(inOrder);
    return {
      hub,
      changed: own.flatMap((item) =>
        item.section === "changed" ? [{ ...reported(item), properties: item.properties }] : [],
      ),
      deleted: own.filter(({ section }) => section === "deleted").map(reported),
      different: own.flatMap((item) =>
        item.section === "different" ? [{ ...reported(item), action: item.action, properties: item.properties }] : [],
      ),
      unmanaged: (unmanaged.get(hub)?.unmanaged ?? []).toSorted(inOrder),
      signUps: unmanaged.get(hub)?.signUps ?? 0,
    };
  });
  const hubs = all.filter((hub) => hub.signUps > 0 || sections.some((section) => hub[section].length > 0));
  const count = (of: (hub: HubReport) => number) => hubs.reduce((sum, hub) => sum + of(hub), 0);
  const counts = {
    changed: count((hub) => hub.changed.length),
    deleted: count((hub) => hub.deleted.length),
    different: count((hub) => hub.different.length),
    unmanaged: count((hub) => hub.unmanaged.length),
    signUps: count((hub) => hub.signUps),
  };
  const drift = counts.changed + counts.deleted + counts.different > 0;
  return { version: reportVersion, drift, stacks, counts, hubs };
}

const reported = ({ stack, kind, name, id }: ReportedDifference): ReportedRecord => ({ stack, kind, name, id });

interface Ordered {
  readonly kind: string;
  readonly id: string;
  readonly name?: string;
}

/** Records that don't exist yet have no ID and are sorted by name. */
const inOrder = (one: Ordered, other: Ordered) =>
  one.kind.localeCompare(other.kind) ||
  Number(one.id) - Number(other.id) ||
  one.id.localeCompare(other.id) ||
  (one.name ?? "").localeCompare(other.name ?? "");
