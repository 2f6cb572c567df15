import { formatInstant } from "../../model/api/instant.ts";
import { hubCalled } from "../../model/kinds/hub.ts";
import { incidentTemplate } from "../../model/kinds/incident-template.ts";
import { explainingCommand } from "../../provider/inspect.ts";
import { briefly, type HubOfAccount } from "../hub/account.ts";
import { confirm, isAtTerminal } from "../terminal/confirm.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson, note } from "../terminal/output.ts";
import { describeOtherIncidents } from "./other-incidents.ts";
import type { Already, Look, PlannedPost, PostOptions } from "./plan.ts";
import { postOnce } from "./post-once.ts";
import { recipientsInWords, recipientsOf } from "./recipients.ts";

/** What a command has done. */
export interface IncidentResult {
  readonly text: string;
  readonly hub: string;
  readonly id: number | null;
  readonly title: string;
  readonly sent: boolean;
  /** Number of subscriptions that get a message, by method, at most; null if this isn't known. */
  readonly subscriptions: Readonly<Record<string, number>> | null;
}

interface About {
  readonly verb: "create" | "update";
  readonly recordId?: string;
}

/** Says who gets a message, asks, and posts once, unless what would be posted is there already. */
export function askAndPost(
  hub: HubOfAccount,
  options: PostOptions,
  about: About,
  prepare: () => Promise<PlannedPost>,
): Promise<IncidentResult> {
  const { connection } = hub.account.client;
  // An incident has the values of a template.
  const definition = { ...incidentTemplate, kind: "Incident" };
  const declared = { hub: hubCalled(hub.subdomain) };
  const context = { connection, definition, declared, command: "repeatable" } as const;
  return explainingCommand({ ...context, ...about }, async () => askAndPostPlanned(hub, options, await prepare()));
}

async function askAndPostPlanned(hub: HubOfAccount, options: PostOptions, post: PlannedPost): Promise<IncidentResult> {
  const result = { hub: hub.subdomain, title: String(post.wire.title) };
  let look = await post.look();
  for (;;) {
    const there = whatIsThere(look, options);
    if (there !== undefined) {
      return { ...result, text: there.text, id: Number(there.id), sent: false, subscriptions: {} };
    }
    const subscriptions = await announce(hub, post, look);
    if (options.dryRun) {
      return { ...result, text: requestInWords(hub, post), id: null, sent: false, subscriptions };
    }
    await confirm(questionFor(post, look), options.yes);
    // While somebody thinks, a colleague may post. Then the question is another one.
    const now = options.yes ? look : await post.look();
    const isUnchanged = now.already?.text === look.already?.text;
    look = now;
    if (isUnchanged) return { ...result, ...(await postOnce(hub, post, look, options)), subscriptions };
  }
}

/**
 * Returns what is there already, if nothing is left to send or to ask.
 *
 * @throws CommandError if that isn't certain, and nobody can be asked
 */
function whatIsThere({ already }: Look, { yes, dryRun }: PostOptions): Already | undefined {
  if (already === undefined) return undefined;
  const { doubt } = already;
  if (doubt === undefined) return already;
  // A dry run shows the question.
  const canAsk = !yes && (dryRun || isAtTerminal());
  if (canAsk) return undefined;
  if (doubt.refusal !== undefined) throw new CommandError(doubt.refusal);
  return { ...already, text: `${already.text} Nothing was sent.` };
}

/** Says what would be sent, who gets a message, and what else is on the page. */
async function announce(hub: HubOfAccount, post: PlannedPost, look: Look): Promise<IncidentResult["subscriptions"]> {
  const { wire, services, incident } = post;
  // All at once, so that nobody waits longer for it than for one.
  const others = describeOtherIncidents(hub, incident);
  const brief = briefly(hub);
  const recipients = await recipientsOf(brief, { wire, services, isFirst: incident === undefined });
  note(`${post.announcement}. ${await recipientsInWords(brief, wire, recipients)}`);
  for (const line of [await others, look.mention, look.already?.text]) if (line !== undefined) note(line);
  return "reason" in recipients ? null : recipients.byMethod;
}

function questionFor({ incident }: PlannedPost, { already }: Look): string {
  const question = incident === undefined ? "Open it?" : "Post it?";
  return already?.doubt?.question ?? question;
}

function requestInWords({ account, subdomain }: HubOfAccount, { wire, incident }: PlannedPost): string {
  const updates = incident === undefined ? "" : `/${incident}/incident_updates`;
  const body = asJson({ ...wire, start_time: formatInstant(account.client.serverTime()) }, 2);
  return `POST ${account.client.connection.baseUrl}/hubs/${subdomain}/incidents${updates}\n${body}`;
}
