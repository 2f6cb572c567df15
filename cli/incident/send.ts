import type { Live, Stored, Wire } from "../../model/api/form.ts";
import { formatInstant } from "../../model/api/instant.ts";
import { hubCalled } from "../../model/kinds/hub.ts";
import { incidentTemplate } from "../../model/kinds/incident-template.ts";
import { incidentOperations, incidentUpdateOperations } from "../../model/kinds/unmanaged/incident.ts";
import { withoutCode } from "../../model/problem.ts";
import { explaining, lostIn, wireIn } from "../../provider/inspect.ts";
import { savedAsDraft, unknownOutcome } from "../errors/incident.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { requireIn, type Template } from "../hub/template.ts";
import { listed } from "../report/schedule.ts";
import { confirm } from "../terminal/confirm.ts";
import { CommandError, messageOf } from "../terminal/failure.ts";
import { asJson, note } from "../terminal/output.ts";
import type { Already } from "./already.ts";
import { recipientsInWords, recipientsOf } from "./announcement.ts";
import { incidentsOn, isDraft } from "./incidents.ts";
import { describeOthers } from "./others.ts";
import type { SendOptions } from "./send-options.ts";

/** What a command has done. */
export interface Sent {
  readonly text: string;
  readonly hub: string;
  readonly id: number | null;
  readonly title: string;
  readonly sent: boolean;
  /** Number of subscriptions that get a message, by method, at most; null if this isn't known. */
  readonly subscriptions: Readonly<Record<string, number>> | null;
}

/** What is to be posted. */
export interface Post {
  /** The ID of the incident of an update. */
  readonly incident?: string;
  /** The body without its start, which has to be later than `after`, in milliseconds since 1970. */
  readonly wire: Wire;
  readonly after: number;
  readonly announcement: string;
  /** The services that the message is about; undefined if they can't be read. */
  readonly services: readonly number[] | undefined;
  /** Finds what is there already of it. */
  readonly findAlready: () => Promise<Already | undefined>;
  /** Finds what a POST may have made whose response was lost: what has appeared since `findAlready`. */
  readonly findMade: () => Promise<readonly Live[]>;
  /** Says what has been done; `id` is the ID in the response. */
  readonly describe: (id: string) => Promise<string>;
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

/** Documented: an update of the type `resolved` names no services. */
export function wireFrom(values: Stored, { silent, draft }: SendOptions): Wire {
  const { title, body, incident_type, service_statuses, silent_update } = wireIn(incidentTemplate, values);
  const isSilent = silent === true || silent_update === true;
  return {
    title,
    incident_type,
    body: body ?? "",
    ...(incident_type !== "resolved" && { service_statuses }),
    ...(isSilent && { silent: true }),
    ...(draft && { state: "draft" }),
  };
}

interface About {
  readonly verb: "create" | "update";
  readonly recordId?: string;
}

/** Says who gets a message, asks, and posts once, unless what would be posted is there already. */
export function send(
  hub: HubOfAccount,
  options: SendOptions,
  about: About,
  prepare: () => Promise<Post>,
): Promise<Sent> {
  const { connection } = hub.account.client;
  // An incident has the values of a template.
  const definition = { ...incidentTemplate, kind: "Incident" };
  const declared = { hub: hubCalled(hub.subdomain) };
  const context = { connection, definition, declared, command: "repeatable" } as const;
  return explaining({ ...context, ...about }, async () => sendPost(hub, options, await prepare()));
}

async function sendPost(hub: HubOfAccount, options: SendOptions, post: Post): Promise<Sent> {
  const { subdomain } = hub;
  const { wire, incident } = post;
  const yes = options.yes ?? false;
  const result = { hub: subdomain, title: String(wire.title), sent: false };
  const nothing = ({ id, text }: Pick<Already, "id" | "text">): Sent => ({
    ...result,
    text,
    id: Number(id),
    subscriptions: {},
  });

  const already = await post.findAlready();
  if (already !== undefined && !(await isPostedAgain(already, yes))) return nothing(already);

  const recipients = await recipientsOf(hub, { ...post, isFirst: incident === undefined });
  const subscriptions = typeof recipients === "string" ? null : recipients.byMethod;
  note(`${post.announcement}. ${await recipientsInWords(hub, wire, recipients)}`);
  const others = await describeOthers(hub, incident);
  if (others !== undefined) note(others);
  if (options.dryRun) return { ...result, text: requestInWords(hub, post), id: null, subscriptions };

  await confirm(incident === undefined ? "Open it?" : "Post it?", yes);
  if (!yes) {
    // While somebody thinks, a colleague may post.
    const later = await post.findAlready();
    const isNew = later !== undefined && later.text !== already?.text;
    if (isNew && !(await isPostedAgain(later, yes))) return nothing(later);
  }
  const posted = await postOnce(hub, post, options);
  return { ...result, ...posted, sent: true, subscriptions };
}

/**
 * Asks whether to post what may be there already.
 *
 * @throws CommandError if somebody declines, or if nobody can be asked and it isn't certain that it is there
 */
async function isPostedAgain({ text, inDoubt }: Already, yes: boolean): Promise<boolean> {
  if (inDoubt === undefined) return false;
  if (!yes) {
    note(text);
    await confirm(inDoubt.question);
    return true;
  }
  if (inDoubt.unattended !== undefined) throw new CommandError(inDoubt.unattended);
  return false;
}

function requestInWords({ account, subdomain }: HubOfAccount, { wire, incident }: Post): string {
  const updates = incident === undefined ? "" : `/${incident}/incident_updates`;
  const body = asJson({ ...wire, start_time: formatInstant(account.client.serverTime()) }, 2);
  return `POST ${account.client.connection.baseUrl}/hubs/${subdomain}/incidents${updates}\n${body}`;
}

async function postOnce(hub: HubOfAccount, post: Post, options: SendOptions): Promise<Pick<Sent, "id" | "text">> {
  const { incident } = post;
  const operation = incident === undefined ? incidentOperations.create : incidentUpdateOperations.create;
  try {
    const parameters: Readonly<Record<string, string>> = incident === undefined ? {} : { incident_id: incident };
    const live = await incidentsOn(hub).post(operation, parameters, post);
    requirePublic(hub, post, [live], options);
    return { id: Number(incident ?? live.id), text: await post.describe(String(live.id)) };
  } catch (error) {
    if (lostIn(error) === undefined) throw error;
    return findLost(hub, post, { options, error });
  }
}

/** Looks for what a POST has made whose response was lost. */
async function findLost(
  hub: HubOfAccount,
  post: Post,
  { options, error }: { readonly options: SendOptions; readonly error: unknown },
): Promise<Pick<Sent, "id" | "text">> {
  const find = async () => {
    const made = await post.findMade();
    return made.length === 0 ? undefined : made;
  };
  const made = await incidentsOn(hub)
    .lookFor(find)
    .catch(() => undefined);
  const [only, ...more] = made ?? [];
  if (made === undefined || only === undefined) {
    const where = `${hub.subdomain}/${post.incident ?? asJson(post.wire.title)}`;
    throw new CommandError(unknownOutcome.lost({ reason: withoutCode(messageOf(error)), where }));
  }
  requirePublic(hub, post, made, options);
  const id = Number(post.incident ?? only.id);
  if (more.length === 0) return { id, text: await post.describe(String(only.id)) };
  // Which of them is ours, nobody can tell, so nothing is advised.
  const what = post.incident === undefined ? "incidents" : `updates of ${hub.subdomain}/${post.incident}`;
  const names = listed(
    made.map((live) => (post.incident === undefined ? `${hub.subdomain}/${live.id}` : String(live.id))),
  );
  return { id, text: `The response was lost, and two equal ${what} have appeared: ${names}. One of them is yours.` };
}

/** @throws CommandError if nobody was told of what was made, and that isn't what was asked for */
function requirePublic(
  { subdomain }: HubOfAccount,
  { incident }: Post,
  made: readonly Live[],
  { draft }: SendOptions,
): void {
  const hidden = made.find(isDraft);
  const isAnyPublic = made.some((live) => !isDraft(live));
  if (hidden === undefined || isAnyPublic || draft) return;
  throw new CommandError(savedAsDraft({ where: `${subdomain}/${incident ?? hidden.id}` }));
}
