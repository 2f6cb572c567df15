import { definitions } from "../../model/kinds/index.ts";
import type { DriftReport } from "../drift/facts.ts";
import type { DriftOptions } from "../drift/report.ts";
import { adviseReport, driftSummary, type Where } from "../drift/words.ts";
import { type LinkTo, linksOnGitHub, linksOnTerminal } from "../report/links.ts";
import { cutToComment, type Quote, quoteInMarkdown, quoteInText } from "../report/render.ts";
import { asJson, joinWithAnd, paint, plural } from "../terminal/output.ts";
import type { KeepReport, KeptProperty, KeptRecord, NewRecord, ReferringResource } from "./facts.ts";

/** What to do about one record. */
interface Part {
  readonly heading: string;
  /** Lines for the program. */
  readonly code: readonly string[];
  readonly notes: readonly string[];
}

export function printKept(report: KeepReport, drift: DriftReport, { json, markdown, ...where }: DriftOptions): void {
  const { stdout, env } = process;
  if (json) stdout.write(`${asJson(report, 2)}\n`);
  else if (markdown) stdout.write(keptInMarkdown(report, drift, { ...where, linkTo: linksOnGitHub(where.cwd, env) }));
  else stdout.write(keptInText(report, drift, { ...where, linkTo: linksOnTerminal(where.cwd, stdout, env) }));
}

interface Rendering extends Where {
  readonly linkTo?: LinkTo;
}

export function keptInText(report: KeepReport, drift: DriftReport, { linkTo, ...where }: Rendering): string {
  const quote = quoteInText(linkTo);
  const parts = partsIn(report, quote).map(({ heading, code: lines, notes }) =>
    [paint("bold", heading), ...lines, ...notes.map((text) => `    ${text}`)].join("\n"),
  );
  return `${[...parts, endingOf(report, drift, quote, where)].join("\n\n")}\n`;
}

/** Renders the report for an issue. A long one is cut, and keeps its ending, which comes first. */
export function keptInMarkdown(report: KeepReport, drift: DriftReport, { linkTo, ...where }: Rendering): string {
  const quote = quoteInMarkdown(linkTo);
  const parts = partsIn(report, quote).map(({ heading, code: lines, notes }) => {
    const block = lines.length === 0 ? "" : `\n${fenced(lines.join("\n"), report.language)}\n`;
    const list = notes.length === 0 ? "" : `\n${notes.map((text) => `- ${text}\n`).join("")}`;
    return `\n**${heading}**\n${block}${list}`;
  });
  const ending = endingOf(report, drift, quote, where);
  const whole = quote.message(adviseReport(["drift", "--keep"], where));
  const notShown = (left: number) => `${plural(left, "more record")} not shown: ${whole} prints everything.`;
  return cutToComment(`## Keep manual changes\n\n${ending}\n`, parts, notShown);
}

/** A text may contain a fence itself. */
function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

function partsIn({ stacks, records, unmanaged }: KeepReport, quote: Quote): Part[] {
  const areSeveral = stacks.length > 1;
  return [
    ...records.map((record) => partOf(record, areSeveral, quote)),
    ...unmanaged.map((record) => newPart(record, quote)),
  ];
}

function partOf(record: KeptRecord, areSeveral: boolean, quote: Quote): Part {
  const { kind, name, label, stack, sourcePosition, change, problem, properties, referredBy } = record;
  const inStack = areSeveral ? ` (stack ${quote(stack)})` : "";
  const named = sourcePosition
    ? `${quote.place(sourcePosition)}  ${kind} ${quote(name)}${inStack}`
    : `${kind} ${quote(label || name)} (resource ${quote(name)})${inStack}`;
  if (change === "deleted") {
    const notes = [
      "Deleted on the page, so remove this resource.",
      ...(problem === undefined ? [] : [`Look for it: ${problem}.`]),
      ...(isInState(record) ? ["A preview then shows that it leaves the state."] : []),
      ...referredBy.map((other) => referring(other, quote)),
    ];
    return { heading: named, code: [], notes };
  }
  return {
    heading: named,
    code: properties.flatMap(({ code: lines }) => (lines === undefined ? [] : [lines])),
    notes: [
      ...(problem === undefined ? [] : [`No lines to paste: ${problem}. The page has:`]),
      ...properties.flatMap((property) => noteOn(property, quote)),
    ],
  };
}

/** A refresh keeps what the API can restore. */
const isInState = ({ kind }: KeptRecord) => definitions[kind]?.operations.restore !== undefined;

const referring = ({ kind, name, properties }: ReferringResource, quote: Quote) =>
  `${kind} ${quote(name)} refers to it in ${joinWithAnd([...properties])}.`;

function noteOn({ property, value, code: lines, command, problem }: KeptProperty, quote: Quote): string[] {
  if (lines !== undefined) return [];
  if (command !== undefined)
    return [`${property} is a secret. Set it, and enter what the page has: ${quote.message(command)}`];
  const is = `${property} is ${quote.value(value)}`;
  return [problem === undefined ? is : `${is}, but ${problem}.`];
}

const newPart = ({ kind, label, id, how }: NewRecord, quote: Quote): Part => ({
  heading: `${kind} ${quote(label)} (ID ${id})`,
  code: [],
  notes: [`In no stack. To manage it: ${quote.message(how)}`],
});

function endingOf({ records, unmanaged }: KeepReport, drift: DriftReport, quote: Quote, where: Where): string {
  if (records.length === 0 && unmanaged.length === 0) return driftSummary(drift, quote, where);
  const { different, archived } = drift.counts;
  const areLines = records.some(({ properties }) => properties.some(({ code }) => code !== undefined));
  const preview = quote.message(adviseReport(["preview"], where));
  const lines = areLines
    ? `Put these lines into your program. Then ${preview} shows no change of these properties.`
    : "There are no lines to paste.";
  const others = [
    ...(different > 0 ? [`${plural(different, "record differs", "records differ")} from the program`] : []),
    ...(archived > 0 ? [`${plural(archived, "service is", "services are")} archived`] : []),
  ];
  return others.length === 0 ? lines : `${lines} Besides manual changes, ${joinWithAnd(others)}: drift says more.`;
}
