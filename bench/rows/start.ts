import { timeToFirstAnswer } from "../engine/host.ts";
import { type Measure, median, notMeasured, type Row } from "../row.ts";

const repetitions = 15;
const most = 100;

const bare = "exports.handler=()=>({check:async(_,news)=>({inputs:news})})";
const pointer =
  'exports.handler=()=>require("module").createRequire(process.cwd()+"/")("pulumi-statushub/provider").handler("Service")';

export const start: Row = {
  name: "start",
  title: "From the start of Pulumi's dynamic-provider process to its first answer",
  seconds: 30,
  async measure(): Promise<Measure[]> {
    const ours: number[] = [];
    const floor: number[] = [];
    for (let repetition = 0; repetition < repetitions; repetition++) {
      floor.push(await timeToFirstAnswer({ __provider: bare }));
      ours.push(await timeToFirstAnswer({ hub: "acme", groupId: 1, name: "Web", __provider: pointer }));
    }
    const added = median(ours) - median(floor);
    return [
      {
        what: "provider entry to first answer",
        ours: `+ ${added.toFixed(0)} ms`,
        bar: `+ ${most} ms`,
        met: added <= most,
        baseline: notMeasured,
        detail: `${median(ours).toFixed(0)} ms against ${median(floor).toFixed(0)} ms of a bare host, medians of ${repetitions}`,
      },
    ];
  },
};
