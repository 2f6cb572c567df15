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

type FindPlace = (change: Pick<PlannedChange, "kind" | "name" | "step">) => Place;

/** Finds out where the program of these stacks declares resources: Pulumi knows it, or a name in the text tells. */
export function createPlaces(stacks: readonly Pick<PlannedStack, "steps">[], program: Program): FindPlace {
  const positions = new Map<string, SourcePosition>();
  for (const { urn, newState } of stacks.flatMap((stack) => stack.steps)) {
    const position = newState && findPosition(urn, newState, program);
    if (position !== undefined) positions.set(urn, position);
  }
  return ({ kind, name, step: { urn } }) => {
    const sourcePosition = positions.get(urn);
    if (sourcePosition === undefined) return { isShared: false };
    const resourcesThere = [...positions.values()].filter((other) => isSame(sourcePosition, other));
    const declaration = program.declarationAt(sourcePosition, { kind, name });
    return { sourcePosition, isShared: resourcesThere.length > 1, ...(declaration && { declaration }) };
  };
}

/**
 * Finds the line that declares a resource:
 *
 * - the text of the program isn't known: the line that Pulumi knows. For a resource in a component that is the one that calls the component,
 *   so it doesn't count
 * - the text is known: the line that Pulumi knows, if the text declares the resource there, or else the only one with its name
 */
function findPosition(urn: string, state: ResourceState, program: Program): SourcePosition | undefined {
  const resource = identify(urn);
  if (resource === undefined) return undefined;
  const known = sourcePositionIn(state);
  if (!program.isRead) {
    const isInComponent = !isStack(state.parent ?? "");
    return isInComponent ? undefined : known;
  }
  const isDeclaredThere = known !== undefined && program.declarationAt(known, resource) !== undefined;
  return isDeclaredThere ? known : program.placeOf(resource);
}

const isSame = (one: SourcePosition, other: SourcePosition) => one.path === other.path && one.line === other.line;
