import { definitions } from "../../model/kinds/index.ts";
import type { Action, ChangedProperty, PlannedChange } from "../engine/planned.ts";
import { labelOf, type ReportedRecord } from "../records.ts";
import type { NameServices } from "./item.ts";
import type { LiveFacts } from "./live.ts";
import { lostOn } from "./occurrences.ts";

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
  /** The change that the next `pulumi up` would make. */
  readonly action: Action;
}

/** Finds what somebody has changed on a record, and on the later occurrences of its series. */
export function overwrittenBy(
  planned: PlannedChange,
  { occurrences }: Pick<LiveFacts, "occurrences">,
  nameServices: NameServices,
): ManualChange[] {
  const record = recordOf(planned);
  const own = planned.differences.flatMap(({ section, properties }): ManualChange[] =>
    section === "different" ? [] : [{ ...record, change: section, properties }],
  );
  const later = lostOn(planned, occurrences.get(planned.step.urn) ?? []).map(
    ({ values, ...lost }): ManualChange => ({ ...record, ...lost, label: labelOf(planned.kind, values) }),
  );
  return [...own, ...later].map((each) => withNames(planned, each, nameServices));
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

/** Names the services in a value, because nobody knows their IDs. */
function withNames<Some extends Difference>(
  { kind, hub, step }: PlannedChange,
  difference: Some,
  nameServices: NameServices,
): Some {
  const definition = definitions[kind];
  if (definition === undefined) return difference;
  const referring = { definition, hub, dependencies: step.newState?.propertyDependencies ?? {} };
  const properties = difference.properties.map(({ property, declared, live }) => {
    const named = (value: unknown) =>
      definition.properties[property]?.type.references === undefined
        ? value
        : (nameServices(referring, { [property]: value }) ?? value);
    return { property, declared: named(declared), live: named(live) };
  });
  return { ...difference, properties };
}
