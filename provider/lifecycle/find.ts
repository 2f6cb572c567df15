import { type Collection, isDeleted } from "../client/collection.ts";
import { isWithoutList } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Values } from "../resources/define.ts";
import { type Comparison, identityIn, isAtLeast, type Likeness, likenessOf, mayBeAlike, showsAll } from "./match.ts";
import type { Owners } from "./owners.ts";

/** One kind of record in one hub, and which of them the stack has. */
export interface Scope {
  readonly definition: Definition;
  readonly collection: Collection;
  readonly owners: Owners;
}

/** A record that exists. */
export interface ExistingRecord extends Scope {
  readonly recordId: string;
}

interface Search extends Comparison {
  /** As a list shows them. A list may lack fields or shorten them, so what may be alike is read in full. */
  readonly records: readonly ApiRecord[];
  /** The weakest likeness that counts. */
  readonly least: Likeness;
  /** Keys that the caller reads beside the properties. */
  readonly fields?: readonly string[];
}

/** The live records that are alike, the most alike first. */
export async function findAlike({ definition, collection }: Scope, search: Search): Promise<Alike[]> {
  const { records, least, fields = [] } = search;
  const isFull = (record: ApiRecord) =>
    fields.every((field) => record[field] !== undefined) && showsAll(definition, record, search);
  const isAlike = (record: ApiRecord) => isAtLeast(likenessOf(definition, record, search), least);
  const candidates = await Promise.all(
    records
      .filter((record) => mayBeAlike(definition, record, search))
      .map((record) => (isFull(record) && isAlike(record) ? record : collection.get(String(record.id)))),
  );
  const alike = candidates.filter((record) => record !== undefined).filter(isAlike);
  return alike
    .map((record) => ({ record, likeness: likenessOf(definition, record, search) }))
    .sort((one, other) => (one.likeness === other.likeness ? 0 : isAtLeast(one.likeness, other.likeness) ? -1 : 1));
}

export interface Alike {
  readonly record: ApiRecord;
  readonly likeness: Likeness;
}

/**
 * The live record with the declared identity, or else the one most like it.
 *
 * @returns undefined where the program declares no identity, or no record comes near it
 */
export async function findByIdentity(
  scope: Scope,
  values: Values,
  list: () => Promise<ApiRecord[]> = scope.collection.live,
): Promise<Alike | undefined> {
  const identity = identityIn(scope.definition, values);
  if (identity === undefined) return undefined;
  const records = await list();
  const alike = await findAlike(scope, { ...identity, records, least: "similar" });
  // A list with basic info may not say that a record is deleted.
  return alike.find(({ record }) => !isDeleted(record));
}

/** The live records; none where the API offers no list of them. */
export async function liveOrNone({ collection }: Scope): Promise<ApiRecord[]> {
  try {
    return await collection.live();
  } catch (error) {
    if (isWithoutList(error)) return [];
    throw error;
  }
}
