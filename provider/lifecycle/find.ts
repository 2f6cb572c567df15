import type { Definition, Values } from "../../kinds/kind.ts";
import { type Collection, isDeleted, saysWhetherDeleted } from "../client/collection.ts";
import { isListMissing, isListUnavailable } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import {
  byLikeness,
  type Candidate,
  type Criteria,
  identityIn,
  likenessOf,
  matches,
  mayBeAlike,
  type Purpose,
  showsAll,
} from "./match.ts";
import type { Owners } from "./owners.ts";

/** One kind of record in one hub, and the stack's resources that have one. */
export interface Scope {
  readonly definition: Definition;
  readonly collection: Collection;
  readonly owners: Owners;
}

export interface ExistingRecord extends Scope {
  readonly recordId: string;
}

interface Search extends Criteria {
  readonly purpose: Purpose;
  /** Records from a list. Lists may omit or shorten fields, so possible matches are read in full. */
  readonly records: readonly ApiRecord[];
  /** Whether a record existed before the request. @default none did */
  readonly isOlder?: (record: ApiRecord) => boolean;
  /** Fields that the caller reads besides the properties. */
  readonly fields?: readonly string[];
  /** Returns a record as it is compared. @default as it is */
  readonly view?: (record: ApiRecord) => ApiRecord;
}

/** A record that matches, and how closely. */
export interface Match extends Candidate {
  readonly record: ApiRecord;
}

/** Returns the matching records, closest first. */
export async function findMatches(scope: Scope, search: Search): Promise<Match[]> {
  const { definition, collection, owners } = scope;
  const { purpose, records, isOlder = () => false, fields = [], view = (record) => record } = search;
  const candidate = (record: ApiRecord): Match => {
    const id = String(record.id);
    return {
      record,
      likeness: likenessOf(definition, view(record), search),
      isDeleted: isDeleted(record),
      isOwned: owners.has(definition, id),
      isOlder: isOlder(record),
    };
  };
  const isFull = (record: ApiRecord) =>
    saysWhetherDeleted(record) &&
    fields.every((field) => record[field] !== undefined) &&
    showsAll(definition, view(record), search);
  const mayMatch = records.filter((record) => mayBeAlike(definition, view(record), search));
  const read = await Promise.all(
    mayMatch.map((record) =>
      isFull(record) && matches(purpose, candidate(record)) ? record : collection.get(String(record.id)),
    ),
  );
  return read
    .filter((record) => record !== undefined)
    .map(candidate)
    .filter((match) => matches(purpose, match))
    .sort(byLikeness);
}

/**
 * Returns the live record with the declared identity, or else the most similar one, for adopting it or explaining a
 * rejection.
 *
 * @returns undefined if the program declares no identity, or no record is similar
 */
export async function findByIdentity(
  scope: Scope,
  values: Values,
  list: () => Promise<ApiRecord[]> = scope.collection.live,
): Promise<Match | undefined> {
  const identity = identityIn(scope.definition, values);
  if (identity === undefined) return undefined;
  const [found] = await findMatches(scope, { ...identity, purpose: "explain", records: await list() });
  return found;
}

/**
 * Returns the live records before a write that must not duplicate or claim one of them; none if the API has no such list.
 * After a rejection, they are unknown.
 */
export const liveOrNone = async ({ collection }: Scope): Promise<ApiRecord[]> =>
  (await unless(isListMissing, () => collection.live())) ?? [];

/** Returns `undefined` if the searched list can't be read. */
export const ifListed = <T>(search: () => Promise<T>): Promise<T | undefined> => unless(isListUnavailable, search);

async function unless<T>(isExpected: (error: unknown) => boolean, search: () => Promise<T>): Promise<T | undefined> {
  try {
    return await search();
  } catch (error) {
    if (isExpected(error)) return undefined;
    throw error;
  }
}
