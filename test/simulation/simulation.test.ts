import { beforeAll, expect, test } from "vitest";
import { preload } from "../engine-model/process.ts";
import { defectExamples, examples } from "./examples.ts";
import { guessScenarios, scenarios } from "./generate/scenario.ts";
import { isKnown } from "./known.ts";
import { play, search } from "./scenario.ts";
import { seriesExamples } from "./series-examples.ts";
import { singleExamples } from "./single-examples.ts";

beforeAll(preload);

test.each(Object.entries({ ...examples, ...seriesExamples, ...singleExamples }))("%s", async (_, actions) => {
  expect((await play(actions)).violation?.message).toBeUndefined();
});

// This fails as soon as the defect is fixed, or another one comes before it.
test.each(Object.entries(defectExamples))("known defect: not %s", async (_, actions) => {
  expect(isKnown((await play(actions)).violation?.title ?? "")).toBe(true);
});

test("a second owner is only tolerated for a documented cause", () => {
  const titles = ["", " of different providers", ", one of which --target left out"].map(
    (cause) => `one owner: a Service belongs to two resources${cause}`,
  );
  expect(titles.map(isKnown)).toEqual([false, true, true]);
});

// To try other seeds: `npm run simulate -- 10000 <first seed>`, and `guesses` as a third argument.
async function searchSeeds(count: number, from: typeof scenarios): Promise<string[]> {
  const found: string[] = [];
  for (let seed = 1; seed <= count; seed++) {
    const scenario = await search(seed, () => false, from);
    if (scenario?.program !== undefined) found.push(scenario.program);
  }
  return found;
}

test("[SIM-1] no scenario breaks a law", async () => {
  expect(await searchSeeds(120, scenarios)).toEqual([]);
});

test("[SIM-1] [GUE-1] no scenario breaks a law on a server that differs from several guesses", async () => {
  expect(await searchSeeds(40, guessScenarios)).toEqual([]);
});
