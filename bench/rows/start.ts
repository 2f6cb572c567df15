import { timeToFirstAnswer } from "../engine/host.ts";
import { inTurns, median, Ratios } from "../pairs.ts";
import { type Measure, notMeasured, type Row, ratio, seconds } from "../row.ts";

const most = 1.25;

const bare = "exports.handler=()=>({check:async(_,news)=>({inputs:news})})";
const pointer =
  'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("Service")';

export const start: Row = {
  name: "start",
  title: "From the start of Pulumi's dynamic-provider process to its first answer",
  seconds: { full: 30, quick: 20 },
  async measure({ quick }): Promise<Measure[]> {
    const count = quick ? 9 : 15;
    const [ours, floor] = await inTurns(
      () => timeToFirstAnswer({ hub: "acme", groupId: 1, name: "Web", __provider: pointer }),
      () => timeToFirstAnswer({ __provider: bare }),
      count,
    );
    const ratios = Ratios.of(ours, floor);
    return [
      {
        what: "provider entry to first answer",
        ours: String(ratios),
        bar: ratio(most),
        verdict: ratios.verdict(most),
        baseline: notMeasured,
        detail: `${seconds(median(ours))} against ${seconds(median(floor))} of a bare host, ${count} pairs`,
      },
    ];
  },
};
