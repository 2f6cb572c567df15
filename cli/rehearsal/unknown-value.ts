import { isObject } from "../../model/api/object.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { identify } from "../project/record.ts";
import { isHub } from "../records.ts";
import {
  currentValue,
  decides,
  known,
  leftOut,
  type PlannedValue,
  type Resolved,
  showsUnknown,
  standIn,
  unknownText,
} from "./planned-value.ts";

/**
 * Finds what stands for a value that only the update will know:
 *
 * - a hub, records that the list names, or the output of one resource: what this rehearsal has made or found. If that lacks them, a part of
 *   a list stands in for the whole one
 * - a text that decides nothing: it is shown as unknown
 * - any other property that decides nothing: what the record has now
 * - what decides which record the step is about, or when: nothing
 */
export function unknownValue(planned: PlannedValue): Resolved {
  const { definition, name, value } = planned;
  if (name === "hub") return hubValue(planned);
  const type = definition.properties[name]?.type;
  if (type?.references !== undefined && Array.isArray(value)) return listValue(planned, type.references.kind, value);
  const output = outputOfNew(planned);
  if (output !== undefined) return known(output);
  if (decides(definition, name)) return leftOut("known-after-up");
  const isAllUnknown = value === unknownMark;
  const takesText = type?.schema.safeParse(unknownText).success === true;
  return standIn(isAllUnknown && takesText ? unknownText : currentValue(planned), "known-after-up");
}

/** Returns the output of the same name if the value only follows from one resource, which is new; else undefined. */
function outputOfNew(planned: PlannedValue): unknown {
  const { stage, name, value } = planned;
  const [urn, ...others] = dependenciesOf(planned);
  const isOfOneNew = urn !== undefined && others.length === 0 && stage.created.has(urn);
  if (value !== unknownMark || !isOfOneNew) return undefined;
  return stage.resources.get(urn)?.stored[name] ?? undefined;
}

/** URNs of the resources from which the value follows. */
const dependenciesOf = ({ step, name }: PlannedValue): readonly string[] =>
  step.newState?.propertyDependencies?.[name] ?? [];

/** A hub that this update adopts has its ID now. */
function hubValue(planned: PlannedValue): Resolved {
  const { stage, value } = planned;
  const urn = dependenciesOf(planned).find((each) => isHub(identify(each)?.kind ?? ""));
  const hub = stage.resources.get(urn ?? "");
  if (hub === undefined) return leftOut("known-after-up");
  const { id, stored } = hub;
  const isIdOnly = isObject(value) && !("subdomain" in value);
  return known(isIdOnly ? { id } : { id, subdomain: stored.subdomain });
}

/**
 * Fills in the IDs of new records. The plan doesn't say which item means which of them: only on which resources the whole list depends. So
 * there have to be as many unknown items as new records.
 */
function listValue(planned: PlannedValue, kind: string, items: readonly unknown[]): Resolved {
  const { created, resources } = planned.stage;
  const newOnes = dependenciesOf(planned).filter((urn) => created.has(urn) && identify(urn)?.kind === kind);
  const unknownItems = items.filter(showsUnknown);
  if (unknownItems.length !== newOnes.length) {
    const others = items.filter((item) => !showsUnknown(item));
    return standIn(others.length > 0 ? others : undefined, "known-after-up");
  }
  const ids = newOnes.map((urn) => resources.get(urn)?.id);
  const value = items.map((item) => (showsUnknown(item) ? withId(item, ids.shift()) : item));
  // If the items say the same of their records, it doesn't matter which of them gets which ID.
  const areAlike = new Set(unknownItems.map((item) => JSON.stringify(item))).size <= 1;
  return areAlike ? known(value) : standIn(value, "several-new-services");
}

/** An item is an ID, or an object with one. */
function withId(item: unknown, id: string | undefined): unknown {
  if (!isObject(item)) return id;
  return Object.fromEntries(Object.entries(item).map(([key, part]) => [key, part === unknownMark ? id : part]));
}
