import type { Live, Stored } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import { liveValue } from "../../provider/lifecycle/forms/compare.ts";
import { labelOf, type ReportedRecord } from "../records.ts";
import type { Action, ChangedProperty, PlannedChange } from "./planned.ts";
import { type NameServices, withServiceNames } from "./services.ts";

/** How a record on the page differs from its declaration. */
interface Difference extends ReportedRecord {
  /** What readers call the record, as it is on the page. */
  readonly label: string;
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
export function overwrittenBy(planned: PlannedChange, nameServices: NameServices): ManualChange[] {
  const record = recordOf(planned);
  return planned.differences.flatMap(({ section, properties }) =>
    section === "different" ? [] : [withNames(planned, { ...record, change: section, properties }, nameServices)],
  );
}

export function differentFrom(planned: PlannedChange, nameServices: NameServices): OtherDifference[] {
  return planned.differences
    .filter(({ section }) => section === "different")
    .map(({ properties }) =>
      withNames(planned, { ...recordOf(planned), action: planned.action, properties }, nameServices),
    );
}

function recordOf({ stack, kind, name, id, step, known }: PlannedChange) {
  const { inputs, outputs } = step.oldState ?? known ?? step.newState ?? {};
  return { stack, kind, name, id, label: labelOf(kind, { ...outputs, ...inputs }) };
}

function withNames<Some extends Difference>(
  { definition, hub, step }: PlannedChange,
  difference: Some,
  nameServices: NameServices,
): Some {
  const referring = { definition, hub, dependencies: step.newState?.propertyDependencies ?? {} };
  const properties = difference.properties.map(({ property, declared, live }) => {
    const named = (value: unknown) => withServiceNames(nameServices, referring, property, value);
    return { property, declared: named(declared), live: named(live) };
  });
  return { ...difference, properties };
}

/** The values that a response carries. */
export const shownIn = ({ properties }: Definition, live: Live): Stored =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const value = liveValue(property, live, undefined);
      return value === undefined ? [] : [[name, property.type.fromWire(value, undefined)]];
    }),
  );
