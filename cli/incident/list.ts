import type { Live } from "../../model/api/form.ts";
import type { Account } from "../../provider/inspect.ts";
import { noHub } from "../errors/doctor.ts";
import { incidentsNotListed } from "../errors/incident.ts";
import { type HubOfAccount, openNamedAccount } from "../hub/account.ts";
import { isUnreadable } from "../hub/readable.ts";
import { TimeLimit } from "../project/time-limit.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson, joinWithAnd } from "../terminal/output.ts";
import type { IncidentOptions } from "./action.ts";
import { Incidents } from "./incidents.ts";
import { servicesIn } from "./message.ts";
import { isDraft, type Present, saysWhetherDraft } from "./present.ts";

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

/**
 * Lists the open incidents of the hub that the options name, or of all that the key sees.
 *
 * @throws CommandError if a hub can't be read, after printing those of the others: silence would pass for a hub without incidents
 */
export async function runList(options: IncidentOptions): Promise<void> {
  const { account } = await openNamedAccount({ ...options, limit: new TimeLimit() });
  if (options.hub !== undefined) return print(await listOn({ account, subdomain: options.hub }), options);
  const reading = (await hubsWithIncidents(account)).map(async (subdomain) => {
    const open = await listOn({ account, subdomain }).catch(ifUnreadable);
    return { subdomain, open };
  });
  const hubs = await Promise.all(reading);
  const open = hubs.flatMap((hub) => hub.open ?? []);
  const unread = hubs.filter((hub) => hub.open === undefined).map(({ subdomain }) => subdomain);
  if (open.length > 0 || unread.length === 0 || options.json) print(open, options);
  if (unread.length > 0) throw new CommandError(incidentsNotListed({ hubs: joinWithAnd(unread) }));
}

/** Documented: a connected hub shows incidents of its primary hub. So it is only read if the key doesn't see that one. */
async function hubsWithIncidents({ hubs }: Account): Promise<string[]> {
  const visible = await hubs.list();
  if (visible.length === 0) throw new CommandError(noHub.command());
  const isShownElsewhere = (hub: Live) =>
    hub.type === "connected" && visible.some(({ id }) => String(id) === String(hub.parent_id));
  return visible.filter((hub) => !isShownElsewhere(hub)).map(({ subdomain }) => String(subdomain));
}

function ifUnreadable(error: unknown): undefined {
  if (!isUnreadable(error)) throw error;
}

function print(open: readonly ListedIncident[], { json }: IncidentOptions): void {
  const text = open.length === 0 ? "No incident is open." : open.map(lineOf).join("\n");
  process.stdout.write(`${json ? asJson(open, 2) : text}\n`);
}

async function listOn(hub: HubOfAccount): Promise<ListedIncident[]> {
  const open = await new Incidents(hub).listOpen();
  return open.map((incident) => listedFrom(hub, incident));
}

function listedFrom({ subdomain }: HubOfAccount, { live, published, isListed }: Present): ListedIncident {
  const draft = isDraft(live);
  const areListed = isListed && published.every(saysWhetherDraft);
  // A draft has no published update, whatever is listed.
  const isKnown = draft || areListed;
  const affected = isKnown ? servicesIn(published) : undefined;
  return {
    hub: subdomain,
    id: Number(live.id),
    title: String(live.title),
    // The last update may be a draft.
    type: published[0]?.incident_type ?? live.last_incident_type ?? null,
    since: String(live.start_time),
    draft,
    updates: isKnown ? published.length : null,
    services: affected ?? null,
  };
}

function lineOf({ hub, id, title, type, since, draft }: ListedIncident): string {
  const words = [`${hub}/${id}`, asJson(title), type ?? "open", `since ${since}`];
  return (draft ? [...words, "draft"] : words).join("  ");
}
