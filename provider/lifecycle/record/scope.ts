import type { Definition } from "../../../model/kinds/kind.ts";
import type { Account } from "../../client/account.ts";
import type { Collection } from "../../client/collection.ts";
import { StatusHubError } from "../../client/errors.ts";
import type { HubReference } from "../../client/hubs.ts";
import { invalidHub } from "../../errors/program.ts";
import { isComplete } from "../forms/stored.ts";
import type { Owners } from "./owners.ts";

/** The records of one kind in one hub, and which resource of the stack has which of them. */
export interface Scope {
  readonly definition: Definition;
  /** Only a `Writable` can be updated or deleted. */
  readonly collection: Omit<Collection, "put" | "remove">;
  readonly owners: Owners;
}

/** One of these records, by its ID. */
export interface Target extends Scope {
  readonly id: string;
}

/**
 * A record that an operation may update or delete, because it isn't history: visitors look up what has ended on the page, and a
 * change or a deletion would rewrite what they saw.
 */
export interface Writable extends Target {
  readonly collection: Collection;
}

/** Say at the call why the record isn't history. */
export const asWritable = <T extends Pick<Scope, "collection">>(target: T): T & Pick<Writable, "collection"> => ({
  ...target,
  collection: target.collection as Collection,
});

/** Opens the records of a kind in a hub. */
export async function open(account: Account, definition: Definition, hub: HubReference): Promise<Scope["collection"]> {
  if (hub.id === undefined && hub.subdomain === undefined) throw new StatusHubError(invalidHub.unknown());
  return account.open(definition.operations, hub, (listed) => isComplete(definition, listed));
}
