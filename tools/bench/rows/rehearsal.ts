import { inTurns, type Measure, median, type Row, seconds, verdictOn } from "../row.ts";
import { createService, steady } from "../service.ts";
import { createStack, refreshPreview, up } from "../stack.ts";

/** In milliseconds: it waits a whole second for the limit, reads the state twice, and plays the update. */
const most = 3000;

export const rehearsal: Row = {
  name: "rehearsal",
  title: "100 and 1,000 services that have not changed: pulumi-statushub preview beside pulumi preview --refresh",
  seconds: { full: 480, quick: 90 },
  async measure(isQuick) {
    return [await measureUnchanged(100), ...(isQuick ? [] : [await measureUnchanged(1000)])];
  },
};

async function measureUnchanged(count: number): Promise<Measure> {
  const stack = await createStack("ours", count);
  const unlimited = await createService({ limits: "off" });
  const service = await createService({}, steady);
  try {
    await stack.timeOf(up(), unlimited);
    service.emulator.restore(unlimited.emulator.snapshot());
    const measureRun = async (run: () => Promise<number>): Promise<Run> => {
      service.emulator.clearRequests();
      const time = await run();
      const { requests } = service.emulator;
      const rateLimited = requests.filter(({ status }) => status === 429).length;
      return { time, gets: requests.length, rateLimited };
    };
    const { ours, reference } = await inTurns(
      () => measureRun(() => stack.timeOfOurs(["preview"], service)),
      () => measureRun(() => stack.timeOf(refreshPreview, service)),
    );
    const differences = ours.map(({ time }, index) => time - (reference[index]?.time ?? Number.NaN));
    const more = median(differences);
    const rateLimited = [...ours, ...reference].reduce((sum, run) => sum + run.rateLimited, 0);
    return {
      what: `preview of ${count.toLocaleString("en")} services, rehearsed`,
      ours: `${seconds(more)} more, ${rateLimited} x 429`,
      bar: `${seconds(most)} more, 0 x 429`,
      verdict: verdictOn(more <= most && rateLimited === 0),
      detail:
        `${inWords(ours)} against ${inWords(reference)} of pulumi preview --refresh, ` +
        `${differences.length} pairs of ${differences.map(seconds).join(", ")} more`,
    };
  } finally {
    await Promise.all([stack.close(), service.close(), unlimited.close()]);
  }
}

interface Run {
  /** In milliseconds. */
  readonly time: number;
  readonly gets: number;
  readonly rateLimited: number;
}

/** The requests are those of the last run. */
const inWords = (runs: readonly Run[]): string =>
  `${seconds(median(runs.map(({ time }) => time)))} and ${runs.at(-1)?.gets} GETs`;
