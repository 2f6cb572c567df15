import type { Declared, Live } from "../../../model/api/form.ts";
import { isLeft, saysWhetherDeleted } from "../../../model/api/live.ts";
import { isAdoptOnly } from "../../../model/kinds/kind.ts";
import { isListUnavailable, mayLackList, StatusHubError } from "../../client/errors.ts";
import { nothingToAdopt } from "../../errors/up.ts";
import { type Criteria, fixedIn, hasNothingElse, identityIn, likenessOf, mayBeSame, showsAll } from "./match.ts";
import type { Scope } from "./scope.ts";

/**
 * Reads those of some listed records in full that may match, because lists may omit or shorten fields.
 *
 * @param fields what the caller reads besides the compared properties
 */
export async function readMatches(
  { definition, collection }: Scope,
  listed: readonly Live[],
  criteria: Criteria,
  fields: readonly string[] = [],
): Promise<Live[]> {
  const isFull = (live: Live) =>
    saysWhetherDeleted(live) &&
    fields.every((field) => live[field] !== undefined) &&
    showsAll(definition, live, criteria) &&
    likenessOf(definition, live, criteria) !== "different";
  const possible = listed.filter((live) => mayBeSame(definition, live, criteria));
  const read = await Promise.all(possible.map((live) => (isFull(live) ? live : collection.get(String(live.id)))));
  return read
    .filter((live) => live !== undefined)
    .filter((live) => likenessOf(definition, live, criteria) !== "different");
}

/**
 * Finds the live records that are what a create sends, have nothing else set, and that no resource of the stack has.
 *
 * @param names the properties that may be set. @default those that are compared
 */
export async function findFree(
  scope: Scope,
  listed: readonly Live[],
  criteria: Criteria,
  names = criteria.names,
): Promise<Live[]> {
  const { definition, owners } = scope;
  // Somebody may have chosen a value that lists omit.
  const omitted = Object.values(definition.properties).filter(({ inList }) => inList === false);
  const fields = ["created_at", ...omitted.map(({ key }) => key)];
  const isFree = ({ id }: Live) => !owners.isOwn(definition, String(id));
  const found = await readMatches(scope, listed.filter(isFree), criteria, fields);
  // Another resource may have taken one meanwhile.
  return found.filter(
    (live) => isFree(live) && isLeft(live) && hasNothingElse(definition, live, { ...criteria, names }),
  );
}

/** The live record that has the declared unique values, or similar ones. */
export interface Identified {
  readonly live: Live;
  readonly isEqual: boolean;
}

/** @returns undefined if the program declares no identity, or no record is similar */
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
  const { adopt: asked } = declared;
  if (isAdoptOnly(definition)) return collection.read(collection.hub.id);
  if (asked === true) return findIdentified(scope, declared);
  // A record that somebody deletes is created again.
  return typeof asked === "string" && !owners.isMarked(definition, asked, "gone") ? findNamed(scope, asked) : undefined;
}

async function findNamed({ definition, collection }: Scope, id: string): Promise<Live> {
  const live = await collection.read(id);
  const record = `${definition.kind} ${id}`;
  if (live === undefined) throw new StatusHubError(nothingToAdopt.missing({ record, hub: collection.hub.subdomain }));
  if (isLeft(live) || definition.operations.restore !== undefined) return live;
  throw new StatusHubError(nothingToAdopt.deleted({ record }));
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
  const record = `${kind} ${id}`;
  const properties = identityIn(definition, declared)?.names.join(" and ") ?? "";
  if (!found.isEqual) throw new StatusHubError(nothingToAdopt.similar({ kind, properties, record, id }));
  const live = await collection.read(id);
  const isOther = (name: string) =>
    live !== undefined && likenessOf(definition, live, { declared, names: [name] }) !== "equal";
  const others = fixedIn(definition, declared).filter(isOther);
  if (others.length === 0) return live;
  throw new StatusHubError(nothingToAdopt.fixed({ record, properties, others: others.join(" and ") }));
}
