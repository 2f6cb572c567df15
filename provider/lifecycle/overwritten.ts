import { hubOverwritten } from "../../errors/up.ts";
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
  return hubOverwritten({ kind: definition.kind, id: String(live.id), properties: names.join(" and ") });
}
