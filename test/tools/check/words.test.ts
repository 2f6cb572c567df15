import { expect, test } from "vitest";
import { findHabits } from "../../../tools/check/words.ts";

const wordsIn = (text: string, path = "docs/page.md") => findHabits(text, path).map(({ line, words }) => [line, words]);

test("finds a phrase in prose, even across a line break", () => {
  expect(wordsIn("# Drift\n\nA record was changed by\nhand.")).toEqual([[3, "by hand"]]);
});

test("finds a clause as the subject of a sentence, but skips questions and headings", () => {
  const text = "## What you can manage\n\nWhat is it? A page. What the program leaves out stays.";
  expect(wordsIn(text)).toEqual([[3, "What the program leaves out stays."]]);
});

test("in code, checks the comments of a page and the messages of a module", () => {
  const page = "Run `pulumi answer`:\n\n```ts\nconst answer = 1;\nrun(); // makes it anew\n```\n";
  expect(wordsIn(page)).toEqual([[5, "anew"]]);
  const module = '/** Made by hand. */\nthrow new Error("The API says no.");\n';
  expect(wordsIn(module, "errors/up.ts")).toEqual([[2, "says no"]]);
});

test("accepts the allowed uses", () => {
  expect(wordsIn("Leave it alone. Either way, it works.")).toEqual([]);
});
