import { isDeepStrictEqual } from "node:util";
import type { Declared, Live, Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import type { Property } from "../../../model/kinds/property.ts";
import { liveValue, sameMeaning } from "../forms/compare.ts";
import { haveSameText, isEmpty, mayBeShortened } from "../forms/server-form.ts";

/*
 * Decides whether a record is the one that a program means; `find.ts` only collects the candidates. There is one likeness, for what
 * a lost POST has made, for a leftover, and for a record with a similar key: the same values, but for the form in which a server
 * keeps text (entities, markup, white space, quotes, case). To be written to or restored, a record that was there before has to
 * be equal in its unique values.
 */

export type Likeness = "equal" | "same but for the server's form" | "different";

/** Declared values, and which of them to compare. */
export interface Criteria {
  readonly declared: Declared;
  readonly names: readonly string[];
}

/** Compares the named properties of a record with declared values. The property that differs most decides. */
export function likenessOf(definition: Definition, live: Live, criteria: Criteria): Likeness {
  const found = comparedProperties(definition, criteria).map((each) => likenessOfProperty(each, live));
  if (found.includes("different")) return "different";
  return found.every((each) => each === "equal") ? "equal" : "same but for the server's form";
}

/**
 * Returns the named properties without those that a record shows in another form than declared: that may be the server's form, or
 * the value of a similar record.
 */
export const exactIn = (definition: Definition, live: Live, { declared, names }: Criteria): string[] =>
  names.filter(
    (name) => likenessOf(definition, live, { declared, names: [name] }) !== "same but for the server's form",
  );

/** Whether a record that a list shows in part, or with shortened text, may turn out to be the same once it is read. */
export const mayBeSame = (definition: Definition, listed: Live, criteria: Criteria): boolean =>
  comparedProperties(definition, criteria).every((each) => {
    const shown = liveValue(each.property, listed, each.wire);
    if (shown === undefined || likenessOfProperty(each, listed) !== "different") return true;
    return mayBeShortened(each.property, shown, each.wire);
  });

export const showsAll = (definition: Definition, listed: Live, criteria: Criteria): boolean =>
  comparedProperties(definition, criteria).every(
    ({ property, wire }) => liveValue(property, listed, wire) !== undefined,
  );

/** Whether a record has nothing set but what a create sends, now or in its PUT. */
export const hasNothingElse = ({ properties }: Definition, live: Live, { declared, names }: Criteria): boolean =>
  Object.entries(properties).every(([name, property]) => {
    if (names.includes(name)) return true;
    const wire = declared[name] === undefined ? property.cleared : property.type.toWire(declared[name]);
    const shown = liveValue(property, live, wire);
    // The server may return empty text for null.
    if (shown === undefined || wire === undefined || isEmpty(shown)) return true;
    return [wire, property.cleared ?? wire].some((value) => sameMeaning(property, shown, value));
  });

/** Returns the properties that are unique among a hub's live records, with their declared values; undefined if one is missing. */
export function identityIn({ identity = [] }: Definition, declared: Declared): Criteria | undefined {
  // Empty text identifies nothing: it may come from a variable that isn't set.
  const isFilled = (name: string) => typeof declared[name] === "string" && /\S/.test(declared[name]);
  return identity.length > 0 && identity.every(isFilled) ? { declared, names: identity } : undefined;
}

/** Whether a record shows all of these values, but for the server's form. No record is written to because of that. */
export const hasSimilarIdentity = (definition: Definition, live: Live, criteria: Criteria): boolean =>
  showsAll(definition, live, criteria) && likenessOf(definition, live, criteria) !== "different";

/** Returns the declared properties that can't be updated. A record with another value is a different record. */
export const fixedIn = ({ properties }: Definition, declared: Declared): string[] =>
  Object.keys(properties).filter((name) => properties[name]?.replaces === true && declared[name] !== undefined);

/** Returns those of them that a record has, with a different value. */
export const fixedOtherwise = (definition: Definition, live: Live, declared: Declared): string[] =>
  fixedIn(definition, declared).filter((name) => !mayBeSame(definition, live, { declared, names: [name] }));

/** Whether two request bodies differ only by what a server may change of a text, so that one record could come from either. */
export function areSimilar({ properties }: Definition, one: Wire, other: Wire): boolean {
  const isSimilar = (property: Property) => {
    const value = one[property.key];
    const otherValue = other[property.key];
    if (value === undefined || otherValue === undefined) return value === otherValue;
    return haveSameText(property, value, otherValue);
  };
  return !isDeepStrictEqual(one, other) && Object.values(properties).every(isSimilar);
}

interface ComparedProperty {
  readonly property: Property;
  readonly wire: unknown;
  readonly isIdentity: boolean;
}

function comparedProperties(definition: Definition, { declared, names }: Criteria): ComparedProperty[] {
  const { properties, identity = [] } = definition;
  return names.flatMap((name) => {
    const property = properties[name];
    if (property === undefined || property.writeOnly) return [];
    return [{ property, wire: property.type.toWire(declared[name]), isIdentity: identity.includes(name) }];
  });
}

function likenessOfProperty({ property, wire, isIdentity }: ComparedProperty, live: Live): Likeness {
  const shown = liveValue(property, live, wire);
  // Inferred (null-values): a response may leave out null values.
  const value = shown === undefined && property.type.schema.safeParse(null).success ? null : shown;
  // A property that no response carries can't decide, unless it is part of the identity.
  if (value === undefined) return isIdentity ? "different" : "equal";
  if (sameMeaning(property, value, wire)) return "equal";
  return haveSameText(property, value, wire) ? "same but for the server's form" : "different";
}
