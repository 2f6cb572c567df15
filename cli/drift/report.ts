import type { ResourceState, Step } from "./preview.ts";

/** Grows when a program that reads the report would have to change. */
export const reportVersion = 1;

/** One property that is not as declared. Secrets show as `[secret]`. */
export interface ChangedProperty {
  readonly property: string;
  readonly declared: unknown;
  /** Absent where the record has no value. */
  readonly live: unknown;
}

export interface ReportedResource {
  readonly stack: string;
  readonly kind: string;
  readonly name: string;
  /** Id of the record in the API. */
  readonly id: string;
}

export interface ChangedResource extends ReportedResource {
  readonly properties: readonly ChangedProperty[];
}

export interface UnmanagedRecord {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
}

export interface HubReport {
  readonly hub: string;
  /** What somebody changed by hand. */
  readonly changed: readonly ChangedResource[];
  /** What somebody deleted by hand. */
  readonly deleted: readonly ReportedResource[];
  /** What the program would change by itself, and the next `pulumi up` will. No drift. */
  readonly pending: readonly ReportedResource[];
  /** Records that no program owns. No drift. */
  readonly unmanaged: readonly UnmanagedRecord[];
}

export interface Report {
  readonly version: typeof reportVersion;
  readonly drift: boolean;
  readonly stacks: readonly string[];
  readonly counts: Readonly<Record<Section, number>>;
  readonly hubs: readonly HubReport[];
}

export type Section = "changed" | "deleted" | "pending" | "unmanaged";

/** A record in the state of a stack. */
export interface ManagedRecord {
  readonly hub: string;
  readonly kind: string;
  readonly id: string;
}

interface Observed extends ReportedResource {
  readonly hub: string;
  readonly section: "changed" | "deleted" | "pending";
  readonly properties: readonly ChangedProperty[];
}

const typePattern = /statushub:(?:index:)?([A-Za-z]+)::([^:]+(?::[^:]+)*)$/;

/** Kind and name of one of our resources; undefined for any other. */
export function identify(urn: string): { kind: string; name: string } | undefined {
  const [, kind, name] = typePattern.exec(urn) ?? [];
  return kind === undefined || name === undefined ? undefined : { kind, name };
}

/** The records that are in the state, by the names that their hubs have now. */
export function managedRecords(steps: readonly Step[]): ManagedRecord[] {
  const before = statesBefore(steps);
  const renamed = new Map(
    steps
      .filter(({ op, urn, oldState }) => op !== "refresh" && oldState && identify(urn)?.kind === "Hub")
      .map(({ urn, oldState }) => [before.get(urn)?.inputs?.subdomain, oldState?.inputs?.subdomain]),
  );
  return [...before].flatMap(([urn, state]) => {
    const found = identify(urn);
    if (found === undefined || state === undefined) return [];
    const hub = hubOf(found.kind, state);
    return [{ kind: found.kind, hub: String(renamed.get(hub) ?? hub), id: recordIdOf(state) }];
  });
}

const statesBefore = (steps: readonly Step[]) =>
  new Map(steps.filter(({ op }) => op === "refresh").map(({ urn, oldState }) => [urn, oldState]));

/** What the steps of a preview say that differs between the program and the page. */
export function observe(stack: string, steps: readonly Step[]): Observed[] {
  const before = statesBefore(steps);
  return steps.flatMap((step) => {
    const found = identify(step.urn);
    if (found === undefined || /^(refresh|same|read)$/.test(step.op)) return [];
    const known = before.get(step.urn);
    const state = step.oldState ?? known ?? step.newState ?? {};
    const resource = { stack, ...found, id: recordIdOf(known ?? state), hub: hubOf(found.kind, state) };
    return [{ ...resource, ...judge(step, known) }];
  });
}

/** Separates what was done by hand from what the program changes: by hand is what differs from the state before the read. */
function judge(step: Step, before: ResourceState | undefined): Pick<Observed, "section" | "properties"> {
  if (before !== undefined && (step.op === "create" || step.oldState?.inputs?.deleted === true)) {
    return { section: "deleted", properties: [] };
  }
  const properties = before === undefined ? [] : changedByHand(step, before);
  return { section: properties.length > 0 ? "changed" : "pending", properties };
}

function changedByHand({ oldState, newState, detailedDiff }: Step, before: ResourceState): ChangedProperty[] {
  const [live = {}, declared = {}] = [oldState?.inputs, newState?.inputs];
  const named = new Set(Object.keys(detailedDiff ?? {}).map((path) => path.split(/[.[]/, 1)[0]));
  return Object.keys({ ...live, ...declared })
    .filter((property) => property !== "__provider" && (named.size === 0 || named.has(property)))
    .filter((property) => {
      if (isSecret(live[property])) return named.has(property);
      return !isEqual(live[property], declared[property]) && !isEqual(live[property], before.inputs?.[property]);
    })
    .map((property) => ({ property, declared: declared[property] ?? null, live: live[property] ?? null }));
}

// Pulumi masks both values, so nothing shows which side changed a secret that differs: it is named.
const isSecret = (value: unknown) => JSON.stringify(value)?.includes('"[secret]"') === true;

const isEqual = (one: unknown, other: unknown) => canonical(one) === canonical(other);

const canonical = (value: unknown) =>
  JSON.stringify(value, (_, item: unknown) =>
    typeof item === "object" && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );

function hubOf(kind: string, { inputs = {}, outputs = {} }: ResourceState): string {
  if (kind === "Hub") return String(inputs.subdomain ?? outputs.subdomain);
  const hub = inputs.hub ?? outputs.hub;
  return typeof hub === "object" && hub !== null ? String((hub as { subdomain: unknown }).subdomain) : String(hub);
}

const recordIdOf = ({ id = "", outputs }: ResourceState): string =>
  typeof outputs?.recordId === "string" ? outputs.recordId : id;

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
    const resources = (section: Section) =>
      own.filter((item) => item.section === section).map(({ stack, kind, name, id }) => ({ stack, kind, name, id }));
    const changed = own
      .filter(({ section }) => section === "changed")
      .map(({ stack, kind, name, id, properties }) => ({ stack, kind, name, id, properties }));
    const records = (unmanaged.get(hub) ?? []).toSorted(inOrder);
    return { hub, changed, deleted: resources("deleted"), pending: resources("pending"), unmanaged: records };
  });
  const hubs = all.filter((hub) => sections.some((section) => hub[section].length > 0));
  const count = (section: Section) => hubs.reduce((sum, hub) => sum + hub[section].length, 0);
  const counts = Object.fromEntries(sections.map((section) => [section, count(section)])) as Record<Section, number>;
  return { version: reportVersion, drift: counts.changed + counts.deleted > 0, stacks, counts, hubs };
}

const sections = ["changed", "deleted", "pending", "unmanaged"] as const;

interface Ordered {
  readonly kind: string;
  readonly id: string;
}

const inOrder = (one: Ordered, other: Ordered) =>
  one.kind.localeCompare(other.kind) || Number(one.id) - Number(other.id) || one.id.localeCompare(other.id);
