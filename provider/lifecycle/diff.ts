import type { Definition, Values } from "../../kinds/kind.ts";
import { type Change, compare } from "./compare.ts";
import { type HubChange, hubNamedIn } from "./hub.ts";
import { holdsUnknown, unknown } from "./unknown.ts";

/** The difference between the state and the program. */
export interface Difference {
  /** Names of inputs, in the order of the definition. */
  readonly changed: readonly string[];
  /** Those of them that require replacing the record. */
  readonly replaces: readonly string[];
  /** Whether to delete the old record first, because StatusHub would reject a second one with the same identity. */
  readonly deleteBeforeReplace: boolean;
}

/** Compares old outputs with new inputs. Pure; accepts outputs of any older shape. */
export function diff(definition: Definition, outputs: Values, desired: Values, hub: HubChange = "same"): Difference {
  const changes = compare(definition, outputs, desired);
  const restored = isToBeRestored(outputs, desired) ? ["deleted"] : [];
  return {
    changed: [...(hub === "same" ? [] : ["hub"]), ...changes.map(({ name }) => name), ...restored],
    replaces: [
      ...(hub === "other" ? ["hub"] : []),
      ...changes.filter((change) => isFixed(change, desired)).map(({ name }) => name),
    ],
    deleteBeforeReplace: hub !== "other" && sharesIdentity(definition, changes, desired),
  };
}

/**
 * Whether a change needs no replacement: the declaration was removed, or matches the record anyway. A value that isn't
 * known yet may also turn out to match.
 */
const isFixed = ({ name, property, send }: Change, desired: Values) =>
  property.replaces === true && desired[name] !== undefined && send !== undefined && !holdsUnknown(send);

/** Whether an update restores a deleted record. A program that ignores changes to the mark passes it back. */
export const isToBeRestored = (outputs: Values, desired: Values): boolean =>
  outputs.deleted === true && desired.deleted !== true;

function sharesIdentity({ identity = [] }: Definition, changes: readonly Change[], desired: Values): boolean {
  const isChanged = (name: string) => changes.some((change) => change.name === name);
  return identity.some(
    (name) => desired[name] !== undefined && desired[name] !== null && desired[name] !== "" && !isChanged(name),
  );
}

/** Returns the outputs that a preview shows of a new record: values that only the API sets are unknown. */
export function outputsOfCreate({ properties, outputs }: Definition, desired: Values): Values {
  const declared = Object.keys(properties).map((name) => [name, desired[name] ?? unknown]);
  const others = Object.keys(outputs).map((name) => [name, unknown]);
  const hub = desired.hub === undefined ? {} : { hub: desired.hub, hubId: hubNamedIn(desired).id ?? unknown };
  return { ...hub, ...Object.fromEntries([...declared, ...others]) };
}

/** Returns the outputs that a preview shows of an updated record. */
export function outputsOfUpdate(definition: Definition, outputs: Values, desired: Values): Values {
  const { changed } = diff(definition, outputs, desired);
  const next = Object.fromEntries(changed.map((name) => [name, desired[name] ?? unknown]));
  // A restored record may have another ID.
  return { ...outputs, ...next, ...(isToBeRestored(outputs, desired) && { recordId: unknown, deleted: undefined }) };
}
