import type { Action, ChangedProperty } from "../engine/planned.ts";
import { cell, code, cutToComment } from "../terminal/markdown.ts";
import { asJson } from "../terminal/neutral.ts";
import { paint, plural } from "../terminal/paint.ts";
import type { HubReport, Report, ReportedRecord } from "./report.ts";

/** A value on one line, as JSON and shortened. */
function onOneLine(value: unknown): string {
  if (value === null) return "nothing";
  const text = asJson(value).replaceAll(/"(\[(?:secret|unknown)\])"/g, "$1");
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}

export function summary({ drift, counts, stacks }: Report): string {
  const { changed, deleted, different } = counts;
  const sentences = [
    ...(changed + deleted > 0 ? [`${changed} changed and ${deleted} deleted outside Pulumi.`] : []),
    ...(different > 0 ? [`${plural(different, "record differs", "records differ")} from the program: ${reasons}`] : []),
  ];
  const result = drift ? `Drift: ${sentences.join(" ")}` : "No drift: the page is as declared.";
  const signUps =
    counts.signUps > 0 ? plural(counts.signUps, "subscription of visitors", "subscriptions of visitors") : "";
  const records = counts.unmanaged > 0 ? plural(counts.unmanaged, "record") : "";
  const nobodys = [records, signUps].filter(Boolean).join(" and ");
  const unmanaged = nobodys === "" ? "" : ` No stack manages ${nobodys}.`;
  const where = stacks.length > 1 ? ` (${plural(stacks.length, "stack")})` : "";
  return `${result}${unmanaged}${where}`;
}

const reasons =
  "the program was edited and not deployed yet, or the page was changed outside Pulumi and a refresh wrote that into the state.";

export function renderText(report: Report): string {
  const hubs = report.hubs.map((hub) => [paint("bold", hub.hub), ...linesOf(hub)].join("\n"));
  return `${[...hubs, summary(report)].join("\n\n")}\n`;
}

const differences: Readonly<Record<Action, string>> = {
  create: "is declared and not in the state",
  update: "differs from the program",
  replace: "differs from the program, which replaces it",
  delete: "is in the state and no longer declared",
};

function linesOf({ changed, deleted, different, unmanaged, signUps }: HubReport): string[] {
  const details = (properties: readonly ChangedProperty[]) => properties.map((item) => `      ${describe(item)}`);
  return [
    ...changed.flatMap((record) => [
      `  ${paint("yellow", "~")} ${title(record)} was changed`,
      ...details(record.properties),
    ]),
    ...deleted.map((record) => `  ${paint("red", "-")} ${title(record)} was deleted`),
    ...different.flatMap((record) => [
      `  ${paint("cyan", ">")} ${title(record)} ${differences[record.action]}`,
      ...details(record.properties),
    ]),
    ...unmanaged.map(({ kind, id, label }) => `  ? ${kind} ${asJson(label)} (ID ${id}) is not managed`),
    ...(signUps === 0 ? [] : [`  ? ${plural(signUps, "subscription")} of visitors`]),
  ];
}

// Both values of a secret are masked, so only the difference itself can be reported.
const describe = ({ property, live, declared }: ChangedProperty) =>
  live === "[secret]" && declared === "[secret]"
    ? `${property}: differs from the declared secret`
    : `${property}: ${onOneLine(live)}, declared as ${onOneLine(declared)}`;

const title = ({ kind, name, id }: ReportedRecord) => `${kind} ${name}${id === "" ? "" : ` (ID ${id})`}`;

/** Renders the report for a pull request, an issue or a job summary. A long one is cut, and keeps its totals. */
export function renderMarkdown(report: Report): string {
  const head = `## Status page drift\n\n${summary(report)}\n`;
  // What isn't managed comes last, because the end may be cut.
  const rows = [...report.hubs.flatMap(rowsOf), ...report.hubs.flatMap(unmanagedRowsOf)];
  if (rows.length === 0) return head;
  const table = "\n| hub | record | | property | live | declared |\n|---|---|---|---|---|---|\n";
  return cutToComment(`${head}${table}`, rows, "row");
}

function rowOf(hub: string, record: string, what: string, ...values: string[]): string {
  return `| ${[hub, record, what, ...values, "", "", ""].slice(0, 6).map(cell).join(" | ")} |\n`;
}

function rowsOf({ hub, changed, deleted, different }: HubReport): string[] {
  const rows = (record: ReportedRecord, what: string, properties: readonly ChangedProperty[]) =>
    properties.length === 0
      ? [rowOf(hub, title(record), what)]
      : properties.map((item) =>
          rowOf(hub, title(record), what, item.property, code(onOneLine(item.live)), code(onOneLine(item.declared))),
        );
  return [
    ...changed.flatMap((record) => rows(record, "**changed**", record.properties)),
    ...deleted.map((record) => rowOf(hub, title(record), "**deleted**")),
    ...different.flatMap((record) => rows(record, differences[record.action], record.properties)),
  ];
}

const unmanagedRowsOf = ({ hub, unmanaged }: HubReport): string[] =>
  unmanaged.map(({ kind, id, label }) => rowOf(hub, `${kind} ${code(asJson(label))} (ID ${id})`, "not managed"));
