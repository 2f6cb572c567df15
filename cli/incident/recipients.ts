import type { Live, Wire } from "../../model/api/form.ts";
import { isLeft } from "../../model/api/live.ts";
import { hubOperations } from "../../model/kinds/hub.ts";
import { subscription } from "../../model/kinds/subscription.ts";
import { valuesIn } from "../../provider/inspect.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { whyUnreadable } from "../hub/readable.ts";
import { unknownReasons } from "../preview/unknown.ts";
import { sentence } from "../terminal/failure.ts";
import { joinWithAnd, plural } from "../terminal/output.ts";

/*
 * Says who gets a message, before it is sent. The requests are of our own rather than those of the account that several callers share: they
 * end with the signal of the hub, so that the command doesn't wait for them.
 */

/** The subscriptions that get a message. */
export interface Recipients {
  readonly byMethod: Readonly<Record<string, number>>;
  /** Some of them may get none. Documented: a less verbose one gets the minimum, typically the first and the final message. */
  readonly isAtMost: boolean;
}

/** They can't be counted. */
export interface Uncounted {
  /** Why, as a clause. */
  readonly reason: string;
}

interface Message {
  readonly wire: Wire;
  /** The services that it is about; undefined if they can't be read. */
  readonly services: readonly number[] | undefined;
  readonly isFirst: boolean;
}

const nobody: Recipients = { byMethod: {}, isAtMost: false };

/** Counts who gets a message. Documented: a draft and a silent update notify no subscriber. */
export async function recipientsOf(
  hub: HubOfAccount,
  { wire, services, isFirst }: Message,
): Promise<Recipients | Uncounted> {
  if (wire.state === "draft" || wire.silent === true) return nobody;
  if (services === undefined) return { reason: "StatusHub doesn't show which services the incident has affected" };
  const isEssential = isFirst || wire.incident_type === "resolved";
  return countCovered(hub, services, isEssential);
}

/**
 * Counts the subscriptions by method that cover one of these services.
 *
 * @param isEssential whether it is the first message about an incident, or the final one
 */
async function countCovered(
  { account, subdomain }: HubOfAccount,
  services: readonly number[],
  isEssential: boolean,
): Promise<Recipients | Uncounted> {
  const listed = await account
    .at({ subdomain })
    .list(subscription.operations.list, {})
    .catch((error: unknown) => ({ reason: whyUnreadable(error) }));
  if ("reason" in listed) return listed;
  const reached: Live[] = [];
  for (const record of listed.filter(isLeft)) {
    const selected = valuesIn(subscription, record).services;
    const isShown = selected === "all" || Array.isArray(selected);
    if (!isShown) return { reason: "StatusHub's list of them doesn't say which services they cover" };
    const coversOne = selected === "all" || selected.some((id) => services.includes(Number(id)));
    if (coversOne) reached.push(record);
  }
  return {
    byMethod: countByMethod(reached),
    isAtMost: !isEssential && reached.some((record) => record.less_verbose === true),
  };
}

function countByMethod(subscriptions: readonly Live[]): Recipients["byMethod"] {
  const methods = subscriptions.map((record) => String(record.method_name)).sort();
  const byMethod = Map.groupBy(methods, (method) => method);
  return Object.fromEntries([...byMethod].map(([method, all]) => [method, all.length]));
}

/** Says who gets a message. */
export async function recipientsInWords(
  hub: HubOfAccount,
  { state, silent }: Wire,
  recipients: Recipients | Uncounted,
): Promise<string> {
  if (state === "draft") return "It is a draft, so only your team gets a message.";
  if (silent === true) return "Nobody gets a message, because it is silent.";
  const isShared = await mayHaveConnected(hub);
  const own = ownInWords(hub.subdomain, recipients, isShared);
  return isShared ? `${own} ${sentence(unknownReasons["connected-hubs"])}` : own;
}

/** Whether other hubs, as far as the key sees them, may show the services of a hub and so notify their own subscribers. */
async function mayHaveConnected({ account, subdomain }: HubOfAccount): Promise<boolean> {
  const id = await account.hubs.cachedIdOf(subdomain);
  const connected = await account
    .at({ subdomain })
    .list(hubOperations.list, {}, { type: "connected" })
    .catch(() => undefined);
  if (id === undefined || connected === undefined) return true;
  return connected.some(({ parent_id }) => String(parent_id) === id);
}

function ownInWords(subdomain: string, recipients: Recipients | Uncounted, isShared: boolean): string {
  if ("reason" in recipients) {
    return `How many subscriptions get a message isn't known, because ${recipients.reason}.`;
  }
  const counts = Object.entries(recipients.byMethod);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0 && isShared) return `No subscription of ${subdomain} covers its services.`;
  if (total === 0) return "Nobody gets a message, because no subscription covers its services.";
  const methods = joinWithAnd(counts.map(([method, count]) => `${count} by ${method}`));
  const some = plural(total, "subscription gets", "subscriptions get");
  return `${recipients.isAtMost ? `Up to ${some}` : some} a message (${methods}), as far as we know.`;
}
