import { labelOf, type ReportedRecord } from "../records.ts";
import type { Action, ChangedProperty, PlannedChange } from "./planned.ts";
import type { Services } from "./services.ts";
import { type SourcePosition, sourcePositionIn } from "./source-position.ts";

/** How a record on the page differs from its declaration. */
interface Difference extends ReportedRecord {
  /** What readers call the record, as it is on the page. */
  readonly label: string;
  /** Missing if it isn't known. */
  readonly sourcePosition?: SourcePosition;
  /** Services have their names. */
  readonly properties: readonly ChangedProperty[];
}

/** A manual change, which the next update overwrites. */
export interface ManualChange extends Difference {
  readonly change: "changed" | "deleted";
}

/** A record that differs from the program, but not from the state. */
export interface OtherDifference extends Difference {
  readonly action: Action;
}

/** Finds what somebody has changed on a record. */
export const overwrittenBy = (planned: PlannedChange, services: Services): ManualChange[] =>
  planned.differences.flatMap(({ section, properties }) => {
    if (section === "different") return [];
    return withNames(planned, { ...recordOf(planned), change: section, properties }, services);
  });

export const differentFrom = (planned: PlannedChange, services: Services): OtherDifference[] =>
  planned.differences.flatMap(({ section, properties }) => {
    if (section !== "different") return [];
    return withNames(planned, { ...recordOf(planned), action: planned.action, properties }, services);
  });

function recordOf({ stack, kind, name, id, step, beforeRefresh }: PlannedChange) {
  const state = step.oldState ?? beforeRefresh ?? step.newState ?? {};
  const { inputs, outputs } = state;
  // The lines of the program may have moved since the state was written.
  const sourcePosition = sourcePositionIn(step.newState ?? state);
  const label = labelOf(kind, { ...outputs, ...inputs });
  return { stack, kind, name, id, label, ...(sourcePosition && { sourcePosition }) };
}

/** Leaves out a record if only the ID of a new service differs. */
function withNames<Some extends Difference>(
  { definition, hub, step }: PlannedChange,
  difference: Some,
  services: Services,
): Some[] {
  const referring = { definition, hub, dependencies: step.newState?.propertyDependencies ?? {} };
  const remaining = difference.properties.filter(
    ({ property, declared, live }) => !services.differOnlyInNew(referring, property, declared, live),
  );
  const isSame = difference.properties.length > 0 && remaining.length === 0;
  if (isSame) return [];
  const properties = remaining.map(({ property, declared, live }) => ({
    property,
    declared: services.shown(referring, property, declared),
    live: services.shown(referring, property, live),
  }));
  return [{ ...difference, properties }];
}
