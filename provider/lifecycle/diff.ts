import type { Definition, Values } from "../../kinds/kind.ts";
import { type Change, compare } from "./compare.ts";
import type { HubChange } from "./hub.ts";
import { holdsUnknown } from "./unknown.ts";

/** What differs between the state and the program. */
export interface Difference {
  /** Names of inputs, in the order of the definition. */
  readonly changed: readonly string[];
  /** Those of them that only another record can satisfy. */
  readonly replaces: readonly string[];
  /** A second record with the same identity would be refused, so the old one has to go first. */
  readonly deleteBeforeReplace: boolean;
}

/** Compares old outputs with new inputs. Pure; any old shape is read without an error. */
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
 * A declaration that is removed, or that says what the record is anyway, needs no other record. A value that is not known
 * yet may turn out to be the one that the record has.
 */
const isFixed = ({ name, property, send }: Change, desired: Values) =>
  property.replaces === true && desired[name] !== undefined && send !== undefined && !holdsUnknown(send);

/**
 * A deleted record that the API can restore is brought back by an update. A program that ignores changes of it hands the
 * mark back.
 */
export const isToBeRestored = (outputs: Values, desired: Values): boolean =>
  outputs.deleted === true && desired.deleted !== true;

function sharesIdentity({ identity = [] }: Definition, changes: readonly Change[], desired: Values): boolean {
  const isChanged = (name: string) => changes.some((change) => change.name === name);
  return identity.some(
    (name) => desired[name] !== undefined && desired[name] !== null && desired[name] !== "" && !isChanged(name),
  );
}
