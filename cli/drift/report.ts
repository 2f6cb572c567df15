import type { Action, ChangedProperty, Observed } from "./observe.ts";
import type { StackRecord } from "./record.ts";

/** Grows when a program that reads the report would have to change. */
export const reportVersion = 1;

export interface ReportedRecord extends StackRecord {
  readonly stack: string;
}

export interface ChangedRecord extends ReportedRecord {
  readonly properties: readonly ChangedProperty[];
}

export interface DifferentRecord extends ChangedRecord {
  /** What the next `pulumi up` would do. */
  readonly action: Action;
}

export interface UnmanagedRecord {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
}

export interface HubReport {
  readonly hub: string;
  /** Changed outside Pulumi since the state was written. */
  readonly changed: readonly ChangedRecord[];
  /** Deleted outside Pulumi since the state was written. */
  readonly deleted: readonly ReportedRecord[];
  /** The state agrees with the page and not with the program: either may have been changed, as a refresh leaves no trace. */
  readonly different: readonly DifferentRecord[];
  /** Records that no stack manages. No drift. */
  readonly unmanaged: readonly UnmanagedRecord[];
}

export interface Report {
  readonly version: typeof reportVersion;
  /** The page is not as the program declares it. */
  readonly drift: boolean;
  readonly stacks: readonly string[];
  readonly counts: Readonly<Record<Section, number>>;
  readonly hubs: readonly HubReport[];
}

const sections = ["changed", "deleted", "different", "unmanaged"] as const;

export type Section = (typeof sections)[number];

export interface ReportInput {
  readonly stacks: readonly string[];
  readonly observed: readonly Observed[];
  readonly unmanaged: ReadonlyMap<string, readonly UnmanagedRecord[]>;
}

/** The report, in an order that depends on nothing but its contents. */
export function createReport({ stacks, observed, unmanaged }: ReportInput): Report {
  const names = [...new Set([...observed.map(({ hub }) => hub), ...unmanaged.keys()])].sort();
  const all = names.map((hub): HubReport => {
    const own = observed.filter((item) => item.hub === hub).sort(inOrder);
    return {
      hub,
      changed: own.flatMap((item) =>
        item.section === "changed" ? [{ ...reported(item), properties: item.properties }] : [],
      ),
      deleted: own.filter(({ section }) => section === "deleted").map(reported),
      different: own.flatMap((item) =>
        item.section === "different" ? [{ ...reported(item), action: item.action, properties: item.properties }] : [],
      ),
      unmanaged: (unmanaged.get(hub) ?? []).toSorted(inOrder),
    };
  });
  const hubs = all.filter((hub) => sections.some((section) => hub[section].length > 0));
  const count = (section: Section) => hubs.reduce((sum, hub) => sum + hub[section].length, 0);
  const counts = Object.fromEntries(sections.map((section) => [section, count(section)])) as Record<Section, number>;
  const drift = counts.changed + counts.deleted + counts.different > 0;
  return { version: reportVersion, drift, stacks, counts, hubs };
}

const reported = ({ stack, kind, name, id }: Observed): ReportedRecord => ({ stack, kind, name, id });

interface Ordered {
  readonly kind: string;
  readonly id: string;
  readonly name?: string;
}

/** What is still to be created has no ID: then the name decides. */
const inOrder = (one: Ordered, other: Ordered) =>
  one.kind.localeCompare(other.kind) ||
  Number(one.id) - Number(other.id) ||
  one.id.localeCompare(other.id) ||
  (one.name ?? "").localeCompare(other.name ?? "");
