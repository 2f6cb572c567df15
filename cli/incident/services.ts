import type { Live, Wire } from "../../model/api/form.ts";
import { pathParameters } from "../../model/api/operation.ts";
import { service } from "../../model/kinds/service.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { whyUnreadable } from "../hub/readable.ts";
import { labelOfLive } from "../records.ts";
import { joinWithAnd } from "../terminal/output.ts";
import { statusesIn } from "./message.ts";

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
    const live = await find(String(id)).catch((error: unknown) => void reasons.add(whyUnreadable(error)));
    return `${live ? labelOfLive(service, live) : `service ${id}`} ${status}`;
  });
  const text = joinWithAnd(await Promise.all(texts));
  const [reason] = reasons;
  return reason === undefined ? text : `${text} (the names of services aren't known, because ${reason})`;
}
