import type { Live, Wire } from "../../model/api/form.ts";
import { adviseOn } from "../advice.ts";
import { inDoubt, noIncident } from "../errors/incident.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson } from "../terminal/output.ts";
import { findOwnDraft, madeAt } from "./drafts.ts";
import { Incidents } from "./incidents.ts";
import { type Already, keyOf, type Look, type PostOptions } from "./plan.ts";
import { isEndedByDraft, isOpen, type Present, resolves } from "./present.ts";
import { compareUpdate, hasTitle, hiddenInWords, isUnclear, showsNothingElse } from "./same.ts";

/** What is to be posted, and how. */
export interface Posting {
  readonly wire: Wire;
  readonly options: PostOptions;
}

/**
 * Looks whether an update needs to be posted. It doesn't if the incident has ended that it would end, if it is the latest update already, or
 * if it is there as a draft.
 *
 * @throws CommandError if the incident has ended, and the update wouldn't end it
 */
export async function lookForUpdate(hub: HubOfAccount, incident: Live, { wire, options }: Posting): Promise<Look> {
  const present = await readPresent(hub, incident);
  const { published, drafts, isListed } = present;
  const isResolving = resolves(wire);
  if (!isResolving) requireOpen(hub, present, options);
  const onPage = isResolving ? findEnd(hub, present) : findLatest(hub, present, wire);
  const already = onPage ?? (await findDraft(hub, incident, present, wire));
  const seen = new Set([...published, ...drafts].map(keyOf));
  return { already, mention: mentionOf(hub, present, wire), seen, isListed };
}

function findDraft(hub: HubOfAccount, { id }: Live, { drafts }: Present, wire: Wire): Promise<Already | undefined> {
  const draftsOfUpdates = drafts.map((draft) => ({ incident: id, made: madeAt(draft), updates: [draft] }));
  return findOwnDraft(hub, draftsOfUpdates, wire);
}

/** Reads an incident again. */
export async function readPresent(hub: HubOfAccount, incident: Live): Promise<Present> {
  const incidents = new Incidents(hub);
  const live = (await incidents.get(String(incident.id))) ?? incident;
  return { live, ...(await incidents.readUpdates(live)) };
}

/** What people should know of drafts, which don't keep the update from being posted. */
function mentionOf(hub: HubOfAccount, present: Present, wire: Wire): string | undefined {
  const name = nameOf(hub, present);
  if (present.drafts.some((draft) => hasTitle(draft, wire)))
    return `${name} has an update with this title as a draft, which only your team sees.`;
  if (!isEndedByDraft(present)) return undefined;
  return `A draft of an update resolves ${name}, which only your team sees. If StatusHub rejects yours, publish or delete that draft.`;
}

const nameOf = ({ subdomain }: HubOfAccount, { live }: Present) => `${subdomain}/${live.id}`;

/** @throws CommandError if it takes no update any more */
function requireOpen(hub: HubOfAccount, present: Present, options: PostOptions): void {
  if (isOpen(present)) return;
  const args = ["incident", "open", "--hub", hub.subdomain];
  const command = adviseOn(hub, args, options);
  throw new CommandError(noIncident.ended({ id: nameOf(hub, present), time: String(present.live.end_time), command }));
}

/** Whatever words ended it, it is resolved. */
export function findEnd(hub: HubOfAccount, present: Present): Already | undefined {
  if (isOpen(present)) return undefined;
  const { live, published } = present;
  const { title = live.title, body } = published.find(resolves) ?? {};
  const words = body ? `${asJson(title)}: ${asJson(body)}` : asJson(title);
  const text = `${nameOf(hub, present)} was resolved at ${live.end_time} with ${words}. Nothing was sent.`;
  return { id: live.id, text };
}

/**
 * Compares with the latest update that visitors see.
 *
 * - it differs: undefined, so ours is posted
 * - it may be the same, but isn't shown whole: people decide, and without a terminal nothing is sent
 * - it is the same, and ours is silent: nothing is left to send
 * - it is the same, but nothing shows whether that one was silent: people decide, and without a terminal it counts as posted
 */
function findLatest(hub: HubOfAccount, present: Present, wire: Wire): Already | undefined {
  const { live, published } = present;
  const [latest] = published;
  if (latest === undefined) return undefined;
  const where = nameOf(hub, present);
  const comparison = compareUpdate(latest, wire);
  if (!showsNothingElse(comparison)) return undefined;
  if (isUnclear(comparison)) {
    const text = `The latest update of ${where} may be the same: StatusHub doesn't show ${hiddenInWords(comparison)}.`;
    return { id: live.id, text, doubt: { question: "Post it?", refusal: inDoubt.update({ text }) } };
  }
  const since = `This is the latest update of ${where}, since ${latest.start_time}.`;
  if (wire.silent === true) return { id: live.id, text: `${since} Nothing was sent.` };
  const text = `${since} StatusHub doesn't show whether subscribers got it.`;
  return { id: live.id, text, doubt: { question: "Post it again?", refusal: undefined } };
}
