import { isDeepStrictEqual } from "node:util";
import { unknownMark } from "../../provider/marks.ts";
import { pointerKey } from "../../provider/pointer.ts";
import type { ResourceState, Step } from "./preview.ts";
import { createHubNames, identify, recordIdOf, type StackRecord, statesBefore } from "./record.ts";

/** One property that is not as declared. Secrets show as `[secret]`, and what only `pulumi up` will know as `[unknown]`. */
export interface ChangedProperty {
  readonly property: string;
  /** Null where there is no value. */
  readonly declared: unknown;
  readonly live: unknown;
}

/** What `pulumi up` would do to a record that differs from the program. */
export type Action = "create" | "update" | "replace" | "delete";

/** What a preview says of one record. */
export type Observed = StackRecord & { readonly stack: string; readonly hub: string } & Finding;

type Finding =
  | { readonly section: "changed"; readonly properties: readonly ChangedProperty[] }
  | { readonly section: "deleted" }
  | { readonly section: "different"; readonly action: Action; readonly properties: readonly ChangedProperty[] };

/** Operations of a preview that tell of a difference. A replacement is three steps, one of them `replace`. */
const actions: Readonly<Record<string, Action>> = {
  create: "create",
  import: "create",
  update: "update",
  replace: "replace",
  delete: "delete",
};

/** What differs between the program and the page, by the steps of a preview that has read the page. */
export function observe(stack: string, steps: readonly Step[]): Observed[] {
  const before = statesBefore(steps);
  const hubName = createHubNames(steps);
  return steps.flatMap((step) => {
    const [found, action] = [identify(step.urn), actions[step.op]];
    if (found === undefined || action === undefined) return [];
    // A resource that an alias renames was read under its old URN.
    const known = before.get(step.oldState?.urn ?? step.urn);
    const state = step.oldState ?? known ?? step.newState ?? {};
    const record = { stack, ...found, id: recordIdOf(known ?? state), hub: hubName(found.kind, state) };
    return judge(step, action, known).map((finding) => ({ ...record, ...finding }));
  });
}

/**
 * Separates what was certainly changed outside Pulumi, which differs from the state before the read, from all else. A
 * state that agrees with the page and differs from the program is one of two: a program that was edited, or a manual change
 * that `pulumi refresh` wrote into the state, which keeps no trace of the values that were declared before.
 */
function judge(step: Step, action: Action, before: ResourceState | undefined): Finding[] {
  if (action === "delete") return [{ section: "different", action, properties: [] }];
  if (action === "create") {
    return [before === undefined ? { section: "different", action, properties: [] } : { section: "deleted" }];
  }
  if (step.oldState?.inputs?.deleted === true) return [{ section: "deleted" }];
  const differing = differingProperties(step);
  const isManual = (property: string) => before !== undefined && wasChanged(property, before, step.oldState);
  const manual = differing.filter(({ property }) => isManual(property));
  const other = differing.filter(({ property }) => !isManual(property));
  const isListed = other.length > 0 || (manual.length === 0 && !isMove(step));
  return [
    ...(manual.length > 0 ? [{ section: "changed", properties: manual } as const] : []),
    ...(isListed ? [{ section: "different", action, properties: other } as const] : []),
  ];
}

function differingProperties({ oldState, newState, detailedDiff }: Step): ChangedProperty[] {
  const [live, declared] = [oldState?.inputs ?? {}, newState?.inputs ?? {}];
  const named = namesIn(detailedDiff);
  return Object.keys({ ...live, ...declared })
    .filter((name) => name !== pointerKey && (named.size === 0 || named.has(name)))
    .filter((name) => (isSecret(live[name]) ? named.has(name) : !isDeepStrictEqual(live[name], declared[name])))
    .map((property) => ({ property, declared: shownOf(declared[property]), live: shownOf(live[property]) }));
}

const namesIn = (detailedDiff: Step["detailedDiff"]) =>
  new Set(Object.keys(detailedDiff ?? {}).map((path) => path.split(/[.[]/, 1)[0]));

/** A record that comes from the native provider gets the pointer to the dynamic one: the page stays as it is. */
function isMove({ detailedDiff }: Step): boolean {
  const named = namesIn(detailedDiff);
  return named.size === 1 && named.has(pointerKey);
}

/** The read has changed the property. Pulumi masks secrets, so of those it shows only that the read has changed something. */
function wasChanged(property: string, before: ResourceState, live: ResourceState = {}): boolean {
  const [one, other] = [before.inputs?.[property], live.inputs?.[property]];
  return isSecret(other) ? before.modified !== live.modified : !isDeepStrictEqual(one, other);
}

const isSecret = (value: unknown) => JSON.stringify(value)?.includes('"[secret]"') === true;

const shownOf = (value: unknown): unknown =>
  value === undefined ? null : JSON.parse(JSON.stringify(value).replaceAll(unknownMark, "[unknown]"));
