import { parseArgs } from "node:util";
import { main } from "../main.ts";
import type { Measure, Row } from "./row.ts";
import { help } from "./rows/help.ts";
import { native } from "./rows/native.ts";
import { pace } from "./rows/pace.ts";
import { page } from "./rows/page.ts";
import { reads } from "./rows/reads.ts";
import { size } from "./rows/size.ts";
import { start } from "./rows/start.ts";
import { describeMachine, toTable } from "./table.ts";

const rows: readonly Row[] = [start, help, size, native, page, pace, reads];

/**
 * `npm run bench` measures all rows, `npm run bench -- pace start` those two, and `npm run bench -- --quick` those that
 * have a quick form. Progress goes to stderr, the table to stdout.
 */
await main(async () => {
  const { values, positionals } = parseArgs({ options: { quick: { type: "boolean" } }, allowPositionals: true });
  const { quick = false } = values;
  const unknown = positionals.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    throw new Error(`There is no row ${unknown.join(", ")}. Rows: ${rows.map(({ name }) => name).join(", ")}.`);
  }
  const measures: Measure[] = [];
  for (const row of rows) {
    const { full, quick: short } = row.seconds;
    if (positionals.length > 0 ? !positionals.includes(row.name) : quick && short === undefined) continue;
    console.error(`${row.name}: ${row.title} (about ${quick ? (short ?? full) : full} s)`);
    measures.push(...(await row.measure({ quick })));
  }
  console.log(`${toTable(measures)}\n\n${describeMachine()}`);
  return measures.every(({ verdict }) => verdict !== "not met") ? 0 : 1;
});
