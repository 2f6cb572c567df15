import type { Definition } from "../../../model/kinds/kind.ts";
import type { Account } from "../../client/account.ts";
import type { Collection } from "../../client/collection.ts";
import { StatusHubError } from "../../client/errors.ts";
import type { HubReference } from "../../client/hubs.ts";
import { invalidHub } from "../../errors/program.ts";
import type { Secrecy } from "../forms/secrets.ts";
import { isComplete } from "../forms/stored.ts";
import type { Owners } from "./owners.ts";

/** Shows the user a line, without the secrets of the resource: there, or once for the stack if many resources say the same. */
export type Say = (severity: "info" | "warning", line: string, on?: "resource" | "stack") => void;

/** A resource and the run, as far as an operation knows them before it asks the page. */
export interface Context extends Secrecy {
  /** Which resource of the stack has which record. */
  readonly owners: Owners;
  /** The one way in which an operation speaks to the user, besides its error. */
  readonly say: Say;
}

/** The records of one kind in one hub. */
export interface Scope extends Context {
  readonly collection: Collection;
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
