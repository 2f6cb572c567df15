import type { Live, Wire } from "../../model/api/form.ts";
import { incidentTemplate } from "../../model/kinds/incident-template.ts";
import { adviseOn } from "../advice.ts";
import { noReference } from "../errors/incident.ts";
import { briefly, type HubOptions, placeInWords } from "../hub/account.ts";
import { type HubTemplates, listTemplates } from "../hub/template-list.ts";
import { CommandError } from "../terminal/failure.ts";
import { asJson } from "../terminal/output.ts";
import { statusesIn } from "./message.ts";
import { servicesOn, statusesInWords } from "./services.ts";

interface ListOptions extends HubOptions {
  readonly json?: true;
}

/** A template as the command line can name it. */
interface ListedTemplate {
  readonly hub: string;
  readonly id: number;
  /** In the stack; null if it isn't there. */
  readonly name: string | null;
  readonly title: unknown;
  readonly type: unknown;
  readonly services: readonly unknown[];
}

/**
 * Lists the incident templates, so that somebody on call finds one. Which words they are is for people to choose.
 *
 * @param words of the command that needs one
 * @throws CommandError always, because nothing was sent
 */
export async function listInstead(words: readonly string[], options: ListOptions): Promise<never> {
  const { hubs, problem } = await listTemplates(incidentTemplate, options);
  if (options.json) process.stdout.write(`${asJson(hubs.flatMap(plainTemplates), 2)}\n`);
  else for (const hub of hubs) process.stdout.write(`${await describeTemplates(hub)}\n`);
  const command = adviseOn(hubs[0]?.hub ?? {}, ["incident", ...words], options);
  const why = problem === undefined ? "" : ` The names in the stack aren't known: ${problem}`;
  const isEmpty = hubs.every(({ templates }) => templates.length === 0);
  throw new CommandError(isEmpty ? noReference.none({ why }) : noReference.listed({ command, why }));
}

const plainTemplates = ({ hub, templates }: HubTemplates): ListedTemplate[] =>
  templates.map(({ live, name }) => ({
    hub: hub.subdomain,
    id: Number(live.id),
    name: name ?? null,
    title: live.title ?? null,
    type: live.incident_type ?? null,
    services: statusesIn(live),
  }));

async function describeTemplates({ hub, templates }: HubTemplates): Promise<string> {
  const place = placeInWords(hub);
  if (templates.length === 0) return `No incident template on ${place}.`;
  const services = servicesOn(briefly(hub));
  const rows = templates.map(async ({ live, name }) => [
    name ?? String(live.id),
    titleOf(live),
    String(live.incident_type ?? "no type"),
    await statusesInWords(services, live as unknown as Wire),
  ]);
  return [`Incident templates on ${place}:`, ...inColumns(await Promise.all(rows))].join("\n");
}

const titleOf = ({ title }: Live): string => (title ? asJson(title) : "no title");

function inColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd());
}
