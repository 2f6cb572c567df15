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
    const counts = { pulumi: 0, ours: 0, rateLimited: 0 };
    const counted = async (of: "pulumi" | "ours", run: () => Promise<number>) => {
      service.emulator.clearRequests();
      const time = await run();
      const { requests } = service.emulator;
      counts[of] = requests.length;
      counts.rateLimited += requests.filter(({ status }) => status === 429).length;
      return time;
    };
    const times = await inTurns(
      () => counted("ours", () => stack.timeOfOurs(["preview"], service)),
      () => counted("pulumi", () => stack.timeOf(refreshPreview, service)),
    );
    const differences = times.ours.map((time, index) => time - (times.reference[index] ?? Number.NaN));
    const more = median(differences);
    return {
      what: `preview of ${count.toLocaleString("en")} services, rehearsed`,
      ours: `${seconds(more)} more, ${counts.rateLimited} x 429`,
      bar: `${seconds(most)} more, 0 x 429`,
      verdict: verdictOn(more <= most && counts.rateLimited === 0),
      detail:
        `${seconds(median(times.ours))} and ${counts.ours} GETs against ${seconds(median(times.reference))} and ${counts.pulumi} GETs of ` +
        `pulumi preview --refresh, ${differences.length} pairs of ${differences.map(seconds).join(", ")} more`,
    };
  } finally {
    await Promise.all([stack.close(), service.close(), unlimited.close()]);
  }
}
