import type { Live, Wire } from "../../model/api/form.ts";
import { advise } from "../advice.ts";
import { noIncident, savedAsDraft, unknownOutcome } from "../errors/incident.ts";
import type { HubOfAccount } from "../hub/account.ts";
import { listed } from "../report/schedule.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson, note } from "../terminal/output.ts";
import { incidentsOn, isDraft, isOpen, startOf } from "./incidents.ts";
import { compare, hasTitle, isSame, isUnclear } from "./same.ts";
import type { SendOptions } from "./send-options.ts";

/** What the page has already of a message, so that nothing is sent, or only if somebody says so. */
export interface Already {
  /** ID of the incident. */
  readonly id: unknown;
  /** What is there, as a sentence. */
  readonly text: string;
  /** Missing if everything that would be sent is there. Otherwise, people decide at a terminal. */
  readonly inDoubt?: {
    readonly question: string;
    /** Why nothing is sent where nobody can be asked; undefined if it then counts as there. */
    readonly unattended: string | undefined;
  };
}

interface Opened {
  readonly live: Live;
  /** From the latest to the first, without drafts; undefined if StatusHub doesn't list them. */
  readonly updates: readonly Live[] | undefined;
}

const openAnother = "Open another one?";

/** Finds an open incident that was opened with the same, or whose latest update is the same, or that has its title now. */
export async function findOpened(hub: HubOfAccount, wire: Wire, options: SendOptions): Promise<Already | undefined> {
  const incidents = incidentsOn(hub);
  const open = await incidents.listOpen();
  const published = await Promise.all(
    open
      .filter((live) => !isDraft(live))
      .map(async (live): Promise<Opened> => {
        const updates = await incidents.listUpdates(live.id);
        return { live, updates: updates?.filter((each) => !isDraft(each)) };
      }),
  );
  const drafts = open.filter(isDraft);
  const same = published.filter(({ updates }) => decisiveOf(updates).some((each) => isSame(compare(each, wire))));
  const oldest = same.at(-1);
  if (oldest !== undefined) return openSince(hub, oldest.live, { same, options });
  const unclear = published.find((opened) => isUnclearWhether(opened, wire));
  if (unclear !== undefined) return maybeOpen(hub, unclear.live);
  const titled = published.find(({ live }) => hasTitle(live, wire));
  if (titled !== undefined) return openOtherwise(hub, titled, wire, options);
  return findDraft(hub, drafts, wire, options);
}

/** The updates that say what an incident is: the latest one, and the one that opened it. */
const decisiveOf = (updates: readonly Live[] | undefined): readonly Live[] => {
  const latest = updates?.at(0);
  const first = updates?.at(-1);
  return [latest, first].filter((update) => update !== undefined);
};

/** If its updates can't be listed, the title that it has now is all that counts. */
function isUnclearWhether({ live, updates }: Opened, wire: Wire): boolean {
  if (updates === undefined || updates.length === 0) return isUnclear(compare({ title: live.title }, wire));
  return decisiveOf(updates).some((each) => isUnclear(compare(each, wire)));
}

const nameOf = ({ subdomain }: HubOfAccount, { id }: Live) => `${subdomain}/${id}`;

function openSince(
  hub: HubOfAccount,
  live: Live,
  { same, options }: { readonly same: readonly Opened[]; readonly options: SendOptions },
): Already {
  const names = listed(same.map((each) => nameOf(hub, each.live)).toReversed());
  const command = updateCommand(hub, nameOf(hub, live), options);
  const text = `Open since ${live.start_time} as ${names}. Nothing was sent. To tell subscribers something, post an update:`;
  return { id: live.id, text: `${text}\n  ${command}` };
}

function maybeOpen(hub: HubOfAccount, live: Live): Already {
  const shown = nameOf(hub, live);
  const text = `${shown} ${asJson(live.title)} is open, and StatusHub doesn't show whether it says the same.`;
  return {
    id: live.id,
    text,
    inDoubt: { question: openAnother, unattended: unknownOutcome.unclear({ where: shown }) },
  };
}

function openOtherwise(hub: HubOfAccount, { live, updates }: Opened, wire: Wire, options: SendOptions): Already {
  const shown = nameOf(hub, live);
  const [latest = live] = updates ?? [];
  const differs = listed(compare(latest, wire).differs);
  const command = updateCommand(hub, shown, options);
  const text = `${shown} is open with this title and says something else (${differs} differ).`;
  return {
    id: live.id,
    text,
    inDoubt: { question: openAnother, unattended: unknownOutcome.otherwise({ where: shown, differs, command }) },
  };
}

const updateCommand = ({ whereabouts }: HubOfAccount, shown: string, options: SendOptions) =>
  advise("npx pulumi-statushub", ["incident", "update", shown], { ...options, ...whereabouts });

/**
 * Finds a draft of an incident. A draft isn't open. But during a maintenance that suppresses events, which no response shows,
 * StatusHub makes drafts of what we post: a job that repeats itself would make one each time.
 */
async function findDraft(
  hub: HubOfAccount,
  drafts: readonly Live[],
  wire: Wire,
  options: SendOptions,
): Promise<Already | undefined> {
  const incidents = incidentsOn(hub);
  const found = await Promise.all(
    drafts.map(async (live) => ({ live, updates: (await incidents.listUpdates(live.id)) ?? [] })),
  );
  const same = found.find(({ updates }) => decisiveOf(updates).some((each) => isSame(compare(each, wire))));
  if (same !== undefined && options.draft) {
    const shown = nameOf(hub, same.live);
    return { id: same.live.id, text: `${shown} has it as a draft that only your team sees. Nothing was sent.` };
  }
  if (same !== undefined && (await mayBeOurs(hub, same.live))) return perhapsOurs(hub, same.live.id);
  const titled = drafts.find((live) => hasTitle(live, wire));
  if (titled !== undefined && !options.draft) {
    note(`${nameOf(hub, titled)} has this title, too, as a draft that only your team sees.`);
  }
  return undefined;
}

/** Whether it is younger than the beginning of a maintenance that is under way. */
async function mayBeOurs(hub: HubOfAccount, draft: Live): Promise<boolean> {
  const since = await incidentsOn(hub).maintenanceSince();
  return since !== undefined && startOf(draft) >= since;
}

function perhapsOurs(hub: HubOfAccount, incident: unknown): Already {
  const where = nameOf(hub, { id: incident });
  const text = `${where} has it as a draft, perhaps because of a maintenance that suppresses events.`;
  return { id: incident, text, inDoubt: { question: "Post it again?", unattended: savedAsDraft({ where }) } };
}

/** Finds an update that is the latest one already, or that the incident has ended. */
export async function findUpdated(hub: HubOfAccount, incident: Live, wire: Wire): Promise<Already | undefined> {
  const updates = await incidentsOn(hub).listUpdates(incident.id);
  const isResolving = wire.incident_type === "resolved";
  if (!isResolving && !isOpen(incident)) {
    const time = String(incident.end_time);
    throw new CommandError(noIncident.ended({ id: nameOf(hub, incident), time }));
  }
  const published = updates?.filter((each) => !isDraft(each));
  const already = isResolving ? findEnd(hub, incident, published) : findLatest(hub, incident, { published, wire });
  return already ?? findDraftUpdate(hub, incident, { updates, wire });
}

/** Whatever words ended it, it is resolved. A draft of an update ends nothing that visitors see. */
function findEnd(hub: HubOfAccount, incident: Live, published: readonly Live[] | undefined): Already | undefined {
  const isEndPublished = published?.some(({ incident_type: type }) => type === "resolved") ?? true;
  if (isOpen(incident) || !isEndPublished) return undefined;
  const ended = `${nameOf(hub, incident)} was resolved at ${incident.end_time} with ${asJson(incident.title)}.`;
  return { id: incident.id, text: `${ended} Nothing was sent.` };
}

/** If the updates can't be listed, the title that the incident has now is all that counts. */
function findLatest(
  hub: HubOfAccount,
  incident: Live,
  { published, wire }: { readonly published: readonly Live[] | undefined; readonly wire: Wire },
): Already | undefined {
  const { id } = incident;
  const where = nameOf(hub, incident);
  const [latest] = published ?? [{ title: incident.title }];
  if (latest === undefined) return undefined;
  const comparison = compare(latest, wire);
  if (isUnclear(comparison)) {
    const text = `The latest update of ${where} may be the same, and StatusHub doesn't show all of it.`;
    return { id, text, inDoubt: { question: "Post it?", unattended: unknownOutcome.unclear({ where }) } };
  }
  if (!isSame(comparison)) return undefined;
  const text = `This is the latest update of ${where}, since ${latest.start_time}.`;
  if (wire.silent === true) return { id, text: `${text} Nothing was sent.` };
  const unshown = "StatusHub doesn't show whether subscribers got it.";
  return { id, text: `${text} ${unshown}`, inDoubt: { question: "Post it again?", unattended: undefined } };
}

/** Finds a draft of the same update that a maintenance may have made of our own POST. */
async function findDraftUpdate(
  hub: HubOfAccount,
  incident: Live,
  { updates, wire }: { readonly updates: readonly Live[] | undefined; readonly wire: Wire },
): Promise<Already | undefined> {
  const draft = updates?.find((each) => isDraft(each) && isSame(compare(each, wire)));
  if (draft === undefined || !(await mayBeOurs(hub, draft))) return undefined;
  return perhapsOurs(hub, incident.id);
}
