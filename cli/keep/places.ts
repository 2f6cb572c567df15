import { isStack } from "../../model/pulumi/resource-type.ts";
import { identify } from "../project/record.ts";
import type { PlannedChange } from "../report/planned.ts";
import { type SourcePosition, sourcePositionIn } from "../report/source-position.ts";
import type { PlannedStack } from "../report/stacks.ts";
import type { Program } from "./program.ts";

/** Where a program declares a resource. */
export interface Place {
  /** Missing if it isn't known. */
  readonly sourcePosition?: SourcePosition;
  /** In a loop, several resources are declared at one place. */
  readonly isShared: boolean;
}

/** Finds out where the program of a stack declares resources: Pulumi knows it, or a name in the text tells. */
export function createPlaces(stack: Pick<PlannedStack, "steps">, program: Program) {
  const positions = new Map(positionsIn(stack));
  const isShared = (position: SourcePosition) => {
    const urns = [...positions].filter(([, other]) => isSame(position, other));
    return urns.length > 1;
  };
  return ({ kind, name, step: { urn, newState = {} } }: PlannedChange): Place => {
    const known = positions.get(urn);
    if (known !== undefined && declares(program, kind, known, newState.parent)) {
      return { sourcePosition: known, isShared: isShared(known) };
    }
    const sourcePosition = program.placeOf({ kind, name });
    return { isShared: false, ...(sourcePosition && { sourcePosition }) };
  };
}

const positionsIn = ({ steps }: Pick<PlannedStack, "steps">): [urn: string, position: SourcePosition][] =>
  steps.flatMap(({ urn, newState }) => {
    const position = newState && identify(urn) && sourcePositionIn(newState);
    return position ? [[urn, position]] : [];
  });

const isSame = (one: SourcePosition, other: SourcePosition) => one.path === other.path && one.line === other.line;

/** Whether the resource itself is declared at a place. For one in a component, Pulumi names the line that calls the component. */
function declares(program: Program, kind: string, position: SourcePosition, parent = ""): boolean {
  if (!program.isRead) return isStack(parent);
  return new RegExp(String.raw`\bnew (?:\w+\.)*${kind}\(`).test(program.lineAt(position) ?? "");
}
