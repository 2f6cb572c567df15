import type { Live, Stored } from "../../model/api/form.ts";
import { parseInstant } from "../../model/api/instant.ts";
import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../../provider/client/account.ts";
import { isDeleted } from "../../provider/client/collection.ts";
import { liveValue } from "../../provider/lifecycle/forms/compare.ts";
import { asDeployed, deployedIn, occurrencesIn } from "../../provider/lifecycle/forms/state.ts";
import { open } from "../../provider/lifecycle/record/hub.ts";
import { asFirst } from "../../provider/lifecycle/series/occurrence.ts";
import {
  type ChangedProperty,
  differingProperties,
  haveSameMeaning,
  isSecret,
  type PlannedChange,
} from "../engine/planned.ts";
import { holdsUnknown } from "./change.ts";

/** An occurrence of a series on the page. */
export interface LiveOccurrence {
  readonly id: string;
  /** Its values as those of the first one; undefined if somebody has deleted it. */
  readonly values: Stored | undefined;
}

/** What an update of a series overwrites on a later occurrence. */
interface LostChange {
  readonly id: string;
  readonly values: Stored;
  readonly change: "changed" | "deleted";
  readonly properties: readonly ChangedProperty[];
}

/** Reads the later occurrences of a series that the update writes to. */
export async function readOccurrences(account: Account, change: PlannedChange, now: number): Promise<LiveOccurrence[]> {
  const definition = definitions[change.kind];
  const stored: Stored = change.step.oldState?.outputs ?? {};
  const offsets = Object.entries(occurrencesIn(stored) ?? {});
  if (definition === undefined || propertiesForAll(definition, change).size === 0 || offsets.length === 0) return [];
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
const shownIn = ({ properties }: Definition, live: Live): Stored =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const value = liveValue(property, live, undefined);
      return value === undefined ? [] : [[name, property.type.fromWire(value, undefined)]];
    }),
  );

/** The properties that the update changes on every occurrence. Undoing a manual change only concerns the one that has it. */
function propertiesForAll({ properties, series }: Definition, { action, step, known }: PlannedChange): Set<string> {
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
export function lostOn(change: PlannedChange, occurrences: readonly LiveOccurrence[]): LostChange[] {
  const definition = definitions[change.kind];
  if (definition?.series === undefined) return [];
  const { properties, series } = definition;
  const declared = change.step.newState?.inputs ?? {};
  const deployed = { ...asDeployed(change.step.oldState?.outputs ?? {}), ...change.known?.inputs };
  const sent = propertiesForAll(definition, change);
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
        !holdsUnknown(declared[name]) &&
        !haveSameMeaning(properties[name], deployed[name] ?? properties[name]?.cleared, values[name]),
    );
    if (lost.length === 0) return [];
    const shown = lost.map((property) => ({ property, declared: declared[property] ?? null, live: values[property] }));
    return [{ id, values, change: "changed", properties: shown }];
  });
}
