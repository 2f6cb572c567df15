import type { Declared, Live } from "../../../model/api/form.ts";
import { isLeft, saysWhetherDeleted } from "../../../model/api/live.ts";
import { isAdoptOnly } from "../../../model/kinds/kind.ts";
import { isListUnavailable, mayLackList, StatusHubError } from "../../client/errors.ts";
import { nothingToAdopt } from "../../errors/up.ts";
import { type Criteria, fixedIn, hasNothingElse, identityIn, likenessOf, mayBeSame, showsAll } from "./match.ts";
import type { Scope } from "./scope.ts";

/*
 * Finds the records that a program may mean: in a list, by their values; or by ID. `match.ts` decides whether a record is meant.
 */

/**
 * Returns those of some listed records that match. A record is read if the list may omit or shorten something that counts.
 *
 * @param fields what the caller reads besides the compared properties
 */
export async function readMatches(
  { definition, collection }: Scope,
  listed: readonly Live[],
  criteria: Criteria,
  fields: readonly string[] = [],
): Promise<Live[]> {
  const isMatch = (live: Live) => likenessOf(definition, live, criteria) !== "different";
  const showsAllThatCounts = (live: Live) =>
    saysWhetherDeleted(live) &&
    showsAll(definition, live, criteria) &&
    fields.every((field) => live[field] !== undefined);
  // One that doesn't match may only be shortened.
  const isEnough = (live: Live) => showsAllThatCounts(live) && isMatch(live);
  const possible = listed.filter((live) => mayBeSame(definition, live, criteria));
  const read = await Promise.all(possible.map((live) => (isEnough(live) ? live : collection.get(String(live.id)))));
  return read.filter((live) => live !== undefined).filter(isMatch);
}

/**
 * Finds the live records that are what a create sends, have nothing else set, and that no resource of the stack has.
 *
 * @param mayBeSet the properties that may be set. @default those that are compared
 */
export async function findFree(
  scope: Scope,
  listed: readonly Live[],
  criteria: Criteria,
  mayBeSet = criteria.names,
): Promise<Live[]> {
  const { definition, owners } = scope;
  const isFree = ({ id }: Live) => !owners.isOwn(definition, String(id));
  // Somebody may have set a property that lists omit.
  const omitted = Object.values(definition.properties).filter(({ inList }) => inList === false);
  const fields = ["created_at", ...omitted.map(({ key }) => key)];
  const matching = await readMatches(scope, listed.filter(isFree), criteria, fields);
  const allowed = { declared: criteria.declared, names: mayBeSet };
  const equal = matching.filter((live) => isLeft(live) && hasNothingElse(definition, live, allowed));
  // While they were read, another resource may have taken one.
  return equal.filter(isFree);
}

export interface Identified {
  readonly live: Live;
  /** Whether it has exactly the declared unique values. If not, they are similar. */
  readonly isEqual: boolean;
}

/**
 * Finds the live record with the declared unique values; if there is none, one with similar values.
 *
 * @returns undefined if the program declares no identity, or no record is similar
 */
export async function findByIdentity(
  scope: Scope,
  declared: Declared,
  list: () => Promise<Live[]> = scope.collection.list,
): Promise<Identified | undefined> {
  const { definition } = scope;
  const identity = identityIn(definition, declared);
  if (identity === undefined) return undefined;
  // Inferred (deleted-in-lists): a list marks what is deleted. If not, its own request does.
  const similar = (await readMatches(scope, await list(), identity)).filter(isLeft);
  const equal = similar.find((live) => likenessOf(definition, live, identity) === "equal");
  const found = equal ?? similar[0];
  return found && { live: found, isEqual: found === equal };
}

/**
 * Returns the live records before a write that must not duplicate or claim one of them; none if the API has no such list.
 *
 * @param longestAge how old the list may be, in milliseconds
 * @throws if they aren't known
 */
export async function listBefore({ definition, collection }: Scope, longestAge?: number): Promise<Live[]> {
  try {
    return await collection.list(longestAge);
  } catch (error) {
    if (mayLackList(definition.operations, error)) return [];
    throw error;
  }
}

/** Returns `undefined` if the searched list can't be read. */
export async function ifListed<T>(search: () => Promise<T>): Promise<T | undefined> {
  try {
    return await search();
  } catch (error) {
    if (isListUnavailable(error)) return undefined;
    throw error;
  }
}

/**
 * Finds the record that a program adopts: the hub itself, the record with the ID in `adopt`, or with `adopt: true` the one with
 * exactly the declared identity.
 */
export async function findRecordToAdopt(scope: Scope, declared: Declared): Promise<Live | undefined> {
  const { definition, collection, owners } = scope;
  const { adopt } = declared;
  if (isAdoptOnly(definition)) return collection.read(collection.hub.id);
  if (adopt === true) return findByAdoptedIdentity(scope, declared);
  if (typeof adopt !== "string") return undefined;
  // A record that somebody deletes is created again.
  const isGone = owners.isMarked(definition, adopt, "gone");
  return isGone ? undefined : findByAdoptedId(scope, adopt);
}

/** @throws if the record is missing, or is deleted for good */
async function findByAdoptedId({ definition, collection }: Scope, id: string): Promise<Live> {
  const live = await collection.read(id);
  const record = `${definition.kind} ${id}`;
  if (live === undefined) throw new StatusHubError(nothingToAdopt.missing({ record, hub: collection.hub.subdomain }));
  const canBeRestored = definition.operations.restore !== undefined;
  if (isLeft(live) || canBeRestored) return live;
  throw new StatusHubError(nothingToAdopt.deleted({ record }));
}

/** @throws if the identity is only similar, or if a property that can't be updated has another value */
async function findByAdoptedIdentity(scope: Scope, declared: Declared): Promise<Live | undefined> {
  const { definition, collection } = scope;
  const found = await findByIdentity(scope, declared).catch((error: unknown) => {
    // Inferred (service-list): the list of services exists.
    throw isListUnavailable(error) ? new StatusHubError(nothingToAdopt.noList(), { cause: error }) : error;
  });
  if (found === undefined) return undefined;
  const { kind } = definition;
  const id = String(found.live.id);
  const record = `${kind} ${id}`;
  const properties = identityIn(definition, declared)?.names.join(" and ") ?? "";
  if (!found.isEqual) throw new StatusHubError(nothingToAdopt.similar({ kind, properties, record, id }));
  // A list may have shown only its unique values.
  const live = await collection.read(id);
  if (live === undefined) return undefined;
  const isOther = (name: string) => likenessOf(definition, live, { declared, names: [name] }) !== "equal";
  const others = fixedIn(definition, declared).filter(isOther);
  if (others.length === 0) return live;
  throw new StatusHubError(nothingToAdopt.fixed({ record, properties, others: others.join(" and ") }));
}
