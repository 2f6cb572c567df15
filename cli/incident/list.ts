import { type HubOfAccount, openNamedAccount } from "../hub/account.ts";
import { TimeLimit } from "../project/time-limit.ts";
import { asJson } from "../terminal/output.ts";
import type { IncidentOptions } from "./action.ts";
import { incidentsOn, isDraft, type Present, saysWhetherDraft } from "./incidents.ts";
import { servicesIn } from "./message.ts";

/** An open incident as jobs read it. */
interface ListedIncident {
  readonly hub: string;
  readonly id: number;
  readonly title: string;
  readonly type: unknown;
  readonly since: string;
  readonly draft: boolean;
  /** How many updates are published; null if that can't be known. */
  readonly updates: number | null;
  /** The IDs of the services that the published updates have affected; null if they can't be known. */
  readonly services: readonly number[] | null;
}

/** Lists the open incidents of the hub, or of all that the key sees. */
export async function runList(options: IncidentOptions): Promise<void> {
  const { account } = await openNamedAccount({ ...options, limit: new TimeLimit() });
  // Documented: a connected hub shows incidents of its primary hub.
  const primary = async () => (await account.hubs.list()).filter(({ type }) => type !== "connected");
  const hubs = options.hub === undefined ? (await primary()).map((hub) => String(hub.subdomain)) : [options.hub];
  const open = (await Promise.all(hubs.map((subdomain) => listOn({ account, subdomain })))).flat();
  const text = open.length === 0 ? "No incident is open." : open.map(lineOf).join("\n");
  process.stdout.write(`${options.json ? asJson(open, 2) : text}\n`);
}

async function listOn(hub: HubOfAccount): Promise<ListedIncident[]> {
  const open = await incidentsOn(hub).listOpen();
  return open.map((incident) => listedFrom(hub, incident));
}

function listedFrom({ subdomain }: HubOfAccount, { live, published, isListed }: Present): ListedIncident {
  const draft = isDraft(live);
  const areListed = isListed && published.every(saysWhetherDraft);
  // A draft has no published update, whatever is listed.
  const isKnown = draft || areListed;
  return {
    hub: subdomain,
    id: Number(live.id),
    title: String(live.title),
    // The last update may be a draft.
    type: published[0]?.incident_type ?? live.last_incident_type ?? null,
    since: String(live.start_time),
    draft,
    updates: isKnown ? published.length : null,
    services: (isKnown ? servicesIn(published) : undefined) ?? null,
  };
}

function lineOf({ hub, id, title, type, since, draft }: ListedIncident): string {
  const words = [`${hub}/${id}`, asJson(title), type ?? "open", `since ${since}`];
  return (draft ? [...words, "draft"] : words).join("  ");
}
