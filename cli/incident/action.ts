import { incidentTemplate } from "../../model/kinds/incident-template.ts";
import { noIncident } from "../errors/incident.ts";
import { type HubOptions, openNamedHub } from "../hub/account.ts";
import { findTemplate } from "../hub/template.ts";
import { TimeLimit } from "../project/time-limit.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson, note } from "../terminal/output.ts";
import type { IncidentResult } from "./ask-and-post.ts";
import { openIncident } from "./opening.ts";
import type { PostOptions } from "./plan.ts";
import { listInstead } from "./templates.ts";
import { updateIncident } from "./updating.ts";

export interface IncidentOptions extends HubOptions, Omit<PostOptions, "cwd"> {
  readonly json?: true;
}

/** An incident as the command line names it. */
export interface IncidentName {
  readonly hub?: string;
  readonly id: string;
}

export async function runOpen(template: string | undefined, options: IncidentOptions): Promise<void> {
  const given = limited(options);
  if (template === undefined) {
    const hub = given.hub === undefined ? [] : ["--hub", given.hub];
    return listInstead(["open", "<template>", ...hub], given);
  }
  const found = await findTemplate(incidentTemplate, template, given);
  print(await openIncident(found, options), options);
}

export async function runUpdate(
  incident: IncidentName,
  template: string | undefined,
  { isResolving = false, ...options }: IncidentOptions & { readonly isResolving?: boolean },
): Promise<void> {
  const isOtherHub = incident.hub !== undefined && options.hub !== undefined && incident.hub !== options.hub;
  if (isOtherHub) throw new CommandError(noIncident.address());
  const { id, ...ofIncident } = incident;
  const given = limited({ ...options, ...ofIncident });
  if (template === undefined && !isResolving) {
    const name = given.hub === undefined ? id : `${given.hub}/${id}`;
    return listInstead(["update", name, "<template>"], given);
  }
  const found = template === undefined ? undefined : await findTemplate(incidentTemplate, template, given);
  const hub = found ?? (await openNamedHub(given));
  print(await updateIncident(hub, { id, template: found, isResolving }, given), options);
}

/** Pulumi only helps to find the account and the template. */
const limited = <Options extends IncidentOptions>(options: Options): Options => ({
  ...options,
  limit: new TimeLimit(),
});

function print({ text, hub, id, title, sent, subscriptions }: IncidentResult, { json }: IncidentOptions): void {
  // Whoever reads a log learns what a program doesn't need.
  if (json) note(text);
  process.stdout.write(`${json ? asJson({ hub, id, title, sent, subscriptions }, 2) : text}\n`);
}
