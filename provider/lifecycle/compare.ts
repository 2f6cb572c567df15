import type { ApiRecord } from "../client/request.ts";
import { type Definition, isAdoptOnly, type Property, type Values } from "../resources/define.ts";
import { outputsOfRead } from "./outputs.ts";
import { declaredIn } from "./state.ts";
import { holdsUnknown } from "./unknown.ts";
import { comparable, findWire, sameMeaning } from "./wire.ts";

/**
 * What a program changes of a property:
 *
 * - `removed`: it was declared until now
 * - `newly declared`: it was not declared until now, and the record may have the value already
 * - `changed`: it was declared with another value
 *
 * A property that is declared neither now nor until now is unmanaged: it is no change, whatever its live value.
 */
type ChangeKind = "removed" | "newly declared" | "changed";

export interface Change {
  readonly name: string;
  readonly property: Property;
  readonly kind: ChangeKind;
  /** The wire value that makes the record as desired; `undefined` where it is so already. */
  readonly send: unknown;
}

/**
 * Compares the outputs in the state with the desired values. The diff, the preview, the request bodies and the remark on what
 * an adoption overwrites all follow from this comparison.
 */
export function compare(definition: Definition, outputs: Values, desired: Values): Change[] {
  const declared = declaredIn(definition, outputs);
  return Object.entries(definition.properties).flatMap(([name, property]) => {
    const values = { declared: declared[name], live: outputs[name], desired: desired[name] };
    const change = compareProperty(property, values);
    return change === undefined ? [] : [{ name, property, ...change }];
  });
}

/** One property: as it was declared until now, as it is, and as it is to be. */
interface Compared {
  readonly declared: unknown;
  readonly live: unknown;
  readonly desired: unknown;
}

function compareProperty(
  property: Property,
  { declared, live, desired }: Compared,
): Pick<Change, "kind" | "send"> | undefined {
  if (desired === undefined) {
    return declared === undefined ? undefined : { kind: "removed", send: valueToClear(property, declared) };
  }
  const kind = declared === undefined ? "newly declared" : "changed";
  if (holdsUnknown(desired)) return { kind, send: desired };
  const wire = property.type.toWire(desired);
  const current = findWire(property, live);
  if (kind === "newly declared") {
    const isSo = current !== undefined && sameMeaning(property, wire, comparable(property, current, wire));
    return { kind, send: isSo ? undefined : wire };
  }
  return current !== undefined && sameMeaning(property, wire, current) ? undefined : { kind, send: wire };
}

/** Removing a declaration resets the property, where there is something to reset and a value to reset it to. */
function valueToClear(property: Property, declared: unknown): unknown {
  const { cleared } = property;
  const current = findWire(property, declared);
  return cleared !== undefined && current !== undefined && sameMeaning(property, cleared, current)
    ? undefined
    : cleared;
}

/**
 * What the adoption of a hub changes that somebody else has set: the API cannot create hubs, so a new resource always takes
 * over one that was there.
 *
 * @returns undefined where nothing of it is lost
 */
export function overwrittenRemark(
  definition: Definition,
  live: ApiRecord | undefined,
  desired: Values,
): string | undefined {
  if (!isAdoptOnly(definition) || live === undefined) return undefined;
  const outputs = outputsOfRead({ definition, record: live, hubId: String(live.id) });
  const isOverwritten = ({ name, send }: Change) =>
    send !== undefined && !holdsUnknown(send) && outputs[name] !== null && outputs[name] !== "";
  const names = compare(definition, outputs, desired)
    .filter(isOverwritten)
    .map(({ name }) => name);
  if (names.length === 0) return undefined;
  // No value is shown: the program may keep it secret.
  return (
    `${definition.kind} ${live.id} has another ${names.join(" and ")} so far, and an up replaces what is there. If another ` +
    `stack manages the hub, the two undo each other's changes: use ${definition.kind}.find in one of them.`
  );
}
