import { isDeepStrictEqual } from "node:util";
import type { Declared } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Change } from "./forms/compare.ts";
import { withDeployedDates } from "./forms/dates.ts";
import { type Plan, planUpdate } from "./forms/plan.ts";
import { adoptIn, changesAdopt, declaredIn, isToBeRestored, type State } from "./forms/state.ts";
import type { HubChange } from "./record/hub.ts";

/** The difference between the state and the program. */
export interface ResourceDiff {
  /** Names of inputs, in the order of the definition. */
  readonly changed: readonly string[];
  /** Those of them that require replacing the record. */
  readonly replaces: readonly string[];
  /** Whether to delete the old record first, because StatusHub would reject a second one with the same identity. */
  readonly deleteBeforeReplace: boolean;
}

/**
 * Compares a state, which may have an older shape, with a program.
 *
 * @param plan what an update would do. @default as far as it is known without a request
 */
export function diff(
  definition: Definition,
  state: State,
  declared: Declared,
  {
    hub = "same",
    plan = planUnread(definition, state, declared),
  }: { readonly hub?: HubChange; readonly plan?: Plan } = {},
): ResourceDiff {
  const { course, changes, replaces, keepsHub } = plan;
  const isOtherHub = hub !== "same" && !keepsHub;
  // Dates that aren't known yet may turn out to be over, and then the record stays in its hub.
  const isReplaced = hub === "other" && isOtherHub && course !== "unclear";
  const adopt = changesAdopt(state, declared) ? ["adopt"] : [];
  const restored = isToBeRestored(state, declared) ? ["deleted"] : [];
  const changed = [...(isOtherHub ? ["hub"] : []), ...changes.map(({ name }) => name), ...adopt, ...restored];
  return {
    changed,
    replaces: [...(isReplaced ? ["hub"] : []), ...replaces],
    deleteBeforeReplace: !isReplaced && sharesIdentity(definition, changes, declared),
  };
}

/**
 * Whether Pulumi sees a difference itself, because the inputs in the state aren't those of the program, whichever dates a refresh has
 * left in them: those of the page, or those that were deployed.
 */
export function isInInputs(
  definition: Definition,
  changed: readonly string[],
  { state, declared }: { readonly state: State; readonly declared: Declared },
): boolean {
  const withPageDates = inputsIn(definition, state);
  const withProgramDates = inputsIn(definition, withDeployedDates(definition, state));
  const isOther = (inputs: Declared, name: string) => !isDeepStrictEqual(inputs[name], declared[name]);
  return changed.some((name) => isOther(withPageDates, name) && isOther(withProgramDates, name));
}

const inputsIn = (definition: Definition, state: State): Declared => ({
  ...declaredIn(definition, state),
  ...adoptIn(state),
  deleted: state.values.deleted,
});

/** Plans an update as far as it is known without a request. */
export const planUnread = (definition: Definition, state: State, declared: Declared): Plan =>
  planUpdate(definition, { state, declared, page: undefined }, Date.now());

function sharesIdentity({ identity = [] }: Definition, changes: readonly Change[], declared: Declared): boolean {
  const isChanged = (name: string) => changes.some((change) => change.name === name);
  return identity.some((name) => (declared[name] ?? "") !== "" && !isChanged(name));
}
