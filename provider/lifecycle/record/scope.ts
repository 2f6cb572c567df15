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
  readonly collection: Collection;
  readonly owners: Owners;
  /** Shows the user a line on the resource. */
  readonly say: (line: string) => void;
}

/** One of these records, by its ID. */
export interface Target extends Scope {
  readonly id: string;
}

/** Opens the records of a kind in a hub. */
export async function open(account: Account, definition: Definition, hub: HubReference): Promise<Collection> {
  if (hub.id === undefined && hub.subdomain === undefined) throw new StatusHubError(invalidHub.unknown());
  return account.open(definition.operations, hub, (listed) => isComplete(definition, listed));
}
