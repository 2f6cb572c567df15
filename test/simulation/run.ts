import { preload } from "../engine-model/process.ts";
import { guessScenarios, scenarios } from "./generate/scenario.ts";
import { search } from "./scenario.ts";

/*
 * Runs many scenarios: `npm run simulate -- 10000 [first seed] [guesses]`. With `guesses`, the server of each differs
 * from some guesses about the API. Prints each defect once, as the shortest scenario that shows it.
 */

const [count = 1000, first = 1] = process.argv.slice(2, 4).map(Number);
const from = process.argv[4] === "guesses" ? guessScenarios : scenarios;
await preload();
const met = new Map<string, { readonly isDocumented: boolean; readonly seeds: number[] }>();
const begun = performance.now();
for (let seed = first; seed < first + count; seed++) {
  const found = await search(seed, (title) => met.has(title), from);
  if (found === undefined) continue;
  const { title, isDocumented, program } = found;
  const before = met.get(title) ?? { isDocumented, seeds: [] };
  met.set(title, before);
  before.seeds.push(seed);
  if (program !== undefined) console.log(`\nseed ${seed}\n${program}`);
}
const seconds = (performance.now() - begun) / 1000;
console.log(`\n${count} scenarios in ${seconds.toFixed(0)} s, ${Math.round((count * 60) / seconds)} a minute`);
for (const [title, { isDocumented, seeds }] of met)
  console.log(`${seeds.length} times, ${isDocumented ? "documented" : `with seeds ${seeds.join(", ")}`}: ${title}`);
process.exitCode = [...met.values()].every(({ isDocumented }) => isDocumented) ? 0 : 1;
