import type { Preset } from "../../emulator/index.ts";
import { createService, type Service } from "../account.ts";
import { createStack, refreshPreview, up } from "../engine/stack.ts";
import { steady } from "../latency.ts";
import { type Measure, notMeasured, type Row, ratio, seconds, verdictOn } from "../row.ts";

const count = 200;
const perSecond = 30;
const hubs = Array.from({ length: count }, (_, index) => ({
  subdomain: `hub-${index}`,
  name: `Hub ${index}`,
  groups: [`Group ${index}`],
}));
const preset: Preset = { hubs };

export const kinds: Row = {
  name: "kinds",
  title: "200 of each of the six kinds, refreshed from lists with basic info only",
  seconds: { full: 150 },
  async measure() {
    const unlimited = await createService({ limits: "off", preset });
    const stack = await createStack({ program: "kinds", count });
    try {
      await stack.mustRun(up(), unlimited);
      const service = await createService({ preset, lists: "basic" }, steady);
      service.emulator.restore(unlimited.emulator.snapshot());
      await stack.mustRun(refreshPreview, service);
      await service.close();
      return [judge(service)];
    } finally {
      await stack.close();
      await unlimited.close();
    }
  },
};

function judge({ emulator }: Service): Measure {
  const refused = emulator.requests.filter(({ status }) => status === 429).length;
  const lists = emulator.requests.filter(({ operation }) => operation?.startsWith("list"));
  const single = emulator.requests.filter((request) => !lists.includes(request)).map(({ path }) => path);
  const twice = single.length - new Set(single).size;
  const times = emulator.requests.map(({ time }) => time);
  const span = Math.max(...times) - Math.min(...times);
  // A second more than the least possible: the first window may be filled at once.
  const floor = (times.length / perSecond) * 1000;
  return {
    what: `preview --refresh of ${count} of each kind, basic lists`,
    ours: `${ratio(span / floor)}, ${twice} GETs twice, ${refused} x 429`,
    bar: "1.05 x, no GET twice, 0 x 429",
    verdict: verdictOn(span / floor <= 1.05 && twice === 0 && refused === 0),
    baseline: notMeasured,
    detail: `${single.length} GETs and ${lists.length} pages in ${seconds(span)} against ${seconds(floor)} at 30 a second`,
  };
}
