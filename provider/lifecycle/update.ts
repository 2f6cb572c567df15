import type { Account } from "../client/account.ts";
import type { Definition, Values } from "../resources/define.ts";
import { bring, orKeep, type Target } from "./bring.ts";
import { isToBeRestored } from "./diff.ts";
import { attempt } from "./failure.ts";
import { hubOf } from "./hub.ts";
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
    const known: Target = { definition, collection, recordId };
    if (!isToBeRestored(olds, news)) return betterReason(known, () => bring(known, olds, news));
    const declared = declaredIn(definition, olds);
    const { target, record } = await restore(known, declared);
    // The record as it came back: what differs from the program then is for the PUT.
    const { outputs } = outputsFrom({ definition, record, hubId: collection.hub.id }, { olds, declared });
    return orKeep(target, { outputs, news }, () => bring(target, outputs, news));
  });
}
