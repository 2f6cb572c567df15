import type { Operation } from "../../api/operation.ts";
import type { Account } from "../client/account.ts";
import { isNotFound } from "../client/errors.ts";
import type { HubAddress } from "../client/hubs.ts";
import type { ApiRecord } from "../client/request.ts";
import { type Definition, isAdopted, type Values } from "../resources/define.ts";
import { updateBody } from "./body.ts";
import { isToBeRestored } from "./diff.ts";
import { attempt } from "./failure.ts";
import { findWire } from "./property.ts";
import { findReason } from "./refusal.ts";
import { restore } from "./restore.ts";
import { hubIdOf, outputsOfRead, recordIdOf, subdomainOf } from "./state.ts";
import { type Guard, orKeep, put, settle, type Target, unguarded } from "./write.ts";

/** Brings a record to the declared values: one PUT of exactly what changed, or no request at all. */
export function update(
  account: Account,
  definition: Definition,
  { id, olds, news }: { id: string; olds: Values; news: Values },
): Promise<Values> {
  const recordId = recordIdOf(id, olds);
  return attempt({ account, definition, verb: "update", values: news, olds, recordId }, async () => {
    const hub = await hubOf(account, definition, { recordId, olds, news });
    const found: Known = { target: { account, definition, hub, recordId }, olds };
    const { restore: operation } = definition.operations;
    if (operation === undefined || !isToBeRestored(olds, news)) return write(found, news, unguarded);
    const restored = await restoreKnown(found, operation);
    return write(restored, news, (outputs, step) => orKeep(restored.target, { outputs, news }, step));
  });
}

/** A record and the outputs that describe it. */
interface Known {
  readonly target: Target;
  readonly olds: Values;
}

async function write({ target, olds }: Known, news: Values, guard: Guard): Promise<Values> {
  const { definition, hub } = target;
  const { body, sent } = updateBody(definition, olds, news);
  // Nothing differs on the wire: the outputs follow the program, as they do after an answer that tells nothing.
  if (sent.size === 0) return outputsOfRead({ definition, record: {}, hub, olds, declared: news });

  const complete = definition.completeUpdate?.(body, { olds, news }) ?? body;
  const answer = await guard(olds, () => putWherever(target, complete));
  const before = (name: string) => {
    const property = definition.properties[name];
    return property && findWire(property, olds[name]);
  };
  return settle(target, answer, { olds, news, sent, before });
}

/** The record as it came back: what differs from the program then is for the PUT. */
async function restoreKnown({ target: deleted, olds }: Known, operation: Operation): Promise<Known> {
  const { target, record } = await restore(deleted, operation, olds);
  const { definition, hub } = target;
  return { target, olds: outputsOfRead({ definition, record, hub, olds, declared: olds }) };
}

function hubOf(
  account: Account,
  definition: Definition,
  { recordId, olds, news }: { recordId: string; olds: Values; news: Values },
): Promise<HubAddress> {
  if (isAdopted(definition)) {
    return account.hubs.resolve({ subdomain: String(olds.subdomain), id: recordId });
  }
  const stored = typeof olds.hubId === "string" ? olds.hubId : undefined;
  return account.hubs.resolve({ subdomain: subdomainOf(news.hub), id: stored ?? hubIdOf(news.hub) });
}

/**
 * A PUT that renames a hub has an answer under the new subdomain only: if it took effect and the answer was lost, the
 * repetition meets a 404. Then the hub is found by its id, and the same values are put there.
 */
async function putWherever(target: Target, body: ApiRecord): Promise<ApiRecord> {
  try {
    return await put(target, body);
  } catch (error) {
    const hub = isNotFound(error) ? await target.account.hubs.confirm(target.hub) : target.hub;
    if (hub.subdomain !== target.hub.subdomain) return put({ ...target, hub }, body);
    throw (await findReason(target, error)) ?? error;
  }
}
