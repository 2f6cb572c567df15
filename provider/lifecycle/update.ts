import type { Declared } from "../../model/api/form.ts";
import type { Definition } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import type { Kept } from "./forms/known.ts";
import { recordIdOf } from "./forms/state.ts";
import { update as updateIn } from "./index.ts";
import { hubOf, open, requireHub } from "./record/hub.ts";
import { explaining } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";

/** Updates a resource's record to what the program declares, and restores a deleted one if the API can. */
export function update(
  account: Account,
  definition: Definition,
  { id, stored, declared, owners }: Kept & { readonly declared: Declared; readonly owners: Owners },
): Promise<Kept> {
  const recordId = recordIdOf(id, stored);
  const { connection } = account.client;
  return explaining({ connection, definition, verb: "update", declared, stored, recordId }, async () => {
    const collection = await open(account, definition, hubOf(definition, { id: recordId, stored, declared }));
    await requireHub(account, collection.hub, stored, declared);
    return updateIn({ definition, collection, owners }, { id: recordId, stored }, declared);
  });
}
