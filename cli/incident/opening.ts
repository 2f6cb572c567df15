import type { Live, Wire } from "../../model/api/form.ts";
import { advise } from "../advice.ts";
import { describeAccount } from "../connection.ts";
import type { HubOfAccount } from "../hub/account.ts";
import type { Template } from "../hub/template.ts";
import { asJson } from "../terminal/output.ts";
import { findOpened } from "./already.ts";
import { statusesInWords } from "./announcement.ts";
import { incidentsOn, isDraft } from "./incidents.ts";
import { compare, isSame, mayHaveMade, servicesIn } from "./same.ts";
import { type Post, requireFor, type Sent, send, wireFrom } from "./send.ts";
import type { SendOptions } from "./send-options.ts";

/** Opens an incident, unless an open one was opened with the same, or says the same now. */
export function openIncident(template: Template, options: SendOptions): Promise<Sent> {
  return send(template, options, { verb: "create" }, () => opening(template, options));
}

async function opening(template: Template, options: SendOptions): Promise<Post> {
  requireFor("open", template);
  const { subdomain, account } = template;
  const wire = wireFrom(template.values, options);
  const place = `${subdomain} (${describeAccount(account.client.connection)})`;
  let before: readonly string[] = [];
  return {
    wire,
    after: 0,
    announcement: `${asJson(wire.title)} opens on ${place}: ${await statusesInWords(template, wire)}`,
    services: servicesIn(wire),

    async findAlready() {
      before = (await incidentsOn(template).listOpen()).map(({ id }) => String(id));
      return findOpened(template, wire, options);
    },

    async findMade() {
      const since = (await incidentsOn(template).listOpen()).filter(({ id }) => !before.includes(String(id)));
      const opened = await Promise.all(since.map((live) => withFirstUpdate(template, live)));
      return opened.filter(({ first }) => mayHaveMade(first, wire)).map(({ live }) => live);
    },

    async describe(id) {
      const shown = `${subdomain}/${id}`;
      if (options.draft) return `Saved ${shown} as a draft. Publish or delete it in the control panel.`;
      const earlier = await findTwin(template, id, wire).catch(() => undefined);
      if (earlier === undefined) return `Opened ${shown}.\n${nextCommands(template, shown, options)}`;
      const resolve = commandFor(template, ["incident", "resolve", shown, "--silent"], options);
      return `Opened ${shown}, but ${subdomain}/${earlier.id} was opened with the same before it. Resolve yours:\n  ${resolve}`;
    },
  };
}

/** An incident, with the update that opened it or, if updates aren't listed, what the incident shows of it. */
async function withFirstUpdate(hub: HubOfAccount, live: Live) {
  const updates = await incidentsOn(hub).listUpdates(live.id);
  return { live, first: updates?.at(-1) ?? { title: live.title } };
}

/** Finds an open incident that somebody else has opened with the same before ours: of two, the one with the lower ID stays. */
async function findTwin(hub: HubOfAccount, id: string, wire: Wire): Promise<Live | undefined> {
  const open = await incidentsOn(hub).listOpen();
  const earlier = open.filter((live) => !isDraft(live) && Number(live.id) < Number(id));
  const opened = await Promise.all(earlier.map((live) => withFirstUpdate(hub, live)));
  return opened.find(({ first }) => isSame(compare(first, wire)))?.live;
}

/** Returns the commands that come next. Which words they need is for people to choose: without a template, they list them. */
const nextCommands = (hub: HubOfAccount, shown: string, options: SendOptions): string =>
  ["update", "resolve"].map((verb) => `  ${commandFor(hub, ["incident", verb, shown], options)}`).join("\n");

const commandFor = ({ whereabouts }: HubOfAccount, args: readonly string[], options: SendOptions) =>
  advise("npx pulumi-statushub", args, { ...options, ...whereabouts });
