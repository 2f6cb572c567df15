import { type Declared, holdsUnknown } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { sameMeaning } from "./compare.ts";
import { asDeployed } from "./deployed.ts";
import type { State } from "./state.ts";
import { wireIn } from "./wire.ts";

/*
 * The dates of a maintenance: when it begins, when it ends, and the pattern on which it repeats.
 */

/** Returns the names of the properties with the dates of a record. */
export const datesOf = ({ period, series }: Definition): readonly string[] => [
  ...(period?.timed ?? []),
  ...(series === undefined ? [] : [series.property]),
];

/** Returns the names of the dates that the program has changed since it was deployed. */
export function changedDates(definition: Definition, state: State, declared: Declared): string[] {
  const deployed = wireIn(definition, asDeployed(definition, state));
  const next = wireIn(definition, declared);
  return datesOf(definition).filter((name) => {
    const property = definition.properties[name];
    if (property === undefined) return false;
    const { key } = property;
    return holdsUnknown(declared[name]) || !sameMeaning(property, deployed[key] ?? null, next[key] ?? null);
  });
}

/** Returns a state with the dates that were deployed, where a refresh may have read those of the page. */
export function withDeployedDates(definition: Definition, state: State): State {
  const deployed = asDeployed(definition, state);
  const dates = datesOf(definition).map((name) => [name, deployed[name]]);
  return { ...state, values: { ...state.values, ...Object.fromEntries(dates) } };
}
