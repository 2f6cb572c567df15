import { isDeepStrictEqual } from "node:util";
import type { Declared, Live } from "../../../model/api/form.ts";
import type { Definition, Property } from "../../../model/kinds/kind.ts";
import { findWire, liveValue, sameMeaning } from "../forms/compare.ts";
import { mayBeShortened, textForm } from "../forms/server-form.ts";
import { compareWithRead } from "../forms/stored.ts";

/*
 * Decides whether a record is the one that a program means; `find.ts` only collects the candidates.
 */

/** How closely a record matches declared values, best first. */
const likenesses = [
  /** The same values. */
  "equal",
  /** Differs only as servers rewrite text: entities, markup, surrounding white space. */
  "rewritten",
  /** Also differs in case, quotes or inner white space, so it may be another record. */
  "similar",
  "different",
] as const;

export type Likeness = (typeof likenesses)[number];

const isAtLeast = (likeness: Likeness, least: Likeness) => likenesses.indexOf(likeness) <= likenesses.indexOf(least);

/** A record that may be the one. */
export interface Candidate {
  readonly likeness: Likeness;
  readonly isDeleted: boolean;
  /** Whether a resource of the stack has it. */
  readonly isOwned: boolean;
  /** Whether it was in the hub before the request whose effect we search for. Only a purpose that asks for a new record needs it. */
  readonly isOlder?: boolean | undefined;
}

interface Rule {
  /** The least likeness accepted. */
  readonly least: Likeness;
  readonly isDeleted: boolean;
  /** Only matches records that no resource of the stack has. */
  readonly isFree?: true;
  /** Only matches records that appeared after the request. */
  readonly isNew?: true;
}

/** Why we search for a record. To be written to or restored, an older record has to be equal. */
const rules = {
  /** To adopt it. If another resource has it, the caller throws its own error. */
  adopt: { least: "equal", isDeleted: false },
  /** To restore it, because it blocks a create. */
  restore: { least: "equal", isDeleted: true },
  /** To find the record that a request whose response was lost has created, in whatever form the server keeps it. */
  recognize: { least: "similar", isDeleted: false, isFree: true, isNew: true },
  /** To note what the API has made together with a record of ours. */
  sibling: { least: "equal", isDeleted: false, isFree: true, isNew: true },
  /** To avoid duplicating the leftover of an interrupted run. */
  leftover: { least: "rewritten", isDeleted: false, isFree: true },
  /** To explain why StatusHub may have rejected a write. The record isn't changed. */
  explain: { least: "similar", isDeleted: false },
} as const satisfies Record<string, Rule>;

export type Purpose = keyof typeof rules;

export function matches(purpose: Purpose, { likeness, isDeleted, isOwned, isOlder }: Candidate): boolean {
  const rule: Rule = rules[purpose];
  if (!isAtLeast(likeness, rule.least) || isDeleted !== rule.isDeleted) return false;
  return !(rule.isFree && isOwned) && !(rule.isNew && isOlder);
}

export const byLikeness = (one: Candidate, other: Candidate): number =>
  likenesses.indexOf(one.likeness) - likenesses.indexOf(other.likeness);

/** Compares the named properties of a record with declared values. The property that differs most decides. */
export function likenessOf(definition: Definition, live: Live, { declared, names }: Criteria): Likeness {
  const found = comparedProperties(definition, { declared, names }).map((each) => likenessOfProperty(each, live));
  return found.reduce((least, next) => (isAtLeast(least, next) ? next : least), likenesses[0]);
}

/**
 * Compares a record, as far as a list shows it, with declared values that the server may keep in another form, whose fingerprint
 * the state has. `shortened`: reading the record may show that it is equal.
 */
export function likenessToState(
  { properties }: Definition,
  live: Live,
  { declared, forms }: { readonly declared: Declared; readonly forms: Readonly<Record<string, string | undefined>> },
): "equal" | "shortened" | "different" {
  const different = Object.entries(declared).flatMap(([name, value]) => {
    const property = properties[name];
    if (property === undefined) return [];
    const compared = compareWithRead(property, live, value, { stored: value, serverForm: forms[name] });
    return isDeepStrictEqual(compared.value, value) ? [] : [{ property, value }];
  });
  if (different.length === 0) return "equal";
  const isShortened = different.every(({ property, value }) =>
    mayBeShortened(property, liveValue(property, live, undefined), findWire(property, value)),
  );
  return isShortened ? "shortened" : "different";
}

/** Whether a record that a list shows in part, or with shortened text, may turn out to match once it is read. */
export const mayBeAlike = (definition: Definition, listed: Live, criteria: Criteria): boolean =>
  comparedProperties(definition, criteria).every((each) => {
    const live = liveValue(each.property, listed, each.wire);
    if (live === undefined || likenessOfProperty(each, listed) !== "different") return true;
    return mayBeShortened(each.property, live, each.wire);
  });

export const showsAll = (definition: Definition, listed: Live, criteria: Criteria): boolean =>
  comparedProperties(definition, criteria).every(
    ({ property, wire }) => liveValue(property, listed, wire) !== undefined,
  );

/** Declared values, and which of them to compare. */
export interface Criteria {
  readonly declared: Declared;
  readonly names: readonly string[];
}

/**
 * Returns the properties that are unique among a hub's live records, with their declared values; undefined if one is
 * missing.
 */
export function identityIn({ identity = [] }: Definition, declared: Declared): Criteria | undefined {
  // Empty text identifies nothing: it may come from a variable that isn't set.
  const isFilled = (name: string) => typeof declared[name] === "string" && /\S/.test(declared[name]);
  return identity.length > 0 && identity.every(isFilled) ? { declared, names: identity } : undefined;
}

/** Returns the declared properties that can't be updated. A record with another value is a different record. */
export const fixedIn = ({ properties }: Definition, declared: Declared): string[] =>
  Object.keys(properties).filter((name) => properties[name]?.replaces === true && declared[name] !== undefined);

/** Returns those of them that a record has, with a different value. */
export const fixedOtherwise = (definition: Definition, live: Live, declared: Declared): string[] =>
  fixedIn(definition, declared).filter((name) => !mayBeAlike(definition, live, { declared, names: [name] }));

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

function likenessOfProperty({ property, wire, isIdentity }: ComparedProperty, record: Live): Likeness {
  const shown = liveValue(property, record, wire);
  // Inferred (null-values): a response may leave out null values.
  const live = shown === undefined && property.type.schema.safeParse(null).success ? null : shown;
  // A property that no response carries can't decide, unless it is part of the identity.
  if (live === undefined) return isIdentity ? "different" : "equal";
  if (sameMeaning(property, live, wire)) return "equal";
  const isSame = (form: "rewritten" | "similar") => textForm(property, live, form) === textForm(property, wire, form);
  if (isSame("rewritten")) return "rewritten";
  return isSame("similar") ? "similar" : "different";
}
