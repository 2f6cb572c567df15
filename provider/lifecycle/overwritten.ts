import type { ApiRecord } from "../client/request.ts";
import { type Definition, isAdopted, type Values } from "../resources/define.ts";
import { liveValue, sameMeaning } from "./observe.ts";
import { holdsUnknown } from "./unknown.ts";

/**
 * What the adoption of a hub changes that somebody else has set: the API cannot create hubs, so a new resource always takes
 * over one that was there.
 *
 * @returns undefined where nothing of it is lost
 */
export function overwrittenRemark(
  definition: Definition,
  live: ApiRecord | undefined,
  news: Values,
): string | undefined {
  if (!isAdopted(definition) || live === undefined) return undefined;
  const names = Object.entries(definition.properties).flatMap(([name, property]) => {
    if (news[name] === undefined || holdsUnknown(news[name])) return [];
    const wire = property.type.toWire(news[name]);
    const value = liveValue(property, live, wire);
    const isNothing = value === undefined || value === null || value === "";
    return isNothing || sameMeaning(property, value, wire) ? [] : [name];
  });
  if (names.length === 0) return undefined;
  // No value is shown: the program may keep it secret.
  return (
    `${definition.kind} ${live.id} has another ${names.join(" and ")} so far, and an up replaces what is there. If another ` +
    `stack manages the hub, the two undo each other's changes: use ${definition.kind}.find in one of them.`
  );
}
