import { generalGuesses } from "../../model/guesses/index.ts";
import { limits } from "../../provider/inspect.ts";
import type { ReportOptions } from "../options.ts";
import { withRefreshed } from "../rehearsal/refresh.ts";
import { type Rehearsal, rehearse } from "../rehearsal/rehearse.ts";
import { otherVersionsIn } from "../rehearsal/replies.ts";
import type { Report } from "../report/report.ts";
import type { PlannedStack } from "../report/stacks.ts";
import type { PreviewReport } from "./facts.ts";
import { type Content, contentOf, hubNamesIn, isChanged, previewOfHub, resourceOf } from "./hub-preview.ts";
import { previewInWords } from "./words.ts";

export interface PreviewOptions extends ReportOptions {
  /** A file for a sketch of the page. @default none is written */
  readonly page?: string;
}

export const preview: Report<PreviewReport, PreviewOptions> = {
  facts: async (planned, { page, cwd }, planAgain) => {
    const { stacks, rehearsal } = await rehearseLatest(planned, planAgain);
    try {
      const report = await createPreview(stacks, rehearsal);
      if (page !== undefined) {
        const { writeSketch } = await import("../sketch/sketch.ts");
        await writeSketch(stacks, rehearsal, report, { page, cwd });
      }
      return report;
    } finally {
      await rehearsal.close();
    }
  },
  words: previewInWords,
  exitCode: ({ fails, changes }) => {
    if (fails) return 1;
    return changes ? 2 : 0;
  },
};

/** If the page or a stack has changed since the plan, everything is done once more. */
async function rehearseLatest(planned: readonly PlannedStack[], planAgain: () => Promise<readonly PlannedStack[]>) {
  const first = await rehearse(planned);
  if (!first.isOutdated) return { stacks: planned, rehearsal: first };
  await first.close();
  const stacks = await planAgain();
  return { stacks, rehearsal: await rehearse(stacks) };
}

/** Creates the report about stacks that were rehearsed in this order. */
export async function createPreview(planned: readonly PlannedStack[], rehearsal: Rehearsal): Promise<PreviewReport> {
  const { stages, writes, isOutdated } = rehearsal;
  const stacks = withRefreshed(planned, stages);
  const content = await contentOf(stacks, rehearsal);
  const hubs = hubNamesIn(content).map((hub) => previewOfHub(hub, content));
  const otherVersions = [...new Set(stacks.flatMap(otherVersionsIn))].sort();
  const isSameVersion = otherVersions.length === 0;
  // If the page is changing, what fails on its copy may succeed on the page that the update meets.
  const failures = isOutdated ? [] : failuresOf(rehearsal, isSameVersion, content);
  const undone = isOutdated ? [] : undoneOf(rehearsal, content);
  return {
    version: 2,
    changes: hubs.some(isChanged) || isOutdated || writes > 0 || failures.length > 0,
    fails: failures.some(({ certain }) => certain),
    outdated: isOutdated,
    otherVersions,
    failures,
    undone,
    stacks: stacks.map(({ stack }) => stack),
    writes,
    guesses: writes > 0 ? generalGuesses : [],
    seconds: Math.ceil(writes / limits.writesPerSecond),
    hubs: hubs.filter((hub) => isChanged(hub) || hub.interrupted.length > 0),
  };
}

/** Says at which steps the update fails. Another version of the provider than the one that has rehearsed may do something else. */
function failuresOf({ stages }: Rehearsal, isSameVersion: boolean, content: Content): PreviewReport["failures"] {
  const failures = stages.flatMap((stage) => stage.failures);
  return failures.map((failure) => {
    const { hub, message, guesses, isCertain } = failure;
    return { ...resourceOf(failure, content), hub, message, certain: isCertain && isSameVersion, guesses };
  });
}

function undoneOf({ stages }: Rehearsal, content: Content): PreviewReport["undone"] {
  const undone = stages.flatMap((stage) => stage.undone);
  return undone.map((subject) => ({ ...resourceOf(subject, content), hub: subject.hub }));
}
