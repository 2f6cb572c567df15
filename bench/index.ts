import { main } from "../tools/main.ts";
import type { Measure, Row } from "./row.ts";
import { kinds } from "./rows/kinds.ts";
import { lists } from "./rows/lists.ts";
import { pace } from "./rows/pace.ts";
import { sharing } from "./rows/sharing.ts";
import { size } from "./rows/size.ts";
import { start } from "./rows/start.ts";
import { describeMachine, toTable } from "./table.ts";

const rows: readonly Row[] = [start, lists, size, kinds, pace, sharing];

/** `npm run bench` measures all rows, `npm run bench -- pace start` those. Progress on stderr, the table on stdout. */
await main(async () => {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !rows.some((row) => row.name === name));
  if (unknown.length > 0) {
    throw new Error(`There is no row ${unknown.join(", ")}. Rows: ${rows.map(({ name }) => name).join(", ")}.`);
  }
  const measures: Measure[] = [];
  for (const row of rows.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.error(`${row.name}: ${row.title} (about ${row.seconds} s)`);
    measures.push(...(await row.measure()));
  }
  console.log(`${toTable(measures)}\n\n${describeMachine()}`);
  return measures.every(({ met }) => met) ? 0 : 1;
});
