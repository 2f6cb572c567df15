import type { ProgramName } from "../program/index.ts";
import { compared, inTurns, type Measure, type Row } from "../row.ts";
import { createService, steady } from "../service.ts";
import { createStack, preview as plain, refreshPreview, up } from "../stack.ts";

export const preview: Row = {
  name: "preview",
  title: "100 and 1,000 services that have not changed: preview, and preview with refresh",
  seconds: { full: 480, quick: 90 },
  async measure(isQuick) {
    return [...(await measureUnchanged(100)), ...(isQuick ? [] : await measureUnchanged(1000))];
  },
};

/** Compares with the same program of trivial dynamic resources. */
async function measureUnchanged(count: number): Promise<Measure[]> {
  const deployed = await Promise.all([deploy("ours", count), deploy("trivial", count)]);
  const [ours, trivial] = deployed;
  try {
    const [oursTimes, trivialTimes] = await inTurns(ours.measure, trivial.measure);
    const { requests } = ours.service.emulator;
    const rateLimited = requests.filter(({ status }) => status === 429).length;
    const gets = requests.length - rateLimited;
    const compare = (command: "preview" | "refresh", what: string, most: number) => {
      const at = (times: typeof oursTimes) => times.map((each) => each[command]);
      return compared({ what, ours: at(oursTimes), floor: at(trivialTimes), reference: "a trivial resource", most });
    };
    const services = `${count.toLocaleString("en")} services`;
    const refreshing = compare("refresh", `preview --refresh of ${services}`, 1.15);
    const isBounded = gets <= 12 && rateLimited === 0;
    return [
      {
        ...refreshing,
        ours: `${refreshing.ours}, ${gets} GETs, ${rateLimited} x 429`,
        bar: `${refreshing.bar}, 12 GETs, 0 x 429`,
        verdict: isBounded ? refreshing.verdict : "not met",
      },
      compare("preview", `preview of ${services}`, 1.06),
    ];
  } finally {
    await Promise.all(deployed.flatMap(({ stack, service }) => [stack.close(), service.close()]));
  }
}

/** Deploys without rate limits and delays, and adds them afterwards. */
async function deploy(program: ProgramName, count: number) {
  const unlimited = await createService({ limits: "off" });
  const stack = await createStack(program, count);
  await stack.timeOf(up(), unlimited);
  const service = await createService({}, steady);
  service.emulator.restore(unlimited.emulator.snapshot());
  await unlimited.close();
  const measure = async () => {
    const previewed = await stack.timeOf(plain, service);
    // Only the requests of the last refresh are counted.
    service.emulator.clearRequests();
    return { preview: previewed, refresh: await stack.timeOf(refreshPreview, service) };
  };
  return { stack, service, measure };
}
