import type { Declared, Stored } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { declaredIn, type State } from "./state.ts";

/*
 * What the program said, when it was last deployed, of what decides whether a maintenance is over: its dates and whether it is a draft. A
 * refresh may have left those of the page in the state, so that is kept beside them.
 */

/** Returns the part of a declaration that is kept. */
export function decisiveIn(definition: Definition, values: Declared | Stored): Record<string, unknown> {
  const { properties, period, series } = definition;
  const isDecisive = (name: string) =>
    period?.timed.includes(name) || name === series?.property || properties[name]?.hides !== undefined;
  const names = Object.keys(properties).filter(isDecisive);
  return Object.fromEntries(names.map((name) => [name, values[name]]));
}

/** Returns the values of a state, with the decisive ones as they were deployed. */
export const asDeployed = (definition: Definition, state: State): Stored => ({
  ...state.values,
  // An earlier version of this package didn't keep them.
  ...decisiveIn(definition, state.deployed ?? declaredIn(definition, state)),
});

/**
 * Returns a state whose deployed program hid nothing. What was public when its end came is no draft from then on, if the program hides
 * it: the dates that the team has given it stay.
 */
export function asPublic({ properties }: Definition, state: State): State {
  if (state.deployed === undefined) return state;
  const shown = Object.entries(state.deployed).filter(([name]) => properties[name]?.hides === undefined);
  return { ...state, deployed: Object.fromEntries(shown) };
}
