import type { Live, Wire } from "../../model/api/form.ts";
import { pathParameters } from "../../model/api/operation.ts";
import { service } from "../../model/kinds/service.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { reasonOf } from "../hub/readable.ts";
import { unknownReasons } from "../preview/unknown.ts";
import { labelOfLive } from "../records.ts";
import { listed } from "../report/schedule.ts";
import { sentence } from "../terminal/failure.ts";
import { plural } from "../terminal/output.ts";
import { statusesIn } from "./message.ts";
import { countRecipients, mayHaveConnected, type Recipients, type Uncounted } from "./recipients.ts";

const nobody: Recipients = { byMethod: {}, isAtMost: false };

interface Message {
  readonly wire: Wire;
  /** The services that it is about; undefined if they can't be read. */
  readonly services: readonly number[] | undefined;
  readonly isFirst: boolean;
}

/** Counts who gets a message. Documented: a draft and a silent update notify no subscriber. */
export async function recipientsOf(
  hub: HubOfAccount,
  { wire, services, isFirst }: Message,
): Promise<Recipients | Uncounted> {
  if (wire.state === "draft" || wire.silent === true) return nobody;
  if (services === undefined) return { reason: "StatusHub doesn't show which services the incident has affected" };
  const isEssential = isFirst || wire.incident_type === "resolved";
  return countRecipients(hub, { services, isEssential });
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

function ownInWords(subdomain: string, recipients: Recipients | Uncounted, isShared: boolean): string {
  if ("reason" in recipients) {
    return `How many subscriptions get a message isn't known, because ${recipients.reason}.`;
  }
  const counts = Object.entries(recipients.byMethod);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0 && isShared) return `No subscription of ${subdomain} covers its services.`;
  if (total === 0) return "Nobody gets a message, because no subscription covers its services.";
  const methods = listed(counts.map(([method, count]) => `${count} by ${method}`));
  const some = plural(total, "subscription gets", "subscriptions get");
  return `${recipients.isAtMost ? `Up to ${some}` : some} a message (${methods}), as far as we know.`;
}

/** Finds the services of a hub. Each is read once. */
export function servicesOn({ account, subdomain }: HubOfAccount) {
  const { get } = service.operations;
  const [parameter = ""] = pathParameters(get).slice(-1);
  const found = new Map<string, Promise<Live | undefined>>();
  return (id: string): Promise<Live | undefined> => {
    const reading = found.get(id) ?? account.at({ subdomain }).find(get, { [parameter]: id });
    found.set(id, reading);
    return reading;
  };
}

/** Names the services of a message with their statuses. */
export async function statusesInWords(find: ReturnType<typeof servicesOn>, wire: Wire): Promise<string> {
  const reasons = new Set<string>();
  const texts = statusesIn(wire).map(async ({ service_id: id, status }) => {
    const live = await find(String(id)).catch((error: unknown) => void reasons.add(reasonOf(error)));
    return `${live ? labelOfLive(service, live) : `service ${id}`} ${status}`;
  });
  const text = listed(await Promise.all(texts));
  const [reason] = reasons;
  return reason === undefined ? text : `${text} (the names of services aren't known, because ${reason})`;
}
