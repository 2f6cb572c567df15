import type { Live } from "../../model/api/form.ts";
import { readServiceStatuses } from "../../model/kinds/service-status.ts";
import { type HubOfAccount, openNamedAccount } from "../hub/account.ts";
import { TimeLimit } from "../project/time-limit.ts";
import { asJson } from "../terminal/output.ts";
import type { IncidentOptions } from "./action.ts";
import { incidentsOn, isDraft } from "./incidents.ts";

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
export async function list(options: IncidentOptions): Promise<void> {
  const { account } = await openNamedAccount({ ...options, limit: new TimeLimit() });
  // Documented: a connected hub shows incidents of its primary hub.
  const primary = async () => (await account.hubs.list()).filter(({ type }) => type !== "connected");
  const hubs = options.hub === undefined ? (await primary()).map((hub) => String(hub.subdomain)) : [options.hub];
  const open = (await Promise.all(hubs.map((subdomain) => listOn({ account, subdomain })))).flat();
  const text = open.length === 0 ? "No incident is open." : open.map(lineOf).join("\n");
  process.stdout.write(`${options.json ? asJson(open, 2) : text}\n`);
}

async function listOn(hub: HubOfAccount): Promise<ListedIncident[]> {
  const incidents = incidentsOn(hub);
  const open = await incidents.listOpen();
  return Promise.all(open.map(async (live) => listedFrom(hub, live, await incidents.listUpdates(live.id))));
}

function listedFrom({ subdomain }: HubOfAccount, live: Live, updates: readonly Live[] | undefined): ListedIncident {
  const draft = isDraft(live);
  const published = draft ? [] : publishedIn(updates);
  return {
    hub: subdomain,
    id: Number(live.id),
    title: String(live.title),
    type: live.last_incident_type ?? null,
    since: String(live.start_time),
    draft,
    updates: published?.length ?? null,
    services: (published && servicesOf(published)) ?? null,
  };
}

/** Returns the published updates of an incident that is published; undefined if it isn't known which ones are. */
function publishedIn(updates: readonly Live[] | undefined): readonly Live[] | undefined {
  const published = updates?.filter((update) => !isDraft(update));
  const isKnown = published?.every(saysWhetherDraft);
  // Documented: an incident has at least one update, so a list without any isn't whole.
  return isKnown && published !== undefined && published.length > 0 ? published : undefined;
}

const saysWhetherDraft = ({ flags, state }: Live): boolean =>
  typeof state === "string" || typeof (flags as { draft?: unknown } | undefined)?.draft === "boolean";

/** Returns the IDs of all services that updates name; undefined if one doesn't show its services. */
function servicesOf(updates: readonly Live[]): number[] | undefined {
  const statuses = updates.map(readServiceStatuses);
  if (!statuses.every((each) => Array.isArray(each))) return undefined;
  const ids = statuses.flat().map((each: { readonly service_id: unknown }) => Number(each.service_id));
  return [...new Set(ids)];
}

function lineOf({ hub, id, title, type, since, draft }: ListedIncident): string {
  const words = [`${hub}/${id}`, asJson(title), type ?? "open", `since ${since}`];
  return (draft ? [...words, "draft"] : words).join("  ");
}
