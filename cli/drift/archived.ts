import { stackRecord } from "../project/record.ts";
import { labelOf } from "../records.ts";
import type { Stage } from "../rehearsal/stage.ts";
import { sourcePositionIn } from "../report/source-position.ts";
import type { ArchivedRecord } from "./facts.ts";

export interface ArchivedOnHub {
  readonly hub: string;
  readonly record: ArchivedRecord;
}

/** Finds what is archived and stays in the program. */
export function findArchived({ plan, refreshed }: Pick<Stage, "plan" | "refreshed">): ArchivedOnHub[] {
  const { stack, steps, hubName } = plan;
  return steps.flatMap(({ urn, op, oldState = {}, newState = oldState }) => {
    const found = stackRecord({ ...oldState, urn });
    const isKept = op === "same" || op === "update";
    const isArchived = refreshed.get(oldState.urn ?? urn)?.stored.archived === true;
    if (found === undefined || !isKept || !isArchived) return [];
    const { kind, name, id } = found;
    const label = labelOf(kind, { ...oldState.outputs, ...oldState.inputs });
    const sourcePosition = sourcePositionIn(newState);
    const record = { stack, kind, name, id, label, ...(sourcePosition && { sourcePosition }) };
    return [{ hub: hubName(kind, oldState), record }];
  });
}
