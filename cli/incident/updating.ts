import type { Live, Wire } from "../../model/api/form.ts";
import { adviseOn } from "../advice.ts";
import { noIncident, savedAsDraft } from "../errors/incident.ts";
import { briefly, type HubOfAccount, placeInWords } from "../hub/account.ts";
import type { Template } from "../hub/template.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson } from "../terminal/output.ts";
import { findEnd, lookForUpdate, type Posting, readPresent } from "./already-posted.ts";
import { askAndPost, type IncidentResult } from "./ask-and-post.ts";
import { incidentsOn, isDraft, isOpen, startOrZero, type Updates } from "./incidents.ts";
import { requireFor, servicesIn, wireFrom } from "./message.ts";
import { type Appeared, keyOf, type Look, type PlannedPost, type PostOptions } from "./plan.ts";
import { compareUpdate, isSame, resembles } from "./same.ts";
import { servicesOn, statusesInWords } from "./services.ts";

interface Update {
  /** ID of the incident. */
  readonly id: string;
  /** @default the title that the incident has, to resolve it */
  readonly template: Template | undefined;
  readonly isResolving: boolean;
}

/** Posts an update, unless it is the latest one already. One of the type `resolved` ends the incident, unless it has ended. */
export function updateIncident(hub: HubOfAccount, update: Update, options: PostOptions): Promise<IncidentResult> {
  const { id, template, isResolving } = update;
  return askAndPost(hub, options, { verb: "update", recordId: id }, async () => {
    if (template) requireFor(isResolving ? "resolve" : "update", template);
    const incident = await requireIncident(hub, id, options);
    const values = template?.values ?? { title: incident.title, incidentType: "resolved" };
    return updating(hub, incident, { wire: wireFrom(values, options), options });
  });
}

async function requireIncident(hub: HubOfAccount, id: string, options: PostOptions): Promise<Live> {
  const where = `${hub.subdomain}/${id}`;
  const incident = await incidentsOn(hub).get(id);
  if (incident === undefined) {
    const args = ["incident", "list", "--hub", hub.subdomain];
    const command = adviseOn(hub, args, options);
    throw new CommandError(noIncident.missing({ id: where, command }));
  }
  if (isDraft(incident)) throw new CommandError(savedAsDraft.incident({ where }));
  return incident;
}

async function updating(hub: HubOfAccount, incident: Live, { wire, options }: Posting): Promise<PlannedPost> {
  const id = String(incident.id);
  const where = `${hub.subdomain}/${id}`;
  const isResolving = wire.incident_type === "resolved";
  const updates = await incidentsOn(hub).readUpdates(incident);
  const place = placeInWords(hub, id);
  const change = isResolving
    ? `resolves ${place}`
    : `updates ${place}: ${await statusesInWords(servicesOn(briefly(hub)), wire)}`;
  const done = `${isResolving ? "Resolved" : "Updated"} ${where}.`;
  return {
    incident: id,
    wire,
    after: Math.max(startOrZero(incident), ...[...updates.published, ...updates.drafts].map(startOrZero)),
    announcement: `${asJson(wire.title)} ${change}`,
    services: servicesOf(updates, wire),
    look: () => lookForUpdate(hub, incident, { wire, options }),
    findAppeared: (place, since) => findAppeared(place, incident, { wire, since }),
    describeDone: (_, twins) => (twins.length === 0 ? done : `${done} The same was posted twice at this moment.`),
    async describeDoneByOthers(place, appeared) {
      // Whoever has resolved it, it is resolved.
      if (isResolving) return findEnd(place, await readPresent(place, incident))?.text;
      const isPosted = appeared.some(({ shown, isDraft: isHidden }) => !isHidden && isSame(compareUpdate(shown, wire)));
      return isPosted ? `Somebody has posted the same to ${where} at this moment.` : undefined;
    },
  };
}

/** As far as we know, a message is about all services that the incident has affected; undefined if they aren't known. */
function servicesOf({ published, drafts, isListed }: Updates, wire: Wire): number[] | undefined {
  const isResolving = wire.incident_type === "resolved";
  // Without the other updates, the services of this one are all that is known, and a resolving one names none.
  if (!isListed) return isResolving ? undefined : servicesIn([wire]);
  const named = isResolving ? [] : [wire];
  return servicesIn([...named, ...published, ...drafts]);
}

interface Search {
  readonly wire: Wire;
  readonly since: Look;
}

/**
 * Finds the updates that have appeared since and resemble a message, also drafts. If they aren't listed, the title tells or, of the
 * last one, the end of the incident.
 */
async function findAppeared(hub: HubOfAccount, incident: Live, { wire, since }: Search): Promise<Appeared[]> {
  const present = await readPresent(hub, incident);
  const { published, drafts, isListed } = present;
  const hasEnded = wire.incident_type === "resolved" && !isListed && !isOpen(present);
  if (isListed && !since.isListed) return [];
  const isNew = (update: Live) => hasEnded || !since.seen.has(keyOf(update));
  return [...published, ...drafts]
    .filter((update) => isNew(update) && resembles(update, wire))
    .map((update) => ({ id: update.id, shown: update, isDraft: isDraft(update) }));
}
