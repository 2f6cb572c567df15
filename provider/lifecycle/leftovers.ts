import type { Declared, Live } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import { findLeftovers, recover } from "./index.ts";
import { hubOf } from "./record/hub.ts";
import { Owners } from "./record/owners.ts";
import { open } from "./record/scope.ts";

/** Finds what interrupted creates have left in one account. It only reads. */
export class Leftovers {
  readonly #owners = new Owners();

  /** Records that a resource of the stack has a record, which is no leftover then. */
  note(definition: Definition, id: string): void {
    this.#owners.noteStored(definition, { id, stored: {} });
  }

  /**
   * Finds the records that a create would double.
   *
   * @throws if the hub isn't there, and any error of a request
   */
  async find(account: Account, definition: Definition, declared: Declared) {
    const collection = await open(account, definition, hubOf(definition, { declared }));
    const scope = { definition, collection, owners: this.#owners };
    return {
      hubId: collection.hub.id,
      records: await findLeftovers(scope, declared),
      /** Says what the create that has made one of them would have left in the state. */
      recover: (live: Live) => recover(scope, declared, live),
    };
  }
}
