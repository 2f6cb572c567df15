import type { Live, Wire } from "../../model/api/form.ts";
import { adviseOn } from "../advice.ts";
import { inDoubt } from "../errors/incident.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { asJson, joinWithAnd } from "../terminal/output.ts";
import type { Posting } from "./already-posted.ts";
import { findOwnDraft, madeAt } from "./drafts.ts";
import { incidentsOn, isDraft, latestAndFirst, type Present } from "./incidents.ts";
import { type Already, keyOf, type Look, type PostOptions } from "./plan.ts";
import { type Comparison, compareUpdate, hasTitle, hiddenInWords, inOtherWords, isSame, isUnclear } from "./same.ts";

/** Looks for an open incident that was opened with the same, or says the same now, or has the same title. */
export async function lookForOpen(hub: HubOfAccount, wire: Wire, options: PostOptions): Promise<Look> {
  const open = await incidentsOn(hub).listOpen();
  const published = open.filter(({ live }) => !isDraft(live));
  const drafts = open.filter(({ live }) => isDraft(live));
  const meant = options.draft ? [...published, ...drafts] : published;
  const others = options.draft ? [] : drafts;
  const seen = new Set(open.map(({ live }) => keyOf(live)));
  const already =
    findSame(hub, meant, { wire, options }) ??
    findDoubtful(hub, meant, { wire, options }) ??
    (await findOwnDraft(hub, others.map(draftOf), wire));
  const titled = others.filter(({ live }) => hasTitle(live, wire));
  return { already, mention: mentionOf(hub, titled), seen, isListed: true };
}

const draftOf = ({ live, drafts }: Present) => ({
  incident: live.id,
  made: madeAt(live),
  updates: latestAndFirst(drafts),
});

function mentionOf({ subdomain }: HubOfAccount, titled: readonly Present[]): string | undefined {
  if (titled.length === 0) return undefined;
  const names = joinWithAnd(titled.map(({ live }) => `${subdomain}/${live.id}`));
  return `${names} ${titled.length === 1 ? "has" : "have"} this title as a draft, which only your team sees.`;
}

/** Compares what opened an incident, and what it says now. */
const comparisonsOf = ({ live, published, drafts }: Present, wire: Wire): Comparison[] =>
  latestAndFirst(isDraft(live) ? drafts : published).map((update) => compareUpdate(update, wire));

/** A job may repeat itself, so this isn't a question. */
function findSame(hub: HubOfAccount, open: readonly Present[], { wire, options }: Posting): Already | undefined {
  const found = open.filter((incident) => comparisonsOf(incident, wire).some(isSame)).map(({ live }) => live);
  const same = found.toSorted((one, other) => Number(one.id) - Number(other.id));
  const published = same.filter((live) => !isDraft(live));
  const shown = published.length > 0 ? published : same;
  // The one that was opened first is where updates belong.
  const [oldest] = shown;
  if (oldest === undefined) return undefined;
  const names = joinWithAnd(shown.map(({ id }) => `${hub.subdomain}/${id}`));
  if (isDraft(oldest)) {
    const text = `${names} has it as a draft, which only your team sees, since ${oldest.start_time}. Nothing was sent.`;
    return { id: oldest.id, text };
  }
  const text = `Open since ${oldest.start_time} as ${names}. Nothing was sent. To tell subscribers something, post an update:`;
  return { id: oldest.id, text: `${text}\n  ${updateCommand(hub, oldest, options)}` };
}

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
