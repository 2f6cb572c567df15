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
  const { course, changes, replaces, isOver } = plan;
  const isOtherHub = hub !== "same" && !isOver;
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
 * left in them.
 */
export function isInInputs(
  definition: Definition,
  changed: readonly string[],
  { state, declared }: { readonly state: State; readonly declared: Declared },
): boolean {
  const states = [state, withDeployedDates(definition, state)];
  const inputs = states.map(
    (each): Readonly<Record<string, unknown>> => ({
      ...declaredIn(definition, each),
      ...adoptIn(each),
      deleted: each.values.deleted,
    }),
  );
  return changed.some((name) => inputs.every((each) => !isDeepStrictEqual(each[name], declared[name])));
}

/** Plans an update as far as it is known without a request. */
export const planUnread = (definition: Definition, state: State, declared: Declared): Plan =>
  planUpdate(definition, { state, declared, page: undefined }, Date.now());

function sharesIdentity({ identity = [] }: Definition, changes: readonly Change[], declared: Declared): boolean {
  const isChanged = (name: string) => changes.some((change) => change.name === name);
  return identity.some((name) => (declared[name] ?? "") !== "" && !isChanged(name));
}
