import type { Live, Wire } from "../../model/api/form.ts";
import { advise } from "../advice.ts";
import { describeAccount } from "../connection.ts";
import { noIncident, savedAsDraft } from "../errors/incident.ts";
import type { HubOfAccount } from "../hub/account.ts";
import type { Template } from "../hub/template.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson } from "../terminal/output.ts";
import { findUpdated } from "./already.ts";
import { statusesInWords } from "./announcement.ts";
import { incidentsOn, isDraft, isOpen, startOf } from "./incidents.ts";
import { compare, isSame, mayHaveMade, servicesIn } from "./same.ts";
import { type Post, requireFor, type Sent, send, wireFrom } from "./send.ts";
import type { SendOptions } from "./send-options.ts";

interface Update {
  /** ID of the incident. */
  readonly id: string;
  /** @default the title that the incident has, to resolve it */
  readonly template: Template | undefined;
  readonly isResolving: boolean;
}

/** Posts an update, unless it is the latest one already. One of the type `resolved` ends the incident, unless it has ended. */
export function updateIncident(hub: HubOfAccount, update: Update, options: SendOptions): Promise<Sent> {
  const { id, template, isResolving } = update;
  return send(hub, options, { verb: "update", recordId: id }, async () => {
    if (template) requireFor(isResolving ? "resolve" : "update", template);
    const incident = await requireIncident(hub, id, options);
    const values = template?.values ?? { title: incident.title, incidentType: "resolved" };
    return updating(hub, incident, wireFrom(values, options));
  });
}

async function requireIncident(hub: HubOfAccount, id: string, options: SendOptions): Promise<Live> {
  const where = `${hub.subdomain}/${id}`;
  const incident = await incidentsOn(hub).get(id);
  if (incident === undefined) {
    const args = ["incident", "list", "--hub", hub.subdomain];
    const command = advise("npx pulumi-statushub", args, { ...options, ...hub.whereabouts });
    throw new CommandError(noIncident.missing({ id: where, command }));
  }
  if (isDraft(incident)) throw new CommandError(savedAsDraft({ where }));
  return incident;
}

async function updating(hub: HubOfAccount, incident: Live, wire: Wire): Promise<Post> {
  const incidents = incidentsOn(hub);
  const id = String(incident.id);
  const where = `${hub.subdomain}/${id}`;
  const isResolving = wire.incident_type === "resolved";
  const updates = await incidents.listUpdates(id);
  const place = `${where} (${describeAccount(hub.account.client.connection)})`;
  const change = isResolving ? `resolves ${place}` : `updates ${place}: ${await statusesInWords(hub, wire)}`;
  let before: Seen = { ids: [], title: incident.title };
  const find = async () => (await incidents.get(id)) ?? incident;
  return {
    incident: id,
    wire,
    after: Math.max(startOf(incident), ...(updates ?? []).map(startOf)),
    announcement: `${asJson(wire.title)} ${change}`,
    services: servicesOf(updates, wire),

    async findAlready() {
      const now = await find();
      const listed = (await incidents.listUpdates(id)) ?? [];
      before = { ids: listed.map((each) => String(each.id)), title: now.title };
      return findUpdated(hub, now, wire);
    },

    async findMade() {
      const now = await find();
      // Whoever has resolved it, it is resolved.
      if (isResolving && !isOpen(now)) return [now];
      const listed = await incidents.listUpdates(id);
      if (listed === undefined)
        return now.title !== before.title && mayHaveMade({ title: now.title }, wire) ? [now] : [];
      return listed.filter((each) => !before.ids.includes(String(each.id)) && mayHaveMade(each, wire));
    },

    async describe(updateId) {
      const done = `${isResolving ? "Resolved" : "Updated"} ${where}.`;
      const listed = await incidents.listUpdates(id).catch(() => undefined);
      const isTwin = (each: Live) =>
        String(each.id) !== updateId && !before.ids.includes(String(each.id)) && isSame(compare(each, wire));
      return listed?.some(isTwin) ? `${done} Somebody else has posted the same at that moment.` : done;
    },
  };
}

/** What was there before a POST. */
interface Seen {
  readonly ids: readonly string[];
  readonly title: unknown;
}

/** As far as we know, a message is about all services that the incident has affected; undefined if they aren't known. */
function servicesOf(updates: readonly Live[] | undefined, wire: Wire): number[] | undefined {
  // Without the other updates, the services of this one are all that is known, and a resolving one names none.
  if (updates === undefined) return wire.incident_type === "resolved" ? undefined : servicesIn(wire);
  const areShown = updates.every(({ service_statuses: statuses }) => statuses !== undefined);
  return areShown ? [wire, ...updates].flatMap(servicesIn) : undefined;
}
