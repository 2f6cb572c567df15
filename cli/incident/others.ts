import type { HubOfAccount } from "../hub/account.ts";
import { asJson } from "../terminal/output.ts";
import { incidentsOn, isDraft } from "./incidents.ts";

/** Milliseconds. The line is only a reminder, so nobody waits longer for it. */
const longestRead = 5_000;

/**
 * Names the hub's other incidents that are open and published, so that nobody forgets one.
 *
 * @param own the ID of the incident that the command is about
 * @param signal when to give up
 * @returns undefined if there are none, or if they can't be read
 */
export async function describeOthers(
  { account, subdomain }: HubOfAccount,
  own?: string,
  signal: AbortSignal = AbortSignal.timeout(longestRead),
): Promise<string | undefined> {
  const open = await incidentsOn({ account: account.within(signal), subdomain })
    .listOpen()
    .catch(() => []);
  const others = open.filter((live) => String(live.id) !== own && !isDraft(live));
  if (others.length === 0) return undefined;
  return `Also open on ${subdomain}: ${others.map(({ id, title }) => `${subdomain}/${id} ${asJson(title)}`).join(", ")}.`;
}
