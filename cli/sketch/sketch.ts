import { resolve } from "node:path";
import { type Sketch, type SketchedUpdate, sketchPage } from "../../emulator/site/sketch-page.ts";
import { formatInstant } from "../../model/api/instant.ts";
import type { PreviewReport } from "../preview/facts.ts";
import { notKnown, previewInWords } from "../preview/words.ts";
import { replaceFile } from "../program/write-files.ts";
import { labelsOfHubs } from "../rehearsal/names.ts";
import type { Page } from "../rehearsal/page.ts";
import type { Rehearsal } from "../rehearsal/rehearse.ts";
import type { Description, Line, Quote, Section } from "../report/render.ts";
import type { SourcePosition } from "../report/source-position.ts";
import type { PlannedStack } from "../report/stacks.ts";
import { asJson, neutralized, note } from "../terminal/output.ts";
import { hubAt, readIncidents, readParts } from "./hub.ts";

/* What visitors see of each hub that an update changes, before and after it, as a file to look at. */

interface Destination {
  /** Where the file is written. */
  readonly page: string;
  readonly cwd: string;
}

/** Writes a sketch of a rehearsed update to a file. */
export async function writeSketch(
  stacks: readonly PlannedStack[],
  rehearsal: Rehearsal,
  report: PreviewReport,
  { page, cwd }: Destination,
): Promise<void> {
  replaceFile(resolve(cwd, page), await renderSketch(stacks, rehearsal, report));
  note(`Wrote a sketch of the page to ${page}.`);
}

/** Renders a sketch of a rehearsed update as HTML. */
export async function renderSketch(
  stacks: readonly PlannedStack[],
  rehearsal: Rehearsal,
  report: PreviewReport,
): Promise<string> {
  const description = previewInWords(report)(inFull);
  const updates = await sketchedUpdates(stacks, rehearsal, report);
  const [page] = rehearsal.pages;
  return sketchPage({
    stacks: report.stacks,
    time: formatInstant(page?.now() ?? Date.now()),
    summary: description.summary,
    remarks: remarksIn(description),
    updates,
  });
}

/** The templates of the page escape each text. */
const inFull: Quote = Object.assign((text: string) => `"${neutralized(text)}"`, {
  message: neutralized,
  value: asJson,
  place: ({ path, line }: SourcePosition) => neutralized(`${path}:${line}`),
});

/** What the page doesn't show. */
function remarksIn({ top = [], hubs }: Description): Sketch["remarks"] {
  const isUnknown = ({ heading }: Section) => heading === notKnown;
  return [
    ...top.map(({ heading, lines }) => ({ heading, lines: lines.map(inOneLine) })),
    ...hubs.flatMap(({ hub, rest }) =>
      rest
        .filter(isUnknown)
        .map(({ heading, lines }) => ({ heading: `${hub}: ${heading}`, lines: lines.map(inOneLine) })),
    ),
  ];
}

const inOneLine = ({ text, details = [] }: Line): string => [text, ...details].join(": ");

async function sketchedUpdates(
  stacks: readonly PlannedStack[],
  rehearsal: Rehearsal,
  report: PreviewReport,
): Promise<SketchedUpdate[]> {
  const labelOfHub = labelsOfHubs(stacks);
  const isFailing = report.failures.length > 0;
  const updates: SketchedUpdate[] = [];
  for (const page of rehearsal.pages) {
    for (const hubId of changedHubs(rehearsal, page)) {
      const known = {
        ...(await readParts(page, hubId, rehearsal)),
        incidents: await readIncidents(page, hubId),
        owners: rehearsal.ownersOn(page),
      };
      const before = hubAt(rehearsal.beforeOn(page), hubId, known);
      const after = isFailing ? undefined : hubAt(rehearsal.afterOn(page), hubId, known);
      updates.push({ hub: labelOfHub(page, hubId), before, after });
    }
  }
  return updates;
}

function changedHubs({ changes }: Rehearsal, page: Page): Set<number> {
  return new Set(changes.filter((change) => change.page === page).map(({ hubId }) => hubId));
}
