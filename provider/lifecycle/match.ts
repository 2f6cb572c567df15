import type { ApiRecord } from "../client/request.ts";
import type { Definition, Property, Values } from "../resources/define.ts";
import { liveValue, mayBeShortened, sameMeaning, textForm } from "./observe.ts";

/*
 * Whether a record is the one that a program means. Only an equal record may be adopted, restored or held to be left over
 * from an interrupted run. The weaker degrees recognise the server's form of what was just sent, and explain an error.
 */

/** From the strongest to the weakest. */
const degrees = [
  /** The same value. */
  "equal",
  /** Differs at most by what servers do to texts: entities, markup, white space around them. */
  "rewritten",
  /** Differs also by case, quotes or inner white space, so it may well be another record. */
  "similar",
  "different",
] as const;

export type Likeness = (typeof degrees)[number];

/** Whether a likeness is at least as strong as another one. */
export const isAtLeast = (likeness: Likeness, least: Likeness): boolean =>
  degrees.indexOf(likeness) <= degrees.indexOf(least);

/** Compares the named properties of a record with declared values: as alike as the least alike of them. */
export function likenessOf(definition: Definition, record: ApiRecord, { values, names }: Comparison): Likeness {
  const found = comparedProperties(definition, { values, names }).map((each) => likenessOfProperty(each, record));
  return found.reduce((least, next) => (isAtLeast(least, next) ? next : least), "equal");
}

/** Whether a record that a list shows in part, or with shortened texts, may turn out to be alike when it is read. */
export const mayBeAlike = (definition: Definition, listed: ApiRecord, comparison: Comparison): boolean =>
  comparedProperties(definition, comparison).every((each) => {
    const live = liveValue(each.property, listed, each.wire);
    if (live === undefined || likenessOfProperty(each, listed) !== "different") return true;
    return mayBeShortened(each.property, live, each.wire);
  });

/** Whether a listed record shows every property that is compared. */
export const showsAll = (definition: Definition, listed: ApiRecord, comparison: Comparison): boolean =>
  comparedProperties(definition, comparison).every(
    ({ property, wire }) => liveValue(property, listed, wire) !== undefined,
  );

/** Declared values, and the properties of them that a record is compared by. */
export interface Comparison {
  readonly values: Values;
  readonly names: readonly string[];
}

/** The properties that no two live records of a hub share, with the declared values; undefined where one is missing. */
export function identityIn({ identity = [] }: Definition, values: Values): Comparison | undefined {
  // An empty text identifies nothing: a program may have it from a variable that is not set.
  const isFilled = (name: string) => typeof values[name] === "string" && /\S/.test(values[name]);
  return identity.length > 0 && identity.every(isFilled) ? { values, names: identity } : undefined;
}

interface Compared {
  readonly property: Property;
  readonly wire: unknown;
  readonly isIdentity: boolean;
}

function comparedProperties(definition: Definition, { values, names }: Comparison): Compared[] {
  const { properties, identity = [] } = definition;
  return names.flatMap((name) => {
    const property = properties[name];
    if (property === undefined || property.writeOnly) return [];
    return [{ property, wire: property.type.toWire(values[name]), isIdentity: identity.includes(name) }];
  });
}

function likenessOfProperty({ property, wire, isIdentity }: Compared, record: ApiRecord): Likeness {
  const shown = liveValue(property, record, wire);
  // Inferred: a response may leave out what is null.
  const live = shown === undefined && property.type.schema.safeParse(null).success ? null : shown;
  // What no response shows speaks for no record and against none, unless it is what identifies them.
  if (live === undefined) return isIdentity ? "different" : "equal";
  if (sameMeaning(property, live, wire)) return "equal";
  const isSame = (form: "rewritten" | "similar") => textForm(property, live, form) === textForm(property, wire, form);
  if (isSame("rewritten")) return "rewritten";
  return isSame("similar") ? "similar" : "different";
}
