import type { Live, Stored, Wire } from "../../model/api/form.ts";
import { formatInstant } from "../../model/api/instant.ts";
import { hubCalled } from "../../model/kinds/hub.ts";
import { incidentTemplate } from "../../model/kinds/incident-template.ts";
import { service } from "../../model/kinds/service.ts";
import { incidentOperations, incidentUpdateOperations } from "../../model/kinds/unmanaged/incident.ts";
import { withoutCode } from "../../model/problem.ts";
import { explaining, lostIn, open, wireIn } from "../../provider/inspect.ts";
import { advise, type Whereabouts } from "../advice.ts";
import { describeAccount } from "../connection.ts";
import { noIncident, savedAsDraft, unknownOutcome } from "../errors/incident.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { ifReadable } from "../hub/readable.ts";
import { requireIn, type Template } from "../hub/template.ts";
import { unknownReasons } from "../preview/words.ts";
import { labelOfLive } from "../records.ts";
import { listed } from "../report/schedule.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError, messageOf, sentence } from "../terminal/failure.ts";
import { asJson, note, plural } from "../terminal/output.ts";
import { firstPublic, incidentsOn, isDraft, isOpen, startOf } from "./incidents.ts";
import { describeOthers } from "./others.ts";
import { countRecipients, mayHaveConnected } from "./recipients.ts";

export interface SendOptions extends Whereabouts {
  readonly draft?: true;
  readonly silent?: true;
  readonly dryRun?: true;
  readonly yes?: boolean;
}

/** What a command has done. */
export interface Sent {
  readonly text: string;
  readonly hub: string;
  readonly id: number | null;
  readonly title: string;
  readonly sent: boolean;
  /** Number of subscriptions that get a message, by method; null if this key can't tell. */
  readonly subscriptions: Readonly<Record<string, number>> | null;
}

/** What is to be posted. */
interface Post {
  /** The incident of an update. */
  readonly incident?: string;
  /** The body without its start, which has to be later than `after`, in milliseconds since 1970. */
  readonly wire: Wire;
  readonly after: number;
  readonly announcement: string;
  /** The services that the message is about; undefined if they can't be read. */
  readonly services: readonly number[] | undefined;
  /** Finds what is there already of it. `isLater`: it wasn't there before. */
  readonly find: (isLater: boolean) => Promise<{ readonly id: unknown; readonly text: string } | undefined>;
  readonly done: (id: unknown) => string | Promise<string>;
}

/** Documented: an incident isn't opened as `resolved`, and an update names services unless it is of that type. */
export function requireFor(verb: "open" | "update" | "resolve", template: Template): void {
  const { title, serviceStatuses, incidentType } = template.values;
  const isResolved = incidentType === "resolved";
  const needed = {
    open: { title, "incidentType other than resolved": !isResolved && incidentType, serviceStatuses },
    update: { title, incidentType, ...(!isResolved && { serviceStatuses }) },
    resolve: { title, "incidentType resolved": isResolved },
  };
  requireIn(template, `${verb} an incident`, needed[verb]);
}

/** Opens an incident, unless one with its title is open. */
export function openIncident(template: Template, options: SendOptions): Promise<Sent> {
  const { subdomain: hub } = template;
  return send(template, { ...options, about: { verb: "create" } }, async () => {
    requireFor("open", template);
    const wire = wireFrom(template.values, options);
    return {
      wire,
      after: 0,
      announcement: `${asJson(wire.title)} opens on ${hub} (${describeAccount(template.account.client.connection)}): ${await inWords(template, wire)}`,
      services: servicesIn(wire),
      async find() {
        const found = await incidentsOn(template).findOpen(wire.title);
        const last = firstPublic(found);
        if (last === undefined) return undefined;
        const shown = listed(found.map(({ id }) => `${hub}/${id}`).toReversed());
        requirePublic(last, shown, options);
        const draft = isDraft(last) ? ", as a draft that only your team sees" : "";
        return { id: last.id, text: `Open since ${last.start_time} as ${shown}${draft}. Nothing was sent.` };
      },
      async done(id) {
        const shown = `${hub}/${id}`;
        if (options.draft) return `Saved ${shown} as a draft. Publish or delete it in the control panel.`;
        const opened = `Opened ${shown}.\n${nextCommands(template, shown, options)}`;
        const found = await incidentsOn(template)
          .findOpen(wire.title)
          .catch(() => []);
        const others = found.map((live) => `${hub}/${live.id}`).filter((each) => each !== shown);
        return others.length === 0
          ? opened
          : `${opened}\nAlso open with this title: ${listed(others)}. Resolve one of them with --silent.`;
      },
    };
  });
}

/** Posts an update, unless it is the latest one already. One of the type `resolved` ends the incident, unless it has ended. */
export function updateIncident(
  hub: HubOfAccount,
  { id, template, isResolving }: { id: string; template: Template | undefined; isResolving: boolean },
  options: SendOptions,
): Promise<Sent> {
  return send(hub, { ...options, about: { verb: "update", recordId: id } }, async () => {
    if (template) requireFor(isResolving ? "resolve" : "update", template);
    const incident = await incidentsOn(hub).get(id);
    const args = ["incident", "list", "--hub", hub.subdomain];
    const command = advise("npx pulumi-statushub", args, { ...options, ...hub.whereabouts });
    const shown = `${hub.subdomain}/${id}`;
    if (!incident) throw new CommandError(noIncident.missing({ id: shown, command }));
    requirePublic(incident, shown);
    const values = template?.values ?? { title: incident.title, incidentType: "resolved" };
    return updateOf(hub, incident, wireFrom(values, options));
  });
}

async function updateOf(hub: HubOfAccount, incident: Live, wire: Wire): Promise<Post> {
  const incidents = incidentsOn(hub);
  const id = String(incident.id);
  const shown = `${hub.subdomain}/${id}`;
  const updates = await incidents.listUpdates(id);
  const isResolving = wire.incident_type === "resolved";
  // As far as we know, a message is about all services that the incident has affected.
  const isKnown = updates?.every(({ service_statuses: each }) => each !== undefined) ?? !isResolving;
  const place = `${shown} (${describeAccount(hub.account.client.connection)})`;
  const change = isResolving ? `resolves ${place}` : `updates ${place}: ${await inWords(hub, wire)}`;
  return {
    incident: id,
    wire,
    after: Math.max(startOf(incident), ...(updates ?? []).map(startOf)),
    announcement: `${asJson(wire.title)} ${change}`,
    services: isKnown ? [wire, ...(updates ?? [])].flatMap(servicesIn) : undefined,
    async find(isLater) {
      const live = (isLater && (await incidents.get(id))) || incident;
      const ended = isOpen(live) ? undefined : String(live.end_time);
      if (isResolving) {
        const all = (isLater ? await incidents.listUpdates(id) : updates) ?? [];
        requirePublic(firstPublic(all.filter(({ incident_type: type }) => type === "resolved")) ?? {}, shown);
        return ended === undefined ? undefined : { id, text: `${shown} was resolved at ${ended}. Nothing was sent.` };
      }
      const found = await incidents.findUpdate(id, wire);
      if (!found && ended) throw new CommandError(noIncident.ended({ id: shown, time: ended }));
      if (found === "unclear" && !isLater) throw new CommandError(unknownOutcome.unclear({ where: shown }));
      if (found !== undefined && found !== "unclear") requirePublic(found, shown);
      const since = found === "unclear" ? "" : `, since ${found?.start_time}`;
      return found && { id, text: `This is the latest update of ${shown}${since}. Nothing was sent.` };
    },
    done: () => `${isResolving ? "Resolved" : "Updated"} ${shown}.`,
  };
}

/** Returns the commands that come next. Which words they need is for people to choose: without a template, they list them. */
function nextCommands({ whereabouts }: HubOfAccount, shown: string, options: SendOptions): string {
  const command = (verb: string) =>
    advise("npx pulumi-statushub", ["incident", verb, shown], { ...options, ...whereabouts });
  return `  ${command("update")}\n  ${command("resolve")}`;
}

/** @throws CommandError if nobody was told of what a command has found or made, and that isn't what was asked for */
function requirePublic(live: Live, where: string, { draft }: Pick<SendOptions, "draft"> = {}): void {
  if (isDraft(live) && !draft) throw new CommandError(savedAsDraft({ where }));
}

/** Documented: an update of the type `resolved` names no services. */
function wireFrom(values: Stored, { silent, draft }: SendOptions): Wire {
  const { title, body, incident_type, service_statuses, silent_update } = wireIn(incidentTemplate, values);
  return {
    ...{ title, incident_type, body: body ?? "" },
    ...(incident_type !== "resolved" && { service_statuses }),
    ...((silent || silent_update === true) && { silent: true }),
    ...(draft && { state: "draft" }),
  };
}

const statusesIn = ({ service_statuses: statuses }: Wire | Live) =>
  Array.isArray(statuses) ? (statuses as Record<"service_id" | "status", unknown>[]) : [];

const servicesIn = (values: Wire | Live) => statusesIn(values).map(({ service_id: id }) => Number(id));

async function inWords({ account, subdomain }: HubOfAccount, wire: Wire): Promise<string> {
  const texts = statusesIn(wire).map(async ({ service_id: id, status }) => {
    const live = await ifReadable(async () => (await open(account, service, { subdomain })).read(String(id)));
    return `${live ? labelOfLive(service, live) : `service ${id}`} ${status}`;
  });
  return listed(await Promise.all(texts));
}

/** Says who gets a message, asks, and posts once, unless what would be posted is there already. */
function send(
  hub: HubOfAccount,
  {
    about,
    dryRun,
    yes = false,
    ...options
  }: SendOptions & { readonly about: { readonly verb: "create" | "update"; readonly recordId?: string } },
  prepare: () => Promise<Post>,
): Promise<Sent> {
  const { account, subdomain } = hub;
  const { connection } = account.client;
  // An incident has the values of a template.
  const definition = { ...incidentTemplate, kind: "Incident" };
  const context = { connection, definition, declared: { hub: hubCalled(subdomain) }, command: "repeatable" } as const;
  return explaining({ ...context, ...about }, async () => {
    const post = await prepare();
    const { wire, incident } = post;
    const result = { hub: subdomain, title: String(wire.title), sent: false };
    const found = await post.find(false);
    if (found) return { ...result, text: found.text, id: Number(found.id), subscriptions: {} };
    const subscriptions = await recipientsOf(hub, post);
    note(`${post.announcement}. ${await recipientsInWords(hub, wire, subscriptions)}`);
    const others = await describeOthers(hub, incident);
    if (others !== undefined) note(others);
    if (dryRun) {
      const path = `hubs/${subdomain}/incidents${incident === undefined ? "" : `/${incident}/incident_updates`}`;
      const body = asJson({ ...wire, start_time: formatInstant(account.client.serverTime()) }, 2);
      return { ...result, text: `POST ${connection.baseUrl}/${path}\n${body}`, id: null, subscriptions };
    }
    await confirm(incident === undefined ? "Open it?" : "Post it?", yes);
    // While somebody thinks, a colleague may post.
    const later = yes ? undefined : await post.find(true);
    if (later) return { ...result, text: later.text, id: Number(later.id), subscriptions: {} };
    const id = Number(await postOnce(hub, post, options));
    return { ...result, text: await post.done(id), id, sent: true, subscriptions };
  });
}

/** @returns the ID of the incident */
async function postOnce(hub: HubOfAccount, post: Post, options: SendOptions): Promise<unknown> {
  const { incident, wire } = post;
  const incidents = incidentsOn(hub);
  const operation = incident === undefined ? incidentOperations.create : incidentUpdateOperations.create;
  try {
    const live = await incidents.post(operation, incident === undefined ? {} : { incident_id: incident }, post);
    const id = incident ?? live.id;
    requirePublic(live, `${hub.subdomain}/${id}`, options);
    return id;
  } catch (error) {
    if (lostIn(error) === undefined) throw error;
    const found = await incidents.lookFor(() => post.find(true)).catch(() => undefined);
    if (found) return found.id;
    const where = `${hub.subdomain}/${incident ?? asJson(wire.title)}`;
    throw new CommandError(unknownOutcome.lost({ reason: withoutCode(messageOf(error)), where }));
  }
}

async function recipientsOf({ account, subdomain }: HubOfAccount, { wire, services, incident }: Post) {
  if (wire.state === "draft" || wire.silent === true) return {};
  const isEssential = incident === undefined || wire.incident_type === "resolved";
  return (services && (await countRecipients(account, subdomain, { services, isEssential }))) ?? null;
}

/** Documented: a draft and a silent update notify no subscriber. */
async function recipientsInWords(
  { account, subdomain }: HubOfAccount,
  { state, silent }: Wire,
  counts: Sent["subscriptions"],
): Promise<string> {
  if (state === "draft") return "It is a draft, so only your team gets a message.";
  if (silent === true) return "Nobody gets a message, because it is silent.";
  const isShared = await mayHaveConnected(account, (await account.hubs.find(subdomain)) ?? {});
  const others = isShared ? ` ${sentence(unknownReasons["connected-hubs"])}` : "";
  const total = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  const methods = listed(Object.entries(counts ?? {}).map(([method, count]) => `${count} by ${method}`));
  const nobody = isShared
    ? `No subscription of ${subdomain} covers its services.`
    : "Nobody gets a message, because no subscription covers its services.";
  const somebody = `${plural(total, "subscription gets", "subscriptions get")} a message (${methods}), as far as we know.`;
  const unknown = "How many subscriptions get a message isn't known, because this key can't list them.";
  return `${counts === null ? unknown : total === 0 ? nobody : somebody}${others}`;
}
