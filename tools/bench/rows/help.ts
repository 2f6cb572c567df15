import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { inTurns, median } from "../pairs.ts";
import { type Row, seconds, verdictOn } from "../row.ts";

const run = promisify(execFile);
const command = join(import.meta.dirname, "../../../dist/cli/index.js");

async function timeOf(...args: string[]): Promise<number> {
  const started = performance.now();
  await run(process.execPath, args);
  return performance.now() - started;
}

const most = 250;

export const help: Row = {
  name: "help",
  title: "pulumi-statushub --help, compared with Node itself",
  seconds: { full: 10, quick: 6 },
  async measure({ quick }) {
    const count = quick ? 9 : 15;
    const helping = () => timeOf(command, "--help");
    const [ours, floor] = await inTurns(helping, () => timeOf("--eval", ""), count);
    const above = median(ours.map((time, index) => time - (floor[index] ?? Number.NaN)));
    return [
      {
        what: "--help above bare Node",
        ours: seconds(above),
        bar: seconds(most),
        verdict: verdictOn(above <= most),
        detail: `${seconds(median(ours))} against ${seconds(median(floor))} of bare Node, ${count} pairs`,
      },
    ];
  },
};
