import { expect, it } from "vitest";
import type { PreviewReport } from "../../../cli/preview/facts.ts";
import { previewInWords } from "../../../cli/preview/words.ts";
import { renderText } from "../../../cli/report/render.ts";
import { previewOf, rehearse } from "../preview/rehearsal.ts";
import { edits } from "./edits.ts";
import { keys, startPage } from "./page.ts";

const guessesIn = ({ hubs }: PreviewReport): string[] => {
  const lines = hubs.flatMap(({ page, subscribers, editors, messages }) => [
    ...[...page, ...subscribers, ...editors],
    ...messages,
  ]);
  return [...new Set(lines.flatMap(({ guesses }) => guesses))].sort();
};

it("[SAY-1] marks exactly the lines that follow from a guess, and names it", async () => {
  const found = Object.entries(edits).map(async ([edit, { before, meanwhile, after }]) => {
    const emulator = await startPage();
    const stack = rehearse({ emulator, provider: "native", keys });
    await stack.up(before);
    meanwhile?.(emulator);
    const report = await previewOf(emulator, [
      { stack: "prod", resources: stack.exported(), steps: await stack.plan(after) },
    ]);
    const marks = renderText(previewInWords(report)).match(/, as far as we know$/gm)?.length ?? 0;
    return [edit, { guesses: guessesIn(report), marks }];
  });
  const expected = Object.entries(edits).map(([edit, { guesses = [], marks = 0 }]) => [edit, { guesses, marks }]);
  expect(Object.fromEntries(await Promise.all(found))).toEqual(Object.fromEntries(expected));
});
