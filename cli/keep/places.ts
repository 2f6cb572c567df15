import { isStack } from "../../model/pulumi/resource-type.ts";
import { identify } from "../project/record.ts";
import type { ResourceState } from "../project/stack.ts";
import type { PlannedChange } from "../report/planned.ts";
import { type SourcePosition, sourcePositionIn } from "../report/source-position.ts";
import type { PlannedStack } from "../report/stacks.ts";
import type { Declaration } from "./language.ts";
import type { Program } from "./program.ts";

/** Where a program declares a resource. */
export interface Place {
  /** Missing if it isn't known. */
  readonly sourcePosition?: SourcePosition;
  /** What stands there. Missing if the text isn't known. */
  readonly declaration?: Declaration;
  /** Several resources are declared there: by a loop, or in several stacks. */
  readonly isShared: boolean;
}

/** Finds out where the program of these stacks declares resources: Pulumi knows it, or a name in the text tells. */
export function createPlaces(stacks: readonly Pick<PlannedStack, "steps">[], program: Program) {
  const steps = stacks.flatMap((stack) => stack.steps);
  const places = new Map(
    steps.flatMap(({ urn, newState }) => {
      const position = newState && findPosition(urn, newState, program);
      return position ? [[urn, position] as const] : [];
    }),
  );
  return ({ kind, name, step: { urn } }: Pick<PlannedChange, "kind" | "name" | "step">): Place => {
    const sourcePosition = places.get(urn);
    if (sourcePosition === undefined) return { isShared: false };
    const resources = [...places.values()].filter((other) => isSame(sourcePosition, other));
    const declaration = program.declarationAt(sourcePosition, { kind, name });
    return { sourcePosition, isShared: resources.length > 1, ...(declaration && { declaration }) };
  };
}

/** For a resource in a component, Pulumi names the line that calls the component. */
function findPosition(urn: string, state: ResourceState, program: Program): SourcePosition | undefined {
  const resource = identify(urn);
  const known = sourcePositionIn(state);
  if (resource === undefined) return undefined;
  if (!program.isRead) return isStack(state.parent ?? "") ? known : undefined;
  const isDeclared = known !== undefined && program.declarationAt(known, resource) !== undefined;
  return isDeclared ? known : program.placeOf(resource);
}

const isSame = (one: SourcePosition, other: SourcePosition) => one.path === other.path && one.line === other.line;
