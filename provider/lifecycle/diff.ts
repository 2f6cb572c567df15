import type { Definition, Property, Values } from "../resources/define.ts";
import { findWire, sameMeaning } from "./property.ts";
import { hubIdOf, subdomainOf } from "./state.ts";
import { holdsUnknown } from "./unknown.ts";

/** What differs between the state and the program. */
export interface Difference {
  /** Names of inputs, in the order of the definition. */
  readonly changed: readonly string[];
  /** Those of them that only another record can satisfy. */
  readonly replaces: readonly string[];
  /** A second record with the same identity would be refused, so the old one has to go first. */
  readonly deleteBeforeReplace: boolean;
}

/** Compares old outputs with new inputs. Pure; any old shape is read without an error. */
export function diff(definition: Definition, olds: Values, news: Values): Difference {
  const changed = changedProperties(definition, olds, news);
  // A declaration that is removed is not managed any more, which the record satisfies as it is.
  const replaces = changed.filter((name) => definition.properties[name]?.replaces && news[name] !== undefined);
  const hub = hubDifference(olds, news);
  const restored = isToBeRestored(olds, news) ? ["deleted"] : [];
  return {
    changed: [...(hub === "same" ? [] : ["hub"]), ...changed, ...restored],
    replaces: [...(hub === "other" ? ["hub"] : []), ...replaces],
    deleteBeforeReplace: hub !== "other" && sharesIdentity(definition, changed, news),
  };
}

/**
 * A deleted record that the API can restore is brought back by an update. A program that ignores changes of it hands the
 * mark back.
 */
export const isToBeRestored = (olds: Values, news: Values): boolean => olds.deleted === true && news.deleted !== true;

function sharesIdentity({ identity = [] }: Definition, changed: readonly string[], news: Values): boolean {
  return identity.some((name) => news[name] !== undefined && news[name] !== null && !changed.includes(name));
}

/** Properties whose declared value is another than the one in the state, newly declared and removed ones included. */
export function changedProperties(definition: Definition, olds: Values, news: Values): string[] {
  return Object.entries(definition.properties)
    .filter(([name, property]) => isChanged(property, olds[name], news[name]))
    .map(([name]) => name);
}

function isChanged(property: Property, old: unknown, declared: unknown): boolean {
  if (old === undefined || declared === undefined) return old !== declared;
  if (holdsUnknown(declared)) return true;
  const wire = findWire(property, old);
  return wire === undefined || !sameMeaning(property, wire, property.type.toWire(declared));
}

/**
 * With the id of a Hub, the id decides: a renamed hub is the same hub. With a subdomain alone, another subdomain is
 * another hub.
 */
function hubDifference(olds: Values, news: Values): "same" | "renamed" | "other" {
  if (news.hub === undefined || olds.hub === undefined) return "same";
  if (holdsUnknown(news.hub)) return hubIdIsKnown(news.hub) ? "renamed" : "other";
  const id = hubIdOf(news.hub);
  const renamed = subdomainOf(news.hub) !== subdomainOf(olds.hub);
  if (id === undefined) return renamed ? "other" : "same";
  if (olds.hubId !== undefined && id !== olds.hubId) return "other";
  return renamed ? "renamed" : "same";
}

const hubIdIsKnown = (hub: unknown) =>
  typeof hub === "object" && hub !== null && typeof (hub as { id: unknown }).id === "string";
