import type { Declared } from "../../model/api/form.ts";
import { type Definition, isAdoptOnly } from "../../model/kinds/kind.ts";
import type { Account } from "../client/account.ts";
import type { Kept } from "./forms/known.ts";
import { adopt, make } from "./index.ts";
import { hubOf, open } from "./record/hub.ts";
import { explaining } from "./record/operation-error.ts";
import type { Owners } from "./record/owners.ts";
import { describeOverwriting } from "./warning.ts";

/**
 * Creates the record that a program declares, or adopts the existing one.
 *
 * @returns what Pulumi keeps, and a warning if the adoption of a hub overwrites something
 */
export function create(
  account: Account,
  definition: Definition,
  { declared, owners }: { readonly declared: Declared; readonly owners: Owners },
): Promise<Kept & { readonly warning: string | undefined }> {
  const { connection } = account.client;
  const verb = isAdoptOnly(definition) ? "adopt" : "create";
  return explaining({ connection, definition, verb, declared }, async () => {
    const collection = await open(account, definition, hubOf(definition, { declared }));
    const hub = isAdoptOnly(definition) ? await account.hubs.find(collection.hub.subdomain) : undefined;
    const warning = describeOverwriting(definition, hub, declared);
    const scope = { definition, collection, owners };
    return { ...((await adopt(scope, declared)) ?? (await make(scope, declared))), warning };
  });
}
