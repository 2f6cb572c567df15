import { isObject } from "../../model/api/object.ts";
import { unknownMark } from "../../model/pulumi/mark-keys.ts";
import { identify } from "../project/record.ts";
import { isHub } from "../records.ts";
import { currentValue, decides, type PlannedValue, type Resolved, showsUnknown, unknownText } from "./planned-value.ts";

/**
 * Finds what stands for a value that only the update will know. What this rehearsal has created has an ID and outputs, which are
 * filled in. Anything else leaves the property as it is, or is shown as unknown.
 */
export function unknownValue(planned: PlannedValue): Resolved {
  const { definition, name, value } = planned;
  if (name === "hub") return hubValue(planned);
  const type = definition.properties[name]?.type;
  if (type?.references !== undefined && Array.isArray(value)) return listValue(planned, type.references.kind, value);
  const output = outputOfNew(planned);
  if (output !== undefined) return { value: output };
  if (decides(definition, name)) return { reason: "known-after-up" };
  const isAllUnknown = value === unknownMark;
  const takesText = type?.schema.safeParse(unknownText).success === true;
  return { value: isAllUnknown && takesText ? unknownText : currentValue(planned), reason: "known-after-up" };
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
  if (hub === undefined) return { reason: "known-after-up" };
  const { id, stored } = hub;
  const isIdOnly = isObject(value) && !("subdomain" in value);
  return { value: isIdOnly ? { id } : { id, subdomain: stored.subdomain } };
}

/** Fills in the IDs of new records. The plan only says on which of them the whole list depends. */
function listValue(planned: PlannedValue, kind: string, items: readonly unknown[]): Resolved {
  const { stage } = planned;
  const created = dependenciesOf(planned).filter((urn) => stage.created.has(urn) && identify(urn)?.kind === kind);
  const unknownItems = items.filter(showsUnknown);
  if (unknownItems.length !== created.length) {
    const known = items.filter((item) => !showsUnknown(item));
    return { value: known.length > 0 ? known : undefined, reason: "known-after-up" };
  }
  const ids = created.map((urn) => stage.resources.get(urn)?.id);
  const value = items.map((item) => (showsUnknown(item) ? withId(item, ids.shift()) : item));
  // If the items say the same of their records, it doesn't matter which of them gets which ID.
  const areAlike = new Set(unknownItems.map((item) => JSON.stringify(item))).size <= 1;
  return areAlike ? { value } : { value, reason: "several-new-services" };
}

/** An item is an ID, or an object with one. */
function withId(item: unknown, id: string | undefined): unknown {
  if (!isObject(item)) return id;
  return Object.fromEntries(Object.entries(item).map(([key, part]) => [key, part === unknownMark ? id : part]));
}
