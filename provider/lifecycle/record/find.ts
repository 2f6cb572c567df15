import type { Declared, Live } from "../../../model/api/form.ts";
import { isAdoptOnly } from "../../../model/kinds/kind.ts";
import { isDeleted, saysWhetherDeleted } from "../../client/collection.ts";
import { isListMissing, isListUnavailable, StatusHubError } from "../../client/errors.ts";
import { nothingToAdopt } from "../../errors/up.ts";
import {
  byLikeness,
  type Candidate,
  type Criteria,
  fixedIn,
  identityIn,
  likenessOf,
  matches,
  mayBeAlike,
  type Purpose,
  showsAll,
} from "./match.ts";
import type { Scope } from "./scope.ts";

interface Search extends Criteria {
  readonly purpose: Purpose;
  /** Records from a list. Lists may omit or shorten fields, so possible matches are read in full. */
  readonly records: readonly Live[];
  /** Whether a record existed before the request, for a purpose that asks for a new one. */
  readonly isOlder?: (live: Live) => boolean;
  /** Fields that the caller reads besides the properties. */
  readonly fields?: readonly string[];
  /** Returns a record as it is compared. @default as it is */
  readonly view?: (live: Live) => Live;
}

/** A record that matches, and how closely. */
export interface Match extends Candidate {
  readonly live: Live;
}

/** Returns the matching records, closest first. */
export async function findMatches(scope: Scope, search: Search): Promise<Match[]> {
  const { definition, collection, owners } = scope;
  const { purpose, records, isOlder, fields = [], view = (live) => live } = search;
  const candidate = (live: Live): Match => {
    const id = String(live.id);
    return {
      live,
      likeness: likenessOf(definition, view(live), search),
      isDeleted: isDeleted(live),
      isOwned: owners.has(definition, [id]),
      isOlder: isOlder?.(live),
    };
  };
  const isFull = (live: Live) =>
    saysWhetherDeleted(live) &&
    fields.every((field) => live[field] !== undefined) &&
    showsAll(definition, view(live), search);
  const mayMatch = records.filter((live) => mayBeAlike(definition, view(live), search));
  const read = await Promise.all(
    mayMatch.map((live) =>
      isFull(live) && matches(purpose, candidate(live)) ? live : collection.get(String(live.id)),
    ),
  );
  return read
    .filter((live) => live !== undefined)
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
  declared: Declared,
  list: () => Promise<Live[]> = scope.collection.list,
): Promise<Match | undefined> {
  const identity = identityIn(scope.definition, declared);
  if (identity === undefined) return undefined;
  const [found] = await findMatches(scope, { ...identity, purpose: "explain", records: await list() });
  return found;
}

/**
 * Returns the live records before a write that must not duplicate or claim one of them; none if the API has no such list.
 * Fails if the list is rejected, because then they are unknown.
 *
 * @param longestAge how old the list may be, in milliseconds
 */
export const listOrNone = async ({ collection }: Scope, longestAge?: number): Promise<Live[]> =>
  (await unless(isListMissing, () => collection.list(longestAge))) ?? [];

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

/**
 * Finds the record that a program adopts: the hub itself, the record with the ID in `adopt`, or with `adopt: true` the one with
 * exactly the declared identity.
 */
export async function findRecordToAdopt(scope: Scope, declared: Declared): Promise<Live | undefined> {
  const { definition, collection, owners } = scope;
  const { adopt: asked } = declared;
  if (isAdoptOnly(definition)) return collection.read(collection.hub.id);
  if (owners.isAdoptDone(definition, declared)) return undefined;
  if (asked === true) return findIdentified(scope, declared);
  return typeof asked === "string" ? findNamed(scope, asked) : undefined;
}

async function findNamed({ definition, collection }: Scope, id: string): Promise<Live> {
  const live = await collection.read(id);
  const named = `${definition.kind} ${id}`;
  if (live !== undefined && (!isDeleted(live) || definition.operations.restore !== undefined)) return live;
  if (live !== undefined) throw new StatusHubError(nothingToAdopt.deleted({ record: named }));
  throw new StatusHubError(nothingToAdopt.missing({ record: named, hub: collection.hub.subdomain }));
}

async function findIdentified(scope: Scope, declared: Declared): Promise<Live | undefined> {
  const { definition, collection } = scope;
  const found = await findByIdentity(scope, declared).catch((error: unknown) => {
    // Inferred (service-list): the list of services exists.
    throw isListUnavailable(error) ? new StatusHubError(nothingToAdopt.noList(), { cause: error }) : error;
  });
  if (found === undefined) return undefined;
  const id = String(found.live.id);
  const { kind } = definition;
  const [record, properties] = [`${kind} ${id}`, identityIn(definition, declared)?.names.join(" and ") ?? ""];
  if (!matches("adopt", found)) throw new StatusHubError(nothingToAdopt.similar({ kind, properties, record, id }));
  const live = await collection.read(id);
  const isOther = (name: string) =>
    live !== undefined && likenessOf(definition, live, { declared, names: [name] }) !== "equal";
  const others = fixedIn(definition, declared).filter(isOther);
  if (others.length === 0) return live;
  throw new StatusHubError(nothingToAdopt.fixed({ record, properties, others: others.join(" and ") }));
}
