import type { Live, Stored } from "../../model/api/form.ts";
import { parseInstant } from "../../model/api/instant.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../../provider/client/account.ts";
import { isDeleted } from "../../provider/client/collection.ts";
import { liveValue } from "../../provider/lifecycle/forms/compare.ts";
import { asDeployed, deployedIn, occurrencesIn } from "../../provider/lifecycle/forms/state.ts";
import { open } from "../../provider/lifecycle/record/hub.ts";
import { asFirst } from "../../provider/lifecycle/series/occurrence.ts";
import { labelOf, type ReportedRecord } from "../records.ts";
import { showsUnknown } from "./change.ts";
import {
  type Action,
  type ChangedProperty,
  differingProperties,
  haveSameMeaning,
  isSecret,
  type PlannedChange,
} from "./planned.ts";
import { type NameServices, withServiceNames } from "./services.ts";

/** How a record on the page differs from its declaration. */
interface Difference extends ReportedRecord {
  /** What readers call the record, as it is on the page. */
  readonly label: string;
  /** Services have their names. */
  readonly properties: readonly ChangedProperty[];
}

/** A manual change, which the next update overwrites. */
export interface ManualChange extends Difference {
  readonly change: "changed" | "deleted";
}

/** A record that differs from the program, but not from the state. */
export interface OtherDifference extends Difference {
  readonly action: Action;
}

/** Finds what somebody has changed on a record, and on the later occurrences of its series. */
export function overwrittenBy(
  planned: PlannedChange,
  { occurrences }: { readonly occurrences: ReadonlyMap<string, readonly LiveOccurrence[]> },
  nameServices: NameServices,
): ManualChange[] {
  const record = recordOf(planned);
  const own = planned.differences.flatMap(({ section, properties }): ManualChange[] =>
    section === "different" ? [] : [{ ...record, change: section, properties }],
  );
  const later = lostOn(planned, occurrences.get(planned.step.urn) ?? []).map(
    ({ values, ...lost }): ManualChange => ({ ...record, ...lost, label: labelOf(planned.kind, values) }),
  );
  return [...own, ...later].map((each) => withNames(planned, each, nameServices));
}

export function differentFrom(planned: PlannedChange, nameServices: NameServices): OtherDifference[] {
  return planned.differences
    .filter(({ section }) => section === "different")
    .map(({ properties }) =>
      withNames(planned, { ...recordOf(planned), action: planned.action, properties }, nameServices),
    );
}

function recordOf({ stack, kind, name, id, step, known }: PlannedChange) {
  const { inputs, outputs } = step.oldState ?? known ?? step.newState ?? {};
  return { stack, kind, name, id, label: labelOf(kind, { ...outputs, ...inputs }) };
}

function withNames<Some extends Difference>(
  { definition, hub, step }: PlannedChange,
  difference: Some,
  nameServices: NameServices,
): Some {
  const referring = { definition, hub, dependencies: step.newState?.propertyDependencies ?? {} };
  const properties = difference.properties.map(({ property, declared, live }) => {
    const named = (value: unknown) => withServiceNames(nameServices, referring, property, value);
    return { property, declared: named(declared), live: named(live) };
  });
  return { ...difference, properties };
}

/** An occurrence of a series on the page. */
export interface LiveOccurrence {
  readonly id: string;
  /** Its values as those of the first one; undefined if somebody has deleted it. */
  readonly values: Stored | undefined;
}

/** What an update of a series overwrites on a later occurrence. */
interface LostChange extends Pick<ManualChange, "id" | "change" | "properties"> {
  readonly values: Stored;
}

/** Reads the later occurrences of a series that the update writes to. */
export async function readOccurrences(account: Account, change: PlannedChange, now: number): Promise<LiveOccurrence[]> {
  const { definition } = change;
  const stored: Stored = change.step.oldState?.outputs ?? {};
  const offsets = Object.entries(occurrencesIn(stored));
  if (propertiesForAll(change).size === 0 || offsets.length === 0) return [];
  const end = parseInstant(String(stored.endTime)) ?? Number.NaN;
  const later = offsets.filter(([id, offset]) => id !== change.id && end + offset > now);
  const collection = await open(account, definition, { subdomain: change.hub });
  const valuesOf = (live: Live, offset: number) => shownIn(definition, asFirst(definition, live, offset));
  return Promise.all(
    later.map(async ([id, offset]) => {
      const live = await collection.get(id);
      return { id, values: live === undefined || isDeleted(live) ? undefined : valuesOf(live, offset) };
    }),
  );
}

/** The values that a response carries. */
export const shownIn = ({ properties }: Definition, live: Live): Stored =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const value = liveValue(property, live, undefined);
      return value === undefined ? [] : [[name, property.type.fromWire(value, undefined)]];
    }),
  );

/** The properties that the update changes on every occurrence. Undoing a manual change only concerns the one that has it. */
function propertiesForAll({ definition, action, step, known }: PlannedChange): Set<string> {
  const { properties, series } = definition;
  const { oldState, newState } = step;
  if (series === undefined || action !== "update" || !newState?.inputs?.[series.property]) return new Set();
  const deployed = { ...known?.inputs, ...deployedIn(oldState?.outputs ?? {}) };
  const isUndone = (name: string) =>
    name !== series.property && haveSameMeaning(properties[name], deployed[name], newState.inputs?.[name]);
  return new Set(differingProperties(step).flatMap(({ property }) => (isUndone(property) ? [] : [property])));
}

/** Pulumi masks secrets, so nobody can tell whether one was changed. */
const masked = (live: Stored, deployed: Stored): Stored =>
  Object.fromEntries(
    Object.entries(live).map(([name, value]) => [name, isSecret(deployed[name]) ? deployed[name] : value]),
  );

/** Finds the manual changes of later occurrences that the update overwrites. */
function lostOn(change: PlannedChange, occurrences: readonly LiveOccurrence[]): LostChange[] {
  const { properties, series } = change.definition;
  if (series === undefined) return [];
  const declared = change.step.newState?.inputs ?? {};
  const deployed = { ...asDeployed(change.step.oldState?.outputs ?? {}), ...change.known?.inputs };
  const sent = propertiesForAll(change);
  const isRemade = sent.has(series.property);
  // The times of each occurrence move by as much as those of the first.
  const names = isRemade ? Object.keys(declared) : [...sent].filter((name) => !series.timed.includes(name));
  return occurrences.flatMap(({ id, values: live }): LostChange[] => {
    const values = live && masked(live, deployed);
    if (values === undefined) return isRemade ? [{ id, values: deployed, change: "deleted", properties: [] }] : [];
    const lost = names.filter(
      (name) =>
        name in properties &&
        name !== series.property &&
        values[name] !== undefined &&
        !showsUnknown(declared[name]) &&
        !haveSameMeaning(properties[name], deployed[name] ?? properties[name]?.cleared, values[name]),
    );
    if (lost.length === 0) return [];
    const shown = lost.map((property) => ({ property, declared: declared[property] ?? null, live: values[property] }));
    return [{ id, values, change: "changed", properties: shown }];
  });
}
