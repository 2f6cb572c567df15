import type { Wire } from "../../model/api/form.ts";
import { adviseOn } from "../advice.ts";
import { briefly, type HubOfAccount, placeInWords } from "../hub/account.ts";
import type { Template } from "../hub/template.ts";
import { asJson, joinWithAnd } from "../terminal/output.ts";
import { lookForOpen } from "./already-open.ts";
import { askAndPost, type IncidentResult } from "./ask-and-post.ts";
import { Incidents } from "./incidents.ts";
import { requireFor, servicesIn, wireFrom } from "./message.ts";
import { type Appeared, keyOf, type Look, type PlannedPost, type PostOptions } from "./plan.ts";
import { isDraft, type Present } from "./present.ts";
import { compareUpdate, isPublishedSame, resembles } from "./same.ts";
import { servicesOn, statusesInWords } from "./services.ts";

/** Opens an incident, unless an open one was opened with the same, or says the same now. */
export function openIncident(template: Template, options: PostOptions): Promise<IncidentResult> {
  return askAndPost(template, options, { verb: "create" }, () => planOpening(template, options));
}

async function planOpening(template: Template, options: PostOptions): Promise<PlannedPost> {
  requireFor("open", template);
  const wire = wireFrom(template.values, options);
  const statuses = await statusesInWords(servicesOn(briefly(template)), wire);
  return {
    wire,
    after: 0,
    announcement: `${asJson(wire.title)} opens on ${placeInWords(template)}: ${statuses}`,
    services: servicesIn([wire]),
    look: () => lookForOpen(template, wire, options),
    findAppeared: (hub, before) => findAppeared(hub, wire, before),
    describeDone: (ownId, others) => describeOpened(template, { ownId, others, wire }, options),
    describeDoneByOthers: async (hub, appeared) => describeOpenedByOthers(hub, wire, appeared),
  };
}

/** Finds the open incidents that weren't there before, and resemble a message, also drafts. */
async function findAppeared(hub: HubOfAccount, wire: Wire, before: Look): Promise<Appeared[]> {
  const open = await new Incidents(hub).listOpen();
  const appeared = open.filter(({ live }) => !before.seen.has(keyOf(live))).map(appearedFrom);
  return appeared.filter(({ shown }) => resembles(shown, wire));
}

/** Shows what an incident was opened with or, if StatusHub shows no update, its title. */
function appearedFrom({ live, published, drafts }: Present): Appeared {
  const opening = published.at(-1) ?? drafts.at(-1);
  const { title } = live;
  return { id: live.id, shown: opening ?? { title }, isDraft: isDraft(live) };
}

interface Opened {
  /** ID of our incident. */
  readonly ownId: unknown;
  /** What others have opened with the same at the same moment. */
  readonly others: readonly Appeared[];
  readonly wire: Wire;
}

function describeOpened(hub: HubOfAccount, { ownId, others, wire }: Opened, options: PostOptions): string {
  const own = `${hub.subdomain}/${ownId}`;
  if (options.draft) return `Saved ${own} as a draft. Publish or delete it in the control panel.`;
  // The one with the lower ID stays. Whoever has opened the other one resolves it.
  const earlier = others.find(({ id }) => Number(id) < Number(ownId));
  if (earlier === undefined) return `Opened ${own}.\n${nextCommands(hub, own, options)}`;
  const other = `${hub.subdomain}/${earlier.id}`;
  const resolve = adviseOn(hub, ["incident", "resolve", own, "--silent"], options);
  const isPartlyShown = compareUpdate(earlier.shown, wire).notShown.length > 0;
  if (isPartlyShown) {
    return `Opened ${own}. At the same moment, ${other} was opened with the same title. If it says the same, resolve yours:\n  ${resolve}`;
  }
  return `Opened ${own}, but ${other} was opened with the same just before. Resolve yours:\n  ${resolve}`;
}

/** Returns the commands that come next. Which words they need is for people to choose: without a template, they list them. */
const nextCommands = (hub: HubOfAccount, own: string, options: PostOptions): string =>
  ["update", "resolve"].map((verb) => `  ${adviseOn(hub, ["incident", verb, own], options)}`).join("\n");

function describeOpenedByOthers(
  { subdomain }: HubOfAccount,
  wire: Wire,
  appeared: readonly Appeared[],
): string | undefined {
  const same = appeared.filter((each) => isPublishedSame(each, wire));
  if (same.length === 0) return undefined;
  const names = joinWithAnd(same.map(({ id }) => `${subdomain}/${id}`));
  return `Somebody has opened ${names} with the same at this moment.`;
}
