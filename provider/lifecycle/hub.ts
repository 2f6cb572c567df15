import { type Definition, isAdoptOnly, type Values } from "../../kinds/kind.ts";
import type { Account } from "../client/account.ts";
import type { Collection } from "../client/collection.ts";
import type { HubAddress, HubReference } from "../client/hubs.ts";
import { isComplete } from "./outputs.ts";
import { holdsUnknown } from "./unknown.ts";

// The hub of a record, as its class passes it, is a subdomain, or `{ id, subdomain }` where the program has a Hub. In
// languages that pass only the ID of a resource, it is `{ id }`.

/** What inputs or outputs say of the hub of a record; parts that are not known yet are left out. */
export function hubNamedIn(values: Values): HubReference {
  const { hub } = values;
  const { id, subdomain } =
    typeof hub === "object" && hub !== null
      ? (hub as { id?: unknown; subdomain?: unknown })
      : { id: undefined, subdomain: hub };
  return { id: textIn(id), subdomain: textIn(subdomain) };
}

const textIn = (value: unknown) => (typeof value === "string" ? value : undefined);

/**
 * The hub that an operation goes to. The state knows its id, which stays when it is renamed; the program knows the
 * subdomain that it has now.
 */
export function hubOf(
  definition: Definition,
  recordId: string | undefined,
  outputs: Values,
  desired = outputs,
): HubReference {
  if (isAdoptOnly(definition))
    return { subdomain: textIn((recordId === undefined ? desired : outputs).subdomain), id: recordId };
  const named = hubNamedIn(desired);
  return { subdomain: named.subdomain, id: textIn(outputs.hubId) ?? named.id };
}

/** The records of a kind on a hub. */
export const open = (account: Account, definition: Definition, hub: HubReference): Promise<Collection> =>
  account.open(definition.operations, hub, (listed) => isComplete(definition, listed));

/** Another subdomain that the program names must be that of a hub: else a typo would look like a rename. */
export async function requireHub({ hubs }: Account, hub: HubAddress, outputs: Values, desired: Values): Promise<void> {
  const { subdomain } = hubNamedIn(desired);
  if (subdomain === undefined || subdomain === hub.subdomain || subdomain === hubNamedIn(outputs).subdomain) return;
  await hubs.resolve({ subdomain });
}

/** How the hub that the program names relates to that of the state. */
export type HubChange = "same" | "renamed" | "other";

/**
 * Compares the hub of the state with that of the program. A hub has one id: where both are known, they decide. Else the
 * same subdomain is the same hub, one that is not known yet may turn out to be it, and another one is looked up.
 *
 * @param idOf the id of the hub that has a subdomain now; `undefined` where this key can see none
 */
export async function compareHubs(
  outputs: Values,
  desired: Values,
  idOf: (subdomain: string) => Promise<string | undefined>,
): Promise<HubChange> {
  const old = { ...hubNamedIn(outputs), ...(typeof outputs.hubId === "string" && { id: outputs.hubId }) };
  const { id, subdomain } = hubNamedIn(desired);
  if (desired.hub === undefined || outputs.hub === undefined) return "same";
  // A program that only gives the ID leaves the name to the hub.
  const isByIdAlone = subdomain === undefined && !holdsUnknown(desired.hub);
  const isSameName = isByIdAlone || (subdomain !== undefined && subdomain === old.subdomain);
  if (id !== undefined && old.id !== undefined) return id !== old.id ? "other" : isSameName ? "same" : "renamed";
  if (isSameName && !isByIdAlone) return "same";
  if (subdomain === undefined) return "renamed";
  // A hub that nobody can see is no reason to delete a record: the update says that it is not visible.
  const found = await idOf(subdomain);
  return found === undefined || found === old.id ? "renamed" : "other";
}
