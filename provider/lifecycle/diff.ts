import type { Definition, Values } from "../resources/define.ts";
import { type Change, changesBetween } from "./changes.ts";
import type { HubChange } from "./hub.ts";
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
export function diff(definition: Definition, olds: Values, news: Values, hub: HubChange = "same"): Difference {
  const changes = changesBetween(definition, olds, news);
  const restored = isToBeRestored(olds, news) ? ["deleted"] : [];
  return {
    changed: [...(hub === "same" ? [] : ["hub"]), ...changes.map(({ name }) => name), ...restored],
    replaces: [
      ...(hub === "other" ? ["hub"] : []),
      ...changes.filter((change) => isFixed(change, news)).map(({ name }) => name),
    ],
    deleteBeforeReplace: hub !== "other" && sharesIdentity(definition, changes, news),
  };
}

/**
 * A declaration that is removed, or that says what the record is anyway, needs no other record. A value that is not known
 * yet may turn out to be the one that the record has.
 */
const isFixed = ({ name, property, send }: Change, news: Values) =>
  property.replaces === true && news[name] !== undefined && send !== undefined && !holdsUnknown(send);

/**
 * A deleted record that the API can restore is brought back by an update. A program that ignores changes of it hands the
 * mark back.
 */
export const isToBeRestored = (olds: Values, news: Values): boolean => olds.deleted === true && news.deleted !== true;

function sharesIdentity({ identity = [] }: Definition, changes: readonly Change[], news: Values): boolean {
  const isChanged = (name: string) => changes.some((change) => change.name === name);
  return identity.some(
    (name) => news[name] !== undefined && news[name] !== null && news[name] !== "" && !isChanged(name),
  );
}
