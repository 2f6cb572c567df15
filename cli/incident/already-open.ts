import type { Live, Wire } from "../../model/api/form.ts";
import { adviseOn } from "../advice.ts";
import { inDoubt } from "../errors/incident.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { asJson, joinWithAnd } from "../terminal/output.ts";
import type { Posting } from "./already-posted.ts";
import { findOwnDraft, madeAt } from "./drafts.ts";
import { Incidents } from "./incidents.ts";
import { type Already, keyOf, type Look, type PostOptions } from "./plan.ts";
import { isDraft, latestAndFirst, type Present } from "./present.ts";
import { type Comparison, compareUpdate, hasTitle, hiddenInWords, inOtherWords, isSame, isUnclear } from "./same.ts";

/**
 * Looks for an open incident, or the draft of one, that makes a new one needless or doubtful:
 *
 * - one that was opened with the same, or says the same now: nothing is left to send
 * - one that may say the same, or has the same title and says something else: people decide
 * - a draft that StatusHub has made of an earlier run of ours: people decide
 */
export async function lookForOpen(hub: HubOfAccount, wire: Wire, options: PostOptions): Promise<Look> {
  const open = await new Incidents(hub).listOpen();
  const published = open.filter(({ live }) => !isDraft(live));
  const drafts = open.filter(({ live }) => isDraft(live));
  // Visitors see no draft, so drafts only count for somebody who saves another one.
  const counting = options.draft ? [...published, ...drafts] : published;
  const onlyMentioned = options.draft ? [] : drafts;
  const already =
    findSame(hub, counting, { wire, options }) ??
    findDoubtful(hub, counting, { wire, options }) ??
    (await findOwnDraft(hub, onlyMentioned.map(draftOf), wire));
  const withTitle = onlyMentioned.filter(({ live }) => hasTitle(live, wire));
  const seen = new Set(open.map(({ live }) => keyOf(live)));
  return { already, mention: mentionOf(hub, withTitle), seen, isListed: true };
}

const draftOf = ({ live, drafts }: Present) => ({
  incident: live.id,
  made: madeAt(live),
  updates: latestAndFirst(drafts),
});

function mentionOf(hub: HubOfAccount, drafts: readonly Present[]): string | undefined {
  if (drafts.length === 0) return undefined;
  const names = namesOf(
    hub,
    drafts.map(({ live }) => live),
  );
  return `${names} ${drafts.length === 1 ? "has" : "have"} this title as a draft, which only your team sees.`;
}

/** Compares what opened an incident, and what it says now. */
const comparisonsOf = ({ live, published, drafts }: Present, wire: Wire): Comparison[] =>
  latestAndFirst(isDraft(live) ? drafts : published).map((update) => compareUpdate(update, wire));

/** A job may repeat itself, so this isn't a question. */
function findSame(hub: HubOfAccount, open: readonly Present[], { wire, options }: Posting): Already | undefined {
  const same = open.filter((incident) => comparisonsOf(incident, wire).some(isSame)).map(({ live }) => live);
  const drafts = same.filter(isDraft).toSorted(oldestFirst);
  const published = same.filter((live) => !isDraft(live)).toSorted(oldestFirst);
  // The one that was opened first is where updates belong.
  const [oldest] = published;
  if (oldest !== undefined) {
    const place = `Open since ${oldest.start_time} as ${namesOf(hub, published)}.`;
    const next = `To tell subscribers something, post an update:\n  ${updateCommand(hub, oldest, options)}`;
    return { id: oldest.id, text: `${place} Nothing was sent. ${next}` };
  }
  const [oldestDraft] = drafts;
  if (oldestDraft === undefined) return undefined;
  const since = `which only your team sees, since ${oldestDraft.start_time}`;
  return { id: oldestDraft.id, text: `${namesOf(hub, drafts)} has it as a draft, ${since}. Nothing was sent.` };
}

const oldestFirst = (one: Live, other: Live) => Number(one.id) - Number(other.id);

const namesOf = ({ subdomain }: HubOfAccount, incidents: readonly Live[]) =>
  joinWithAnd(incidents.map(({ id }) => `${subdomain}/${id}`));

/** Finds those that may say the same, as far as StatusHub shows them, and those that have this title and say something else. */
function findDoubtful(hub: HubOfAccount, open: readonly Present[], { wire, options }: Posting): Already | undefined {
  const isDoubtful = (incident: Present) =>
    comparisonsOf(incident, wire).some(isUnclear) || hasTitle(incident.live, wire);
  const doubtful = open.filter(isDoubtful);
  const [latest] = doubtful;
  if (latest === undefined) return undefined;
  const text = doubtful.map((incident) => describeDoubtful(hub, incident, wire)).join(" ");
  const refusal = isDraft(latest.live)
    ? inDoubt.draft({ text })
    : inDoubt.open({ text, command: updateCommand(hub, latest.live, options) });
  return { id: latest.live.id, text, doubt: { question: "Open another one?", refusal } };
}

function describeDoubtful({ subdomain }: HubOfAccount, incident: Present, wire: Wire): string {
  const { live } = incident;
  const comparisons = comparisonsOf(incident, wire);
  const state = isDraft(live) ? "a draft" : "open";
  const what = `${subdomain}/${live.id} ${asJson(live.title)} is ${state} since ${live.start_time}`;
  const unclear = comparisons.find(isUnclear);
  if (unclear !== undefined) return `${what}, and StatusHub doesn't show ${hiddenInWords(unclear)}.`;
  const [latest] = comparisons;
  return latest === undefined ? `${what}.` : `${what}, with ${inOtherWords(latest)}.`;
}

const updateCommand = (hub: HubOfAccount, { id }: Live, options: PostOptions): string =>
  adviseOn(hub, ["incident", "update", `${hub.subdomain}/${id}`], options);
