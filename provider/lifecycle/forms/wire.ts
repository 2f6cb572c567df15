import { type Declared, holdsUnknown, type Live, type Stored, type Wire } from "../../../model/api/form.ts";
import type { Definition } from "../../../model/kinds/kind.ts";
import { type Change, findWire } from "./compare.ts";
import type { Sent } from "./state.ts";

/*
 * Builds request bodies.
 */

/** A request body and the properties in it. */
export interface Request {
  readonly body: Wire;
  readonly sent: Sent;
}

/** The values in a POST, and the name of the resource that gets the record. */
export interface Post extends Request {
  readonly declared: Declared;
  readonly owner: string;
}

export function wireOf(changes: readonly Change[]): Request {
  const sent = changes.filter(({ wire }) => wire !== undefined);
  return {
    body: Object.fromEntries(sent.map(({ property, wire }) => [property.key, wire])),
    sent: new Map(sent.map(({ name, wire }) => [name, wire])),
  };
}

/** Returns the body of a POST. The API takes some properties only in a PUT. */
export function wireOfPost(definition: Definition, declared: Declared): Request {
  const sent = encoded(definition, declared, namesOfPost(definition, declared));
  const fields = [...sent].map(([name, wire]) => [definition.properties[name]?.key, wire]);
  return { body: Object.fromEntries(fields), sent };
}

/** Encodes some declared values. */
export const encoded = ({ properties }: Definition, declared: Declared, names: readonly string[]): Sent =>
  new Map(
    names.map((name) => {
      const value = declared[name];
      return [name, holdsUnknown(value) ? value : properties[name]?.type.toWire(value)];
    }),
  );

/** Returns the names of the declared properties that a POST takes. */
export const namesOfPost = ({ properties }: Definition, declared: Declared): string[] =>
  Object.keys(properties).filter((name) => declared[name] !== undefined && !properties[name]?.putOnly);

/** Whether a POST takes all that is declared. */
export const fitsInPost = ({ properties }: Definition, declared: Declared): boolean =>
  Object.keys(properties).every((name) => declared[name] === undefined || !properties[name]?.putOnly);

/** A change of the program. */
export interface Update {
  readonly declared: Declared;
  readonly changes: readonly Change[];
  /** It is for one occurrence of a series and those that follow, whose times the program doesn't declare. */
  readonly changesFollowing?: boolean;
}

/** Returns the body of a PUT with the changed properties, and with the fields that it needs besides. */
export function wireOfPut(definition: Definition, { declared, changes, changesFollowing }: Update): Wire {
  const wire = withRepeated(definition, wireOf(changes).body, declared);
  return changesFollowing && definition.series !== undefined ? definition.series.following(wire) : wire;
}

/**
 * Returns what one occurrence of a series shows of the series: not its times.
 *
 * @param showsSeries whether it has the outputs of the series, as the first one does, and whether the series has no pattern if it shows none.
 * Inferred (pattern-of-occurrences): every occurrence carries the pattern. A later one that shows none may have it all the same.
 */
export function shownOfOccurrence({ series, properties, outputs }: Definition, live: Live, showsSeries: boolean): Live {
  if (series === undefined) return live;
  const times = series.timed.map((name) => properties[name]?.key);
  const pattern = properties[series.property]?.key ?? "";
  const ofThisRecord = showsSeries ? [] : Object.values(outputs).map(({ key }) => key);
  const lacksPattern = !showsSeries && live[pattern] === null;
  const leftOut = [...times, ...ofThisRecord, ...(lacksPattern ? [pattern] : [])];
  return Object.fromEntries(Object.entries(live).filter(([key]) => !leftOut.includes(key)));
}

/** Returns what the response to a PUT shows of a resource. */
export function shownOfPut(
  definition: Definition,
  { changes, changesFollowing }: Update,
  live: Live,
  isFirst: boolean,
): Live {
  if (!changesFollowing) return live;
  // Otherwise, somebody may have taken only this occurrence out of the pattern. A refresh sees whether later ones are left.
  return shownOfOccurrence(definition, live, isFirst && sendsPattern(definition, changes));
}

/** Whether a PUT of these changes has the pattern of a series. */
export const sendsPattern = ({ series }: Definition, changes: Update["changes"]): boolean =>
  changes.some(({ name, wire }) => name === series?.property && wire !== undefined);

export const wireIn = ({ properties }: Definition, values: Declared | Stored): Wire =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [property.key, findWire(property, values[name])]),
  );

/** Adds declared values that every PUT of the record repeats. */
export function withRepeated({ properties }: Definition, wire: Wire, declared: Declared): Wire {
  const repeated = Object.entries(properties).filter(
    ([name, property]) => property.repeated !== undefined && declared[name] === property.repeated,
  );
  return { ...Object.fromEntries(repeated.map(([, property]) => [property.key, property.repeated])), ...wire };
}
