import { preload } from "../engine-model/process.ts";
import { guessScenarios, scenarios } from "./generate/scenario.ts";
import { isKnown } from "./known.ts";
import { search } from "./search.ts";

/*
 * Runs many scenarios: `npm run simulate -- 10000 [first seed] [guesses]`. With `guesses`, the server of each differs
 * from some guesses about the API. Prints each defect once, as the shortest scenario that shows it.
 */

const [count = 1000, first = 1] = process.argv.slice(2, 4).map(Number);
const from = process.argv[4] === "guesses" ? guessScenarios : scenarios;
await preload();
const met = new Map<string, { times: number; seed: number }>();
const begun = performance.now();
for (let seed = first; seed < first + count; seed++) {
  const found = await search(seed, (title) => met.has(title), from);
  const title = found?.violation.title;
  if (found === undefined || title === undefined) continue;
  const known = met.get(title);
  met.set(title, { times: (known?.times ?? 0) + 1, seed: known?.seed ?? seed });
  if (known === undefined) console.log(`\nseed ${seed}\n${found.program}`);
}
const seconds = (performance.now() - begun) / 1000;
console.log(`\n${count} scenarios in ${seconds.toFixed(0)} s, ${Math.round((count * 60) / seconds)} a minute`);
for (const [title, { times, seed }] of met)
  console.log(`${times} times, first with seed ${seed}: ${title}${isKnown(title) ? " (known)" : ""}`);
process.exitCode = [...met.keys()].every(isKnown) ? 0 : 1;
