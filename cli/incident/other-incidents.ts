import { briefly, type HubOfAccount } from "../hub/account.ts";
import { asJson } from "../terminal/output.ts";
import { Incidents } from "./incidents.ts";
import { isDraft } from "./present.ts";

/**
 * Names the hub's other incidents that are open and published, so that nobody forgets one.
 *
 * @param own the ID of the incident that the command is about
 * @param signal when to give up. @default after five seconds
 * @returns undefined if there are none, or if they can't be read
 */
export async function describeOtherIncidents(
  hub: HubOfAccount,
  own?: string,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { subdomain } = hub;
  const open = await new Incidents(briefly(hub, signal)).listOpen().catch(() => []);
  const others = open.map(({ live }) => live).filter((live) => String(live.id) !== own && !isDraft(live));
  if (others.length === 0) return undefined;
  return `Also open on ${subdomain}: ${others.map(({ id, title }) => `${subdomain}/${id} ${asJson(title)}`).join(", ")}.`;
}
