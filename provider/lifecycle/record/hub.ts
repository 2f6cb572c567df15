import { type Declared, holdsUnknown, type Stored } from "../../../model/api/form.ts";
import { type Definition, isAdoptOnly } from "../../../model/kinds/kind.ts";
import type { Account } from "../../client/account.ts";
import { StatusHubError } from "../../client/errors.ts";
import type { HubAddress, HubReference } from "../../client/hubs.ts";
import { otherHub } from "../../errors/access.ts";

/**
 * Returns the hub that a program or a state names, without parts that aren't known yet. The class passes it as a subdomain, or as
 * `{ id, subdomain }` if the program has a Hub. Languages that only pass a resource's ID give `{ id }`.
 */
export function hubNamedIn({ hub }: Declared | Stored): HubReference {
  if (typeof hub !== "object" || hub === null) return { id: undefined, subdomain: textIn(hub) };
  const { id, subdomain } = hub as { id?: unknown; subdomain?: unknown };
  return { id: textIn(id), subdomain: textIn(subdomain) };
}

const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

/** Where an operation finds its hub: at least one of the three is known. */
interface HubSources {
  /** The ID of the record, which for a Hub is the hub's. */
  readonly id?: string | undefined;
  readonly stored?: Stored;
  readonly declared?: Declared;
}

/**
 * Returns the hub for an operation. The state knows its ID, which survives a rename; the program knows its current
 * subdomain. Without a declaration, it is the one in the state.
 */
export function hubOf(definition: Definition, { id, stored, declared }: HubSources): HubReference {
  if (isAdoptOnly(definition)) return { subdomain: textIn((stored ?? declared)?.subdomain), id };
  const named = hubNamedIn(declared ?? stored ?? {});
  return { subdomain: named.subdomain, id: textIn(stored?.hubId) ?? named.id };
}

/**
 * Requires that the name of the hub doesn't belong to another one, and that a changed name exists: otherwise a typo would look
 * like a rename.
 */
export async function requireHub(
  { hubs }: Account,
  hub: HubAddress,
  stored: Stored,
  declared: Declared,
): Promise<void> {
  const { id, subdomain } = hubNamedIn(declared);
  if (id !== undefined || subdomain === undefined || subdomain === hub.subdomain) return;
  const isSameName = subdomain === hubNamedIn(stored).subdomain;
  const found = isSameName ? await hubs.idOf(subdomain) : (await hubs.resolve({ subdomain })).id;
  const isOther = found !== undefined && found !== hub.id;
  if (!isOther) return;
  throw new StatusHubError(otherHub.byName({ subdomain, id: found, knownId: hub.id }));
}

/** How the hub in the program relates to the one in the state. */
export type HubChange = "same" | "renamed" | "other";

/** Both return the ID of the hub that has a subdomain now; `undefined` if this API key can see none. */
interface HubIds {
  /** From what this run knows already: a preview sends nothing. */
  readonly cached: (subdomain: string) => Promise<string | undefined>;
  readonly request: (subdomain: string) => Promise<string | undefined>;
}

/**
 * Compares the hub in the state with the one in the program.
 *
 *     both IDs are known                     they decide
 *     otherwise, no subdomain is known yet   it may turn out to be the same hub: renamed
 *     the same subdomain                     same, unless another hub has it now
 *     another subdomain                      renamed, unless another hub has it
 *
 * @throws if the same subdomain, given as text, belongs to another hub now: only a changed text moves a record
 */
export async function compareHubs(stored: Stored, declared: Declared, ids: HubIds): Promise<HubChange> {
  if (declared.hub === undefined || stored.hub === undefined) return "same";
  const old = hubNamedIn(stored);
  const oldId = textIn(stored.hubId) ?? old.id;
  const { id, subdomain } = hubNamedIn(declared);
  const isSameName = subdomain !== undefined && subdomain === old.subdomain;
  const areIdsKnown = id !== undefined && oldId !== undefined;
  if (areIdsKnown && id !== oldId) return "other";
  // A program that only gives the ID accepts any subdomain.
  const givesOnlyId = subdomain === undefined && !holdsUnknown(declared.hub);
  if (areIdsKnown) return givesOnlyId || isSameName ? "same" : "renamed";
  if (subdomain === undefined) return "renamed";
  if (isSameName) return compareBySameName(oldId, { hub: declared.hub, subdomain }, ids);
  return compareByOtherName(oldId, subdomain, ids);
}

/** Compares the hub in the state with the one that has the same subdomain now. */
async function compareBySameName(
  oldId: string | undefined,
  { hub, subdomain }: { readonly hub: unknown; readonly subdomain: string },
  ids: HubIds,
): Promise<HubChange> {
  const found = await ids.cached(subdomain);
  const isOther = found !== undefined && oldId !== undefined && found !== oldId;
  if (!isOther) return "same";
  // The program has a Hub that isn't created yet: it adopts the one with that name.
  if (holdsUnknown(hub)) return "other";
  throw new StatusHubError(otherHub.byName({ subdomain, id: found, knownId: oldId }));
}

/** Compares the hub in the state with the one that has the subdomain in the program. */
async function compareByOtherName(oldId: string | undefined, subdomain: string, ids: HubIds): Promise<HubChange> {
  const found = await ids.request(subdomain);
  // A hub that isn't visible is no reason to delete a record; the update will report it.
  const isOther = found !== undefined && found !== oldId;
  return isOther ? "other" : "renamed";
}
