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

/** Names the services of a message with their statuses. A service that can't be read has its ID for a name, and one reason is given for all. */
export async function statusesInWords(find: ReturnType<typeof servicesOn>, wire: Wire): Promise<string> {
  let reason: string | undefined;
  const nameOf = async (id: string) => {
    try {
      const live = await find(id);
      if (live !== undefined) return labelOfLive(service, live);
    } catch (error) {
      reason ??= whyUnreadable(error);
    }
    return `service ${id}`;
  };
  const texts = statusesIn(wire).map(async ({ service_id: id, status }) => `${await nameOf(String(id))} ${status}`);
  const text = joinWithAnd(await Promise.all(texts));
  return reason === undefined ? text : `${text} (the names of services aren't known, because ${reason})`;
}
