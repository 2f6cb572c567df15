import type { Definition, Property, Values } from "../../kinds/kind.ts";
import type { ApiRecord } from "../client/request.ts";
import { liveValue, sameMeaning } from "./compare.ts";
import { mayBeShortened, textForm } from "./server-form.ts";

/*
 * Whether a record is the one that a program means. This file decides it for every purpose; `find.ts` only collects what it
 * is asked about.
 */

/** How like declared values a record is, from the most to the least. */
const likenesses = [
  /** The same values. */
  "equal",
  /** Differs at most by what servers do to texts: entities, markup, white space around them. */
  "rewritten",
  /** Differs also by case, quotes or inner white space, so it may well be another record. */
  "similar",
  "different",
] as const;

export type Likeness = (typeof likenesses)[number];

const isAtLeast = (likeness: Likeness, least: Likeness) => likenesses.indexOf(likeness) <= likenesses.indexOf(least);

/** A record that may be the one. */
export interface Candidate {
  readonly likeness: Likeness;
  readonly isDeleted: boolean;
  /** A resource of the stack has it. */
  readonly isOwned: boolean;
  /** It was on the hub before the request whose effect is looked for. */
  readonly isOlder: boolean;
}

interface Rule {
  /** The least likeness that will do. */
  readonly least: Likeness;
  readonly isDeleted: boolean;
  /** Only a record that no resource of the stack has. */
  readonly isFree?: true;
  /** Only a record that appeared after the request. */
  readonly isNew?: true;
}

/** What a record is looked for. A record that was there before is written to, restored or held back only if it is equal. */
const rules = {
  /** To take it over. Who has it already is an error of its own. */
  adopt: { least: "equal", isDeleted: false },
  /** To bring it back, where the API refuses a create because of it. */
  restore: { least: "equal", isDeleted: true },
  /** As the effect of a request whose response was lost, in whatever form the server keeps what was sent. */
  recognise: { least: "similar", isDeleted: false, isFree: true, isNew: true },
  /** As what an interrupted run has left, which is not created a second time. */
  leftover: { least: "rewritten", isDeleted: false, isFree: true },
  /** To say why the API may have refused a write. Nothing is done to it. */
  explain: { least: "similar", isDeleted: false },
} as const satisfies Record<string, Rule>;

export type Purpose = keyof typeof rules;

/** Whether a candidate is the record that is looked for. */
export function matches(purpose: Purpose, { likeness, isDeleted, isOwned, isOlder }: Candidate): boolean {
  const rule: Rule = rules[purpose];
  if (!isAtLeast(likeness, rule.least) || isDeleted !== rule.isDeleted) return false;
  return !(rule.isFree && isOwned) && !(rule.isNew && isOlder);
}

/** For sorting: the most alike first. */
export const byLikeness = (one: Candidate, other: Candidate): number =>
  likenesses.indexOf(one.likeness) - likenesses.indexOf(other.likeness);

/** Compares the named properties of a record with declared values: as alike as the least alike of them. */
export function likenessOf(definition: Definition, record: ApiRecord, { values, names }: Criteria): Likeness {
  const found = comparedProperties(definition, { values, names }).map((each) => likenessOfProperty(each, record));
  return found.reduce((least, next) => (isAtLeast(least, next) ? next : least), likenesses[0]);
}

/** Whether a record that a list shows in part, or with shortened texts, may turn out to be alike when it is read. */
export const mayBeAlike = (definition: Definition, listed: ApiRecord, criteria: Criteria): boolean =>
  comparedProperties(definition, criteria).every((each) => {
    const live = liveValue(each.property, listed, each.wire);
    if (live === undefined || likenessOfProperty(each, listed) !== "different") return true;
    return mayBeShortened(each.property, live, each.wire);
  });

/** Whether a listed record shows every property that is compared. */
export const showsAll = (definition: Definition, listed: ApiRecord, criteria: Criteria): boolean =>
  comparedProperties(definition, criteria).every(
    ({ property, wire }) => liveValue(property, listed, wire) !== undefined,
  );

/** Declared values, and the properties of them that a record is compared by. */
export interface Criteria {
  readonly values: Values;
  readonly names: readonly string[];
}

/** The properties that no two live records of a hub share, with the declared values; undefined where one is missing. */
export function identityIn({ identity = [] }: Definition, values: Values): Criteria | undefined {
  // An empty text identifies nothing: a program may have it from a variable that is not set.
  const isFilled = (name: string) => typeof values[name] === "string" && /\S/.test(values[name]);
  return identity.length > 0 && identity.every(isFilled) ? { values, names: identity } : undefined;
}

interface Compared {
  readonly property: Property;
  readonly wire: unknown;
  readonly isIdentity: boolean;
}

function comparedProperties(definition: Definition, { values, names }: Criteria): Compared[] {
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
