import type { Account } from "../client/account.ts";
import { isRefused } from "../client/errors.ts";
import type { ApiRecord } from "../client/request.ts";
import { type Definition, isAdopted, type Values } from "../resources/define.ts";
import { createBodies, updateBody } from "./body.ts";
import { attempt } from "./failure.ts";
import type { Place } from "./match.ts";
import { refuseOrphan } from "./orphan.ts";
import { postOnce } from "./post.ts";
import { declaredIn, liveValue } from "./property.ts";
import { restore } from "./restore.ts";
import { hubIdOf, outputsOfRead, subdomainOf } from "./state.ts";
import { findDeletedTwin } from "./twin.ts";
import { type Guard, orKeep, put, settle, type Target, unguarded } from "./write.ts";

export interface Created {
  readonly recordId: string;
  readonly outputs: Values;
}

export interface Wanted {
  readonly news: Values;
  /** Whether a record of this kind is in the state. */
  readonly isInState: (recordId: string) => boolean;
}

/** Makes the record that a program declares, or adopts it where the API can only do that. */
export function create(account: Account, definition: Definition, { news, isInState }: Wanted): Promise<Created> {
  const verb = isAdopted(definition) ? "adopt" : "create";
  return attempt({ account, definition, verb, values: news }, async () => {
    if (verb === "adopt") return adopt(account, definition, news);
    const hub = await account.hubs.resolve({ subdomain: subdomainOf(news.hub), id: hubIdOf(news.hub) });
    return make({ account, definition, hub, news, isInState });
  });
}

/** Adoption of a hub: what differs from the program is sent, and nothing where nothing differs. */
async function adopt(account: Account, definition: Definition, news: Values): Promise<Created> {
  const hub = await account.hubs.resolve({ subdomain: String(news.subdomain) });
  const record = (await account.hubs.find(hub.subdomain)) ?? {};
  const target: Target = { account, definition, hub, recordId: hub.id };
  return { recordId: hub.id, outputs: await bring(target, record, news, unguarded) };
}

/** Brings a record that exists to the declared values: what differs is sent, and what the record does not tell. */
async function bring(target: Target, record: ApiRecord, news: Values, guard: Guard): Promise<Values> {
  const { definition, hub } = target;
  const live = outputsOfRead({ definition, record, hub, olds: {}, declared: news });
  const before = (name: string) => {
    const property = definition.properties[name];
    return property && liveValue(property, record, property.type.toWire(news[name]));
  };
  for (const [name] of declaredIn(definition, news)) if (before(name) === undefined) delete live[name];

  const { body, sent } = updateBody(definition, live, news);
  if (sent.size === 0) return live;
  const complete = definition.completeUpdate?.(body, { olds: live, news }) ?? body;
  const answer = await guard(live, () => put(target, complete));
  return settle(target, answer, { olds: live, news, sent, before });
}

interface Making extends Place, Wanted {}

async function make(making: Making): Promise<Created> {
  const { account, definition, hub, news } = making;
  const { post, put: rest } = createBodies(definition, news);
  await refuseOrphan(making, { ...making, body: post.body });
  let record: ApiRecord;
  try {
    record = await postOnce({ ...making, body: post.body });
  } catch (error) {
    if (!isRefused(error)) throw error;
    return revive(making, await findDeletedTwin(making, error));
  }
  const target: Target = { account, definition, hub, recordId: String(record.id) };
  const nothingBefore = () => undefined;
  const declaredSoFar = Object.fromEntries(Object.entries(news).filter(([name]) => !rest.sent.has(name)));
  const outputs = settle(target, record, { olds: {}, news: declaredSoFar, sent: post.sent, before: nothingBefore });
  if (rest.sent.size === 0) return { recordId: target.recordId, outputs };

  const body = definition.completeUpdate?.(rest.body, { olds: {}, news }) ?? rest.body;
  const answer = await orKeep(target, { outputs, news }, () => put(target, body));
  return {
    recordId: target.recordId,
    outputs: settle(target, answer, { olds: outputs, news, sent: rest.sent, before: nothingBefore }),
  };
}

/** A deleted record is there already: it is restored, and brought to the declared values. */
async function revive({ account, definition, hub, news }: Making, twin: ApiRecord): Promise<Created> {
  const { restore: operation } = definition.operations;
  if (operation === undefined) throw new TypeError(`${definition.kind} has no restore`);
  const deleted: Target = { account, definition, hub, recordId: String(twin.id) };
  const { target, record } = await restore(deleted, operation, news);
  const outputs = await bring(target, record, news, (live, step) => orKeep(target, { outputs: live, news }, step));
  return { recordId: target.recordId, outputs };
}
