import { pointerKey, pointerTo } from "../../../provider/pointer.ts";
import { timeToFirstResponse } from "../engine/host.ts";
import { inTurns, median, Ratios } from "../pairs.ts";
import { type Measure, type Row, ratio, seconds } from "../row.ts";

const bare = "exports.handler=()=>({check:async(_,news)=>({inputs:news})})";

const service = { hub: "acme", groupId: 1, name: "Web" };

/** Compares both providers with an empty dynamic provider. */
const providers = [
  {
    what: "dynamic provider",
    most: 1.15,
    time: () => timeToFirstResponse("dynamic", { ...service, [pointerKey]: pointerTo("Service") }),
  },
  { what: "native provider", most: 0.3, time: () => timeToFirstResponse("native", service) },
];

export const start: Row = {
  name: "start",
  title: "From the start of the provider's process to its first response: dynamic and native",
  seconds: { full: 50, quick: 30 },
  async measure({ quick }): Promise<Measure[]> {
    const count = quick ? 9 : 15;
    const measures: Measure[] = [];
    for (const { what, most, time } of providers) {
      const [ours, floor] = await inTurns(time, () => timeToFirstResponse("dynamic", { [pointerKey]: bare }), count);
      const ratios = Ratios.of(ours, floor);
      measures.push({
        what: `${what} to first response`,
        ours: String(ratios),
        bar: ratio(most),
        verdict: ratios.verdict(most),
        detail: `${seconds(median(ours))} against ${seconds(median(floor))} of a bare dynamic host, ${count} pairs`,
      });
    }
    return measures;
  },
};
