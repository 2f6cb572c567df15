import type { Account } from "../client/account.ts";
import type { HubAddress } from "../client/hubs.ts";
import type { Definition, Values } from "../resources/define.ts";
import { bring, orKeep, type Target } from "./bring.ts";
import { isToBeRestored } from "./diff.ts";
import { attempt } from "./failure.ts";
import { hubNamedIn, hubOf } from "./hub.ts";
import { betterReason } from "./refusal.ts";
import { restore } from "./restore.ts";
import { declaredIn, outputsFrom, recordIdOf } from "./state.ts";

/** Brings a record to the declared values: one PUT of exactly what changed, or no request at all. */
export function update(
  account: Account,
  definition: Definition,
  { id, olds, news }: { id: string; olds: Values; news: Values },
): Promise<Values> {
  const recordId = recordIdOf(id, olds);
  const { connection } = account.client;
  return attempt({ connection, definition, verb: "update", values: news, olds, recordId }, async () => {
    const collection = await account.open(definition.operations, hubOf(definition, recordId, olds, news));
    await requireHub(account, collection.hub, olds, news);
    const known: Target = { definition, collection, recordId };
    if (!isToBeRestored(olds, news)) return betterReason(known, news, () => bring(known, olds, news));
    const declared = declaredIn(definition, olds);
    const { target, record } = await restore(known, declared);
    // The record as it came back: what differs from the program then is for the PUT.
    const { outputs } = outputsFrom({ definition, record, hubId: collection.hub.id }, { olds, declared });
    return orKeep(target, { outputs, news }, () => bring(target, outputs, news));
  });
}

/** Another subdomain that the program names must be that of a hub: else a slip of the pen would pass for a rename. */
async function requireHub({ hubs }: Account, hub: HubAddress, olds: Values, news: Values): Promise<void> {
  const { subdomain } = hubNamedIn(news);
  if (subdomain === undefined || subdomain === hub.subdomain || subdomain === hubNamedIn(olds).subdomain) return;
  await hubs.resolve({ subdomain });
}
