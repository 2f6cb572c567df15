import { type Declared, holdsUnknown, type Stored, unknown } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { type Change, compare } from "./forms/compare.ts";
import { isSeries, isToBeRestored } from "./forms/state.ts";
import { type HubChange, hubNamedIn } from "./record/hub.ts";

/** The difference between the state and the program. */
export interface ResourceDiff {
  /** Names of inputs, in the order of the definition. */
  readonly changed: readonly string[];
  /** Those of them that require replacing the record. */
  readonly replaces: readonly string[];
  /** Whether to delete the old record first, because StatusHub would reject a second one with the same identity. */
  readonly deleteBeforeReplace: boolean;
}

/** Compares a state with a program. Pure; accepts a state of any older shape. */
export function diff(
  definition: Definition,
  stored: Stored,
  declared: Declared,
  hub: HubChange = "same",
): ResourceDiff {
  const changes = compare(definition, stored, declared);
  const restored = isToBeRestored(stored, declared) ? ["deleted"] : [];
  return {
    changed: [...(hub === "same" ? [] : ["hub"]), ...changes.map(({ name }) => name), ...restored],
    replaces: [
      ...(hub === "other" ? ["hub"] : []),
      ...changes.filter((change) => isFixed(change, declared)).map(({ name }) => name),
    ],
    deleteBeforeReplace: hub !== "other" && sharesIdentity(definition, changes, declared),
  };
}

/**
 * Whether a change requires another record. It doesn't if the declaration was removed or matches the record, or if its
 * value isn't known yet and may turn out to match.
 */
const isFixed = ({ name, property, wire }: Change, declared: Declared) =>
  property.replaces === true && declared[name] !== undefined && wire !== undefined && !holdsUnknown(wire);

function sharesIdentity({ identity = [] }: Definition, changes: readonly Change[], declared: Declared): boolean {
  const isChanged = (name: string) => changes.some((change) => change.name === name);
  return identity.some((name) => (declared[name] ?? "") !== "" && !isChanged(name));
}

/** Null is a value. */
const plannedValue = (declared: Declared, name: string) => (declared[name] === undefined ? unknown : declared[name]);

/** Returns what a preview shows of a new record: values that only the API sets are unknown. */
export function previewOfCreate({ properties, outputs }: Definition, declared: Declared): Stored {
  const own = Object.keys(properties).map((name) => [name, plannedValue(declared, name)]);
  const others = Object.keys(outputs).map((name) => [name, unknown]);
  const hub = declared.hub === undefined ? {} : { hub: declared.hub, hubId: hubNamedIn(declared).id ?? unknown };
  return { ...hub, ...Object.fromEntries([...own, ...others]) };
}

export function previewOfUpdate(definition: Definition, stored: Stored, declared: Declared): Stored {
  const { changed } = diff(definition, stored, declared);
  const next = Object.fromEntries(changed.map((name) => [name, plannedValue(declared, name)]));
  // A restored record may have another ID, and so may the one to which a change of a series goes.
  const isRestored = isToBeRestored(stored, declared);
  const { series } = definition;
  const dates = series === undefined ? [] : [...series.timed, series.property];
  const mayMove = isRestored || isSeries(definition, stored) || changed.some((name) => dates.includes(name));
  return { ...stored, ...next, ...(mayMove && { recordId: unknown }), ...(isRestored && { deleted: undefined }) };
}
