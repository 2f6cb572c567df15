import { paint, plural } from "../terminal/paint.ts";
import type { ChangedProperty, HubReport, Report, ReportedResource } from "./report.ts";

/** A value in a line: short, and plain JSON where it is no text. */
function shown(value: unknown): string {
  if (value === null) return "nothing";
  const text = JSON.stringify(value).replaceAll('"[secret]"', "[secret]");
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}

/** The result in one sentence. */
export function summary({ drift, counts, stacks }: Report): string {
  const what = drift
    ? `Drift: ${counts.changed} changed and ${counts.deleted} deleted by hand.`
    : "No drift: the page is as declared.";
  const pending = counts.pending > 0 ? ` The program itself changes ${plural(counts.pending, "record")}.` : "";
  const unmanaged = counts.unmanaged > 0 ? ` No program owns ${plural(counts.unmanaged, "record")}.` : "";
  const where = stacks.length > 1 ? ` (${plural(stacks.length, "stack")})` : "";
  return `${what}${pending}${unmanaged}${where}`;
}

/** For a terminal. */
export function renderText(report: Report): string {
  const hubs = report.hubs.map((hub) => [paint("bold", hub.hub), ...linesOf(hub)].join("\n"));
  return `${[...hubs, summary(report)].join("\n\n")}\n`;
}

function linesOf({ changed, deleted, pending, unmanaged }: HubReport): string[] {
  return [
    ...changed.flatMap((resource) => [
      `  ${paint("yellow", "~")} ${title(resource)} was changed`,
      ...resource.properties.map((property) => `      ${describe(property)}`),
    ]),
    ...deleted.map((resource) => `  ${paint("red", "-")} ${title(resource)} was deleted`),
    ...pending.map((resource) => `  ${paint("cyan", ">")} ${title(resource)} is changed by the program, no drift`),
    ...unmanaged.map(({ kind, id, label }) => `  ? ${kind} ${JSON.stringify(label)} (id ${id}) has no owner`),
  ];
}

// Both values of a secret are masked: that they differ is all that can be said.
const describe = ({ property, live, declared }: ChangedProperty) =>
  live === "[secret]" && declared === "[secret]"
    ? `${property}: another secret than declared`
    : `${property}: ${shown(live)}, declared as ${shown(declared)}`;

const title = ({ kind, name, id }: ReportedResource) => `${kind} ${name}${id === "" ? "" : ` (id ${id})`}`;

/** Comments and issues of GitHub end at 65,536 characters. */
const longest = 60_000;

/** For a pull request, an issue or a job summary. The totals stay when it is cut. */
export function renderMarkdown(report: Report): string {
  const head = `## Status page drift\n\n${summary(report)}\n`;
  const rows = report.hubs.flatMap(rowsOf);
  if (rows.length === 0) return head;
  const table = "\n| hub | record | property | live | declared |\n|---|---|---|---|---|\n";
  let text = `${head}${table}`;
  for (const [index, row] of rows.entries()) {
    if (text.length + row.length > longest) return `${text}\n${plural(rows.length - index, "more row")} not shown.\n`;
    text += row;
  }
  return text;
}

function rowsOf({ hub, changed, deleted, pending, unmanaged }: HubReport): string[] {
  const row = (...cells: string[]) => `| ${[hub, ...cells].map(cell).join(" | ")} |\n`;
  const changedRow = (resource: ReportedResource, { property, live, declared }: ChangedProperty) =>
    row(title(resource), property, code(shown(live)), code(shown(declared)));
  return [
    ...changed.flatMap((resource) => resource.properties.map((property) => changedRow(resource, property))),
    ...deleted.map((resource) => row(title(resource), "", "**deleted**", "")),
    ...pending.map((resource) => row(title(resource), "", "", "changed by the program, no drift")),
    ...unmanaged.map(({ kind, id, label }) =>
      row(`${kind} ${code(JSON.stringify(label))} (id ${id})`, "", "no owner", ""),
    ),
  ];
}

// What stands in a record was written by anybody: it must neither end a cell nor become markup.
const cell = (text: string) => text.replaceAll("|", "\\|").replace(/\s+/g, " ");
const code = (text: string) => {
  const fence = "`".repeat(Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1);
  return fence.length > 1 ? `${fence} ${text} ${fence}` : `${fence}${text}${fence}`;
};
