import type { Live, Wire } from "../../model/api/form.ts";
import { adviseOn } from "../advice.ts";
import { briefly, type HubOfAccount, placeInWords } from "../hub/account.ts";
import type { Template } from "../hub/template.ts";
import { asJson, joinWithAnd } from "../terminal/output.ts";
import { lookForOpen } from "./already-open.ts";
import { askAndPost, type IncidentResult } from "./ask-and-post.ts";
import { incidentsOn, isDraft } from "./incidents.ts";
import { requireFor, servicesIn, wireFrom } from "./message.ts";
import { type Appeared, keyOf, type Look, type PlannedPost, type PostOptions } from "./plan.ts";
import { compareUpdate, isSame, resembles } from "./same.ts";
import { servicesOn, statusesInWords } from "./services.ts";

/** Opens an incident, unless an open one was opened with the same, or says the same now. */
export function openIncident(template: Template, options: PostOptions): Promise<IncidentResult> {
  return askAndPost(template, options, { verb: "create" }, () => opening(template, options));
}

async function opening(template: Template, options: PostOptions): Promise<PlannedPost> {
  requireFor("open", template);
  const { subdomain } = template;
  const wire = wireFrom(template.values, options);
  return {
    wire,
    after: 0,
    announcement: `${asJson(wire.title)} opens on ${placeInWords(template)}: ${await statusesInWords(servicesOn(briefly(template)), wire)}`,
    services: servicesIn([wire]),
    look: () => lookForOpen(template, wire, options),
    findAppeared: (hub, since) => findAppeared(hub, wire, since),
    describeDone: (own, twins) => describeOpened(template, { own, twins, wire }, options),
    async describeDoneByOthers(_, appeared) {
      const same = appeared.filter(({ shown, isDraft: isHidden }) => !isHidden && isSame(compareUpdate(shown, wire)));
      const names = joinWithAnd(same.map(({ id }) => `${subdomain}/${id}`));
      return same.length === 0 ? undefined : `Somebody has opened ${names} with the same at this moment.`;
    },
  };
}

/** Finds what has been opened since, with what resembles a message, also as a draft. */
async function findAppeared(hub: HubOfAccount, wire: Wire, { seen }: Look): Promise<Appeared[]> {
  const open = await incidentsOn(hub).listOpen();
  return open
    .filter(({ live }) => !seen.has(keyOf(live)))
    .map(({ live, published, drafts }) => {
      const first = published.at(-1) ?? drafts.at(-1);
      return { id: live.id, shown: first ?? titleOf(live), isDraft: isDraft(live) };
    })
    .filter(({ shown }) => resembles(shown, wire));
}

const titleOf = ({ title }: Live): Live => ({ title }) as Live;

interface Opened {
  /** ID of our incident. */
  readonly own: unknown;
  /** What others have opened at the same moment. */
  readonly twins: readonly Appeared[];
  readonly wire: Wire;
}

function describeOpened(hub: HubOfAccount, { own, twins, wire }: Opened, options: PostOptions): string {
  const shown = `${hub.subdomain}/${own}`;
  if (options.draft) return `Saved ${shown} as a draft. Publish or delete it in the control panel.`;
  // The one with the lower ID stays. Whoever has opened the other one resolves it.
  const earlier = twins.find(({ id }) => Number(id) < Number(own));
  if (earlier === undefined) return `Opened ${shown}.\n${nextCommands(hub, shown, options)}`;
  const other = `${hub.subdomain}/${earlier.id}`;
  const resolve = adviseOn(hub, ["incident", "resolve", shown, "--silent"], options);
  const isPartlyShown = compareUpdate(earlier.shown, wire).notShown.length > 0;
  if (isPartlyShown) {
    return `Opened ${shown}. At the same moment, ${other} was opened with the same title. If it says the same, resolve yours:\n  ${resolve}`;
  }
  return `Opened ${shown}, but ${other} was opened with the same just before. Resolve yours:\n  ${resolve}`;
}

/** Returns the commands that come next. Which words they need is for people to choose: without a template, they list them. */
const nextCommands = (hub: HubOfAccount, shown: string, options: PostOptions): string =>
  ["update", "resolve"].map((verb) => `  ${adviseOn(hub, ["incident", verb, shown], options)}`).join("\n");
