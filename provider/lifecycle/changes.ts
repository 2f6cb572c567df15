import type { Definition, Property, Values, Wire } from "../resources/define.ts";
import { comparable, findWire, sameMeaning } from "./observe.ts";
import { declaredIn } from "./state.ts";
import { holdsUnknown } from "./unknown.ts";

/** A property that the program declares otherwise than the state. */
export interface Change {
  readonly name: string;
  readonly property: Property;
  /** The wire value that brings the record to the program; `undefined` where the record is so already. */
  readonly send: unknown;
}

/**
 * What the program changes: another value, a new declaration, or a removed one. A property that nobody declares, and did
 * not declare before, is no change, whatever its live value.
 */
export function changesBetween(definition: Definition, olds: Values, news: Values): Change[] {
  const declared = declaredIn(definition, olds);
  return Object.entries(definition.properties).flatMap(([name, property]): Change[] => {
    const [before, now] = [declared[name], news[name]];
    if (before === undefined && now === undefined) return [];
    if (now === undefined) return [{ name, property, send: valueToClear(property, before) }];
    if (holdsUnknown(now)) return [{ name, property, send: now }];
    const wire = property.type.toWire(now);
    const live = findWire(property, before ?? olds[name]);
    const isSo =
      live !== undefined && sameMeaning(property, wire, before === undefined ? comparable(property, live, wire) : live);
    if (isSo && before !== undefined) return [];
    return [{ name, property, send: isSo ? undefined : wire }];
  });
}

/** Removing a declaration resets the property, where there is something to reset and a value to reset it to. */
function valueToClear(property: Property, before: unknown): unknown {
  const { cleared } = property;
  const live = findWire(property, before);
  return cleared !== undefined && live !== undefined && sameMeaning(property, cleared, live) ? undefined : cleared;
}

/** A request body and the names of the properties that it carries. */
export interface Body {
  readonly body: Wire;
  readonly sent: ReadonlySet<string>;
}

/** Exactly the properties that have to be sent. */
export function bodyOf(changes: readonly Change[]): Body {
  const sent = changes.filter(({ send }) => send !== undefined);
  return {
    body: Object.fromEntries(sent.map(({ property, send }) => [property.wire, send])),
    sent: new Set(sent.map(({ name }) => name)),
  };
}

/** What a POST takes of the declared values: all but what the API takes in PUT alone. */
export const postable = (definition: Definition, news: Values): Values =>
  Object.fromEntries(Object.entries(news).filter(([name]) => !definition.properties[name]?.putOnly));
