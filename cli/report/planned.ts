import { isDeepStrictEqual } from "node:util";
import type { OpType } from "@pulumi/pulumi/automation/index.js";
import type { Declared, Stored } from "../../model/api/form.ts";
import { definitions } from "../../model/kinds/index.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Property } from "../../model/kinds/property.ts";
import { pointerKey } from "../../model/pulumi/pointer.ts";
import { haveSameMeaning, isReset } from "../../provider/inspect.ts";
import type { PreviewStep } from "../project/pulumi-preview.ts";
import {
  createHubNames,
  definitionOf,
  type HubName,
  identify,
  recordsIn,
  statesBeforeRefresh,
} from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";
import { type ReportedRecord, shownOf } from "../records.ts";

/** A property that differs from its declaration. `[secret]` masks a secret; `[unknown]` is known only after `pulumi up`. */
export interface ChangedProperty {
  readonly property: string;
  /** Null if there is no value. */
  readonly declared: unknown;
  readonly live: unknown;
}

/** The change that `pulumi up` would make. */
export type Action = "create" | "update" | "replace" | "delete";

/** How a record differs: somebody has changed or deleted it, or the program differs from the state. */
interface PlannedDifference {
  readonly section: "changed" | "deleted" | "different";
  readonly properties: readonly ChangedProperty[];
}

/** Operations in a preview that are differences. A replacement has three steps, one of them `replace`. */
const actions: Readonly<Partial<Record<OpType, Action>>> = {
  create: "create",
  import: "create",
  update: "update",
  replace: "replace",
  delete: "delete",
};

/** A record that `pulumi up` would change, with the step that changes it. */
export interface PlannedChange extends ReportedRecord {
  readonly definition: Definition;
  /** What a report calls the hub where the record is. */
  readonly hub: string;
  /** What it calls the hub in the program, which is another one if a replacement moves the record. */
  readonly declaredHub: string;
  /** The subdomain of the hub in the program. */
  readonly subdomain: string;
  readonly action: Action;
  readonly step: PreviewStep;
  /** The state before the page was read; undefined if the record is new. */
  readonly beforeRefresh: ResourceState | undefined;
  readonly differences: readonly PlannedDifference[];
}

/** What a refresh has read of a resource, by its URN; undefined if that isn't known. */
export type RefreshedInputsOf = (urn: string) => RefreshedInputs | undefined;

/** The inputs of a resource before and after a refresh. */
interface RefreshedInputs {
  readonly before: Declared;
  readonly after: Declared;
}

/**
 * Finds the records of StatusHub in the steps of a preview with refresh, in the order of the plan.
 *
 * @param hubName what a report calls a hub. @default its subdomain
 * @param inputsOf what a refresh that was played has read, in clear. @default what the plan shows, which masks secrets
 */
export function plannedChanges(
  stack: string,
  steps: readonly PreviewStep[],
  hubName?: HubName,
  inputsOf: RefreshedInputsOf = () => undefined,
): PlannedChange[] {
  const states = statesBeforeRefresh(steps);
  const subdomainOf = createHubNames(steps);
  const nameOfHub = hubName ?? subdomainOf;
  const changes: PlannedChange[] = [];
  for (const step of steps) {
    const found = identify(step.urn);
    const definition = definitions[found?.kind ?? ""];
    const action = actions[step.op];
    if (found === undefined || definition === undefined || action === undefined) continue;
    // The refresh of a resource that an alias renames has the old URN.
    const oldUrn = step.oldState?.urn ?? step.urn;
    const beforeRefresh = states.get(oldUrn);
    // What the refresh has found or, if it hasn't found the record, what the state had. A new record is only in the program.
    const onPage = step.oldState ?? beforeRefresh ?? step.newState ?? {};
    // The program says nothing of what is deleted.
    const inProgram = step.newState ?? onPage;
    const refreshed = beforeRefresh && (inputsOf(oldUrn) ?? inputsInPlan(beforeRefresh, step));
    changes.push({
      stack,
      ...found,
      id: recordsIn(beforeRefresh ?? onPage).id,
      definition,
      hub: nameOfHub(found.kind, onPage),
      declaredHub: nameOfHub(found.kind, inProgram),
      subdomain: subdomainOf(found.kind, inProgram),
      action,
      step,
      beforeRefresh,
      differences: classify(step, action, refreshed),
    });
  }
  return changes;
}

/** What the plan shows of a refresh. A record that it hasn't found has no inputs any more. */
const inputsInPlan = (beforeRefresh: ResourceState, { oldState }: PreviewStep): RefreshedInputs => ({
  before: { ...beforeRefresh.inputs },
  after: { ...oldState?.inputs },
});

/**
 * Separates manual changes, where the page differs from the state, from all other differences:
 *
 *     step      what differs                                            section
 *     create    the state has the record, and the page doesn't          deleted
 *     create    neither has it                                          different
 *     delete    the program no longer has it                            different
 *     others    the page has it, but marked as deleted                  deleted
 *     others    values of the page from those of the state              changed
 *     others    values of the program from those of page and state      different
 *
 * In the last case, either the program was edited, or `pulumi refresh` has written a manual change into the state, which doesn't keep the
 * declared values.
 */
function classify(step: PreviewStep, action: Action, refreshed: RefreshedInputs | undefined): PlannedDifference[] {
  if (action === "create") {
    return [{ section: refreshed === undefined ? "different" : "deleted", properties: [] }];
  }
  if (action === "delete") return [{ section: "different", properties: [] }];
  if (step.oldState?.inputs?.deleted === true) return [{ section: "deleted", properties: [] }];
  const differing = differingProperties(step);
  // A step without differing properties is listed, too, unless it only concerns the state.
  if (differing.length === 0) return isOnlyOfState(step) ? [] : [{ section: "different", properties: [] }];
  const isManual = (name: string) =>
    refreshed !== undefined && !isSame(propertyOf(step.urn, name), refreshed.before[name], refreshed.after[name]);
  const manual = differing.filter(({ property }) => isManual(property));
  const other = differing.filter(({ property }) => !isManual(property));
  const differences: PlannedDifference[] = [];
  if (manual.length > 0) differences.push({ section: "changed", properties: manual });
  if (other.length > 0) differences.push({ section: "different", properties: other });
  return differences;
}

/** What the page has, after the refresh. */
export const liveValuesIn = ({ oldState }: PreviewStep): Stored => ({ ...oldState?.outputs, ...oldState?.inputs });

/**
 * Returns the properties of a step in which page and program differ. If Pulumi says which properties do, no other one counts:
 *
 * - a secret, which the plan masks: if Pulumi names it
 * - a property that the program declares: if the page has a value that means something else
 * - a property that it no longer declares: if it has a default, and the page something else. Nobody knows the default of a property that
 *   no kind has, so that one differs
 */
export function differingProperties(step: PreviewStep): ChangedProperty[] {
  const { urn, oldState, newState, detailedDiff } = step;
  const declared = newState?.inputs ?? {};
  const live = liveValuesIn(step);
  const named = namesIn(detailedDiff);
  const isDifferent = (name: string) => {
    const isNamed = named.has(name);
    const isRuledOut = named.size > 0 && !isNamed;
    if (onlyInState.includes(name) || isRuledOut) return false;
    if (isSecret(live[name])) return isNamed;
    const property = propertyOf(urn, name);
    const isDeclared = name in declared;
    if (isDeclared) return !isSame(property, live[name], declared[name]);
    return property === undefined || isReset(property, live[name]);
  };
  return Object.keys({ ...oldState?.inputs, ...declared })
    .filter(isDifferent)
    .map((property) => ({ property, declared: shownOf(declared[property]), live: shownOf(live[property]) }));
}

/** What a program says besides the properties of its records: no page has it. */
const onlyInState: readonly string[] = [pointerKey, "adopt"];

const propertyOf = (urn: string, name: string): Property | undefined => definitionOf(urn)?.properties[name];

/**
 * Whether two values are equal, or two forms of one value. If Pulumi compares the inputs of the dynamic provider itself, it
 * names a list in another order, too.
 */
export const isSame = (property: Property | undefined, one: unknown, other: unknown): boolean =>
  isDeepStrictEqual(one, other) || (property !== undefined && haveSameMeaning(property, one, other));

/** The properties that differ, as far as Pulumi says: of `notifications[0].offsetType`, `notifications`. */
export const namesIn = (detailedDiff: PreviewStep["detailedDiff"]) =>
  new Set(Object.keys(detailedDiff ?? {}).map((path) => path.split(/[.[]/, 1)[0] ?? path));

/**
 * Whether an update without a difference only concerns the state: a move from the native to the dynamic provider adds the
 * pointer, the program says something else in `adopt`, and a property is managed from now on, or no longer, without another value.
 */
function isOnlyOfState({ oldState, newState, detailedDiff }: PreviewStep): boolean {
  const named = [...namesIn(detailedDiff)];
  const isManagedIn = (state: ResourceState | undefined, name: string) => name in (state?.inputs ?? {});
  const isOfState = (name: string) =>
    onlyInState.includes(name) || isManagedIn(oldState, name) !== isManagedIn(newState, name);
  return named.length > 0 && named.every(isOfState);
}

/** Whether Pulumi has masked the value, or a part of it. */
export const isSecret = (value: unknown) => JSON.stringify(value)?.includes('"[secret]"') === true;
