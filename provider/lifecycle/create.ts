import type { Account } from "../client/account.ts";
import { isRefused } from "../client/errors.ts";
import type { HubAddress } from "../client/hubs.ts";
import type { ApiRecord } from "../client/request.ts";
import type { Definition, Values } from "../resources/define.ts";
import { createBodies, updateBody } from "./body.ts";
import { attempt, PartialError } from "./failure.ts";
import { postOnce } from "./post.ts";
import { liveValue } from "./property.ts";
import { hubIdOf, outputsOfRead, subdomainOf } from "./state.ts";
import { restoreTwin } from "./twin.ts";
import { put, settle, type Target } from "./write.ts";

export interface Created {
  readonly recordId: string;
  readonly outputs: Values;
}

/** Makes the record that a program declares, or adopts it where the API can only do that. */
export function create(account: Account, definition: Definition, news: Values): Promise<Created> {
  const verb = definition.operations.create === undefined ? "adopt" : "create";
  return attempt({ account, definition, verb, values: news }, async () => {
    if (verb === "adopt") return adopt(account, definition, news);
    const hub = await account.hubs.resolve({ subdomain: subdomainOf(news.hub), id: hubIdOf(news.hub) });
    return make({ account, definition, hub, news });
  });
}

/** Adoption of a hub: what differs from the program is sent, and nothing where nothing differs. */
async function adopt(account: Account, definition: Definition, news: Values): Promise<Created> {
  const hub = await account.hubs.resolve({ subdomain: String(news.subdomain) });
  const record = (await account.hubs.find(hub.subdomain)) ?? {};
  const target: Target = { account, definition, hub, recordId: hub.id };
  const live = outputsOfRead({ definition, record, hub, olds: {}, declared: news });
  const { body, sent } = updateBody(definition, live, news);
  if (sent.size === 0) return { recordId: hub.id, outputs: live };

  const answer = await put(target, body);
  return {
    recordId: hub.id,
    outputs: settle(target, answer, { olds: live, news, sent, before: wireIn(definition, record) }),
  };
}

const wireIn = (definition: Definition, record: ApiRecord) => (name: string) => {
  const property = definition.properties[name];
  return property && liveValue(property, record, null);
};

interface Making {
  readonly account: Account;
  readonly definition: Definition;
  readonly hub: HubAddress;
  readonly news: Values;
}

async function make({ account, definition, hub, news }: Making): Promise<Created> {
  const { post, put: rest } = createBodies(definition, news);
  let record: ApiRecord;
  try {
    record = await postOnce({ account, definition, hub, body: post.body });
  } catch (error) {
    if (!isRefused(error)) throw error;
    return restoreTwin({ account, definition, hub, news }, error);
  }
  const target: Target = { account, definition, hub, recordId: String(record.id) };
  const nothingBefore = () => undefined;
  const declaredSoFar = Object.fromEntries(Object.entries(news).filter(([name]) => !rest.sent.has(name)));
  const outputs = settle(target, record, { olds: {}, news: declaredSoFar, sent: post.sent, before: nothingBefore });
  if (rest.sent.size === 0) return { recordId: target.recordId, outputs };

  const answer = await finish(target, {
    outputs,
    body: definition.completeUpdate?.(rest.body, { olds: {}, news }) ?? rest.body,
    news,
  });
  return {
    recordId: target.recordId,
    outputs: settle(target, answer, { olds: outputs, news, sent: rest.sent, before: nothingBefore }),
  };
}

/** The second half of a create. If it fails, the record is kept in the state without what is missing, never orphaned. */
async function finish(
  target: Target,
  { outputs, body, news }: { outputs: Values; body: ApiRecord; news: Values },
): Promise<ApiRecord> {
  const { account, definition, recordId } = target;
  try {
    return await attempt({ account, definition, verb: "update", values: news, recordId }, () => put(target, body));
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new PartialError(`${message} The record was made and is kept half-made; the next up finishes it.`, {
      recordId,
      outputs,
      cause,
    });
  }
}
