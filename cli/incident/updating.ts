import type { Live, Wire } from "../../model/api/form.ts";
import { adviseOn } from "../advice.ts";
import { noIncident, savedAsDraft } from "../errors/incident.ts";
import { briefly, type HubOfAccount, placeInWords } from "../hub/account.ts";
import type { Template } from "../hub/template.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson } from "../terminal/output.ts";
import { findEnd, lookForUpdate, type Posting, readPresent } from "./already-posted.ts";
import { askAndPost, type IncidentResult } from "./ask-and-post.ts";
import { Incidents } from "./incidents.ts";
import { requireFor, servicesIn, wireFrom } from "./message.ts";
import { type Appeared, keyOf, type Look, type PlannedPost, type PostOptions } from "./plan.ts";
import { isDraft, isOpen, type Present, resolves, startOrZero, type Updates } from "./present.ts";
import { isPublishedSame, resembles } from "./same.ts";
import { servicesOn, statusesInWords } from "./services.ts";

interface Update {
  /** ID of the incident. */
  readonly id: string;
  /** Undefined to resolve it under the title that it has. */
  readonly template: Template | undefined;
  readonly isResolving: boolean;
}

/** Posts an update, unless it is the latest one already. An update of the type `resolved` ends the incident, unless it has ended. */
export function updateIncident(hub: HubOfAccount, update: Update, options: PostOptions): Promise<IncidentResult> {
  const { id, template, isResolving } = update;
  return askAndPost(hub, options, { verb: "update", recordId: id }, async () => {
    if (template) requireFor(isResolving ? "resolve" : "update", template);
    const incident = await requireIncident(hub, id, options);
    const values = template?.values ?? { title: incident.title, incidentType: "resolved" };
    return planUpdate(hub, incident, { wire: wireFrom(values, options), options });
  });
}

async function requireIncident(hub: HubOfAccount, id: string, options: PostOptions): Promise<Live> {
  const where = `${hub.subdomain}/${id}`;
  const incident = await new Incidents(hub).get(id);
  if (incident === undefined) {
    const args = ["incident", "list", "--hub", hub.subdomain];
    const command = adviseOn(hub, args, options);
    throw new CommandError(noIncident.missing({ id: where, command }));
  }
  if (isDraft(incident)) throw new CommandError(savedAsDraft.incident({ where }));
  return incident;
}

async function planUpdate(hub: HubOfAccount, incident: Live, { wire, options }: Posting): Promise<PlannedPost> {
  const id = String(incident.id);
  const updates = await new Incidents(hub).readUpdates(incident);
  const started = [incident, ...updates.published, ...updates.drafts].map(startOrZero);
  const done = `${resolves(wire) ? "Resolved" : "Updated"} ${hub.subdomain}/${id}.`;
  return {
    incident: id,
    wire,
    // The update has to start later than all that is there, to be the latest one.
    after: Math.max(...started),
    announcement: await announcementOf(hub, id, wire),
    services: servicesOf(updates, wire),
    look: () => lookForUpdate(hub, incident, { wire, options }),
    findAppeared: (briefHub, before) => findAppeared(briefHub, incident, { wire, before }),
    describeDone: (_ownId, others) =>
      others.length === 0 ? done : `${done} The same was posted twice at this moment.`,
    describeDoneByOthers: (briefHub, appeared) => describeDoneByOthers(briefHub, incident, { wire, appeared }),
  };
}

async function announcementOf(hub: HubOfAccount, id: string, wire: Wire): Promise<string> {
  const title = asJson(wire.title);
  const place = placeInWords(hub, id);
  if (resolves(wire)) return `${title} resolves ${place}`;
  return `${title} updates ${place}: ${await statusesInWords(servicesOn(briefly(hub)), wire)}`;
}

/**
 * As far as we know, a message is about all services that the incident has affected. An update of the type `resolved` names none itself.
 *
 *     other updates    this one     services
 *     listed           resolves     those of the others
 *     listed           doesn't      its own, and those of the others
 *     not listed       resolves     not known: undefined
 *     not listed       doesn't      its own, which are all that is known
 */
function servicesOf({ published, drafts, isListed }: Updates, wire: Wire): number[] | undefined {
  const others = [...published, ...drafts];
  if (resolves(wire)) return isListed ? servicesIn(others) : undefined;
  return isListed ? servicesIn([wire, ...others]) : servicesIn([wire]);
}

interface Search {
  readonly wire: Wire;
  readonly before: Look;
}

/** Finds the updates of an incident that weren't there before, and resemble a message, also drafts. */
async function findAppeared(hub: HubOfAccount, incident: Live, search: Search): Promise<Appeared[]> {
  const present = await readPresent(hub, incident);
  const updates = [...present.published, ...present.drafts];
  const appeared = updates.filter((update) => isNew(update, present, search) && resembles(update, search.wire));
  return appeared.map((update) => ({ id: update.id, shown: update, isDraft: isDraft(update) }));
}

/**
 * Whether an update wasn't there before:
 *
 * - only now StatusHub lists updates: nobody knows which of them were there, so none counts as new
 * - it doesn't list them now: the title of the incident stands for them. A message that resolves may leave that as it was, so it is new
 *   if the incident has ended
 * - otherwise: it is new if it wasn't seen, by its ID or by the title
 */
function isNew(update: Live, present: Present, { wire, before }: Search): boolean {
  if (present.isListed && !before.isListed) return false;
  const isResolved = resolves(wire) && !isOpen(present);
  if (!present.isListed && isResolved) return true;
  return !before.seen.has(keyOf(update));
}

interface DoneByOthers {
  readonly wire: Wire;
  readonly appeared: readonly Appeared[];
}

async function describeDoneByOthers(
  hub: HubOfAccount,
  incident: Live,
  { wire, appeared }: DoneByOthers,
): Promise<string | undefined> {
  // Whoever has resolved it, it is resolved.
  if (resolves(wire)) return findEnd(hub, await readPresent(hub, incident))?.text;
  const isPosted = appeared.some((each) => isPublishedSame(each, wire));
  return isPosted ? `Somebody has posted the same to ${hub.subdomain}/${incident.id} at this moment.` : undefined;
}
