import type { LoggedRequest } from "../../../emulator/index.ts";
import type { ProgramName } from "../program/index.ts";
import { compared, inTurns, type Measure, type Row, type Turns } from "../row.ts";
import { createService, steady } from "../service.ts";
import { createStack, preview as plain, refreshPreview, up } from "../stack.ts";

export const preview: Row = {
  name: "preview",
  title: "100 and 1,000 services that have not changed: preview, and preview with refresh",
  seconds: { full: 480, quick: 90 },
  async measure(isQuick) {
    const measures: Measure[] = [];
    for (const count of isQuick ? [100] : [100, 1000]) measures.push(...(await measureUnchanged(count)));
    return measures;
  },
};

/** Compares with the same program of trivial dynamic resources. */
async function measureUnchanged(count: number): Promise<Measure[]> {
  const deployed = await Promise.all([deploy("ours", count), deploy("trivial", count)]);
  const [ours, trivial] = deployed;
  try {
    const turns = await inTurns(ours.measure, trivial.measure);
    const services = `${count.toLocaleString("en")} services`;
    const reference = "a trivial resource";
    const refreshing = { what: `preview --refresh of ${services}`, reference, most: 1.15 };
    const previewing = { what: `preview of ${services}`, reference, most: 1.06 };
    return [
      withRequests(compared(refreshing, timesOf(turns, "refresh")), ours.service.emulator.requests),
      compared(previewing, timesOf(turns, "preview")),
    ];
  } finally {
    await Promise.all(deployed.flatMap(({ stack, service }) => [stack.close(), service.close()]));
  }
}

/** Milliseconds that each command took. */
interface CommandTimes {
  readonly preview: number;
  readonly refresh: number;
}

const timesOf = ({ ours, reference }: Turns<CommandTimes>, command: keyof CommandTimes): Turns<number> => ({
  ours: ours.map((times) => times[command]),
  reference: reference.map((times) => times[command]),
});

const mostGets = 12;

/** Adds the requests of a refresh to a measure, which then also has to stay below that number without a 429. */
function withRequests(measure: Measure, requests: readonly LoggedRequest[]): Measure {
  const rateLimited = requests.filter(({ status }) => status === 429).length;
  const gets = requests.length - rateLimited;
  const isBounded = gets <= mostGets && rateLimited === 0;
  return {
    ...measure,
    ours: `${measure.ours}, ${gets} GETs, ${rateLimited} x 429`,
    bar: `${measure.bar}, ${mostGets} GETs, 0 x 429`,
    verdict: isBounded ? measure.verdict : "not met",
  };
}

/** Deploys without rate limits and delays, and adds them afterwards. */
async function deploy(program: ProgramName, count: number) {
  const unlimited = await createService({ limits: "off" });
  const stack = await createStack(program, count);
  await stack.timeOf(up(), unlimited);
  const service = await createService({}, steady);
  service.emulator.restore(unlimited.emulator.snapshot());
  await unlimited.close();
  const measure = async (): Promise<CommandTimes> => {
    const previewed = await stack.timeOf(plain, service);
    // Only the requests of the last refresh are counted.
    service.emulator.clearRequests();
    return { preview: previewed, refresh: await stack.timeOf(refreshPreview, service) };
  };
  return { stack, service, measure };
}
