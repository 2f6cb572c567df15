import type { Definition, Values } from "../../kinds/kind.ts";
import { diff, isToBeRestored } from "./diff.ts";
import { hubNamedIn } from "./hub.ts";
import { unknown } from "./unknown.ts";

/*
 * Outputs that a preview shows: declared values are known, and values that only the API sets are unknown.
 */

export function outputsOfCreate({ properties, outputs }: Definition, desired: Values): Values {
  const declared = Object.keys(properties).map((name) => [name, desired[name] ?? unknown]);
  const others = Object.keys(outputs).map((name) => [name, unknown]);
  const hub = desired.hub === undefined ? {} : { hub: desired.hub, hubId: hubNamedIn(desired).id ?? unknown };
  return { ...hub, ...Object.fromEntries([...declared, ...others]) };
}

export function outputsOfUpdate(definition: Definition, outputs: Values, desired: Values): Values {
  const { changed } = diff(definition, outputs, desired);
  const next = Object.fromEntries(changed.map((name) => [name, desired[name] ?? unknown]));
  // A restored record may have another ID.
  return { ...outputs, ...next, ...(isToBeRestored(outputs, desired) && { recordId: unknown, deleted: undefined }) };
}
