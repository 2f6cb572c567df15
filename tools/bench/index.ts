import { availableParallelism, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { main } from "../main.ts";
import type { Measure, Row } from "./row.ts";
import { pace } from "./rows/pace.ts";
import { preview } from "./rows/preview.ts";
import { reads } from "./rows/reads.ts";
import { rehearsal } from "./rows/rehearsal.ts";
import { start } from "./rows/start.ts";

const rows: readonly Row[] = [start, preview, rehearsal, pace, reads];

/** README.md has the rows and the options. Progress goes to stderr, the table to stdout. */
await main(async () => {
  const { values, positionals } = parseArgs({ options: { quick: { type: "boolean" } }, allowPositionals: true });
  const { quick = false } = values;
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    throw new Error(`There is no row ${unknown.join(", ")}. Rows: ${rows.map(({ name }) => name).join(", ")}.`);
  }
  const measures: Measure[] = [];
  for (const row of rows) {
    if (positionals.length > 0 && !positionals.includes(row.name)) continue;
    console.error(`${row.name}: ${row.title} (about ${quick ? row.seconds.quick : row.seconds.full} s)`);
    measures.push(...(await row.measure(quick)));
  }
  console.log(`${tableOf(measures)}\n\n${describeMachine()}`);
  return measures.every(({ verdict }) => verdict !== "not met") ? 0 : 1;
});

function tableOf(measures: readonly Measure[]): string {
  const head = ["measure", "ours", "bar", "verdict", "figures behind it"];
  const rows = measures.map(({ what, ours, bar, verdict, detail }) => {
    return [what, ours, bar, verdict === "not met" ? "**not met**" : verdict, detail];
  });
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function describeMachine(): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  return `Node ${process.versions.node}, ${process.platform}, ${availableParallelism()} cores, ${gigabytes} GB`;
}
