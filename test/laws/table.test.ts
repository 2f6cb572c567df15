import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";
import { knownDefects } from "../simulation/known.ts";
import { catalog } from "./catalog.ts";
import { renderHoles } from "./clause.ts";
import { httpLaws } from "./http/index.ts";
import { pureLaws } from "./pure.ts";

test("docs/contributing/laws.md is what the tests say; if not: npx vitest run test/laws/table.test.ts -u", async () => {
  await expect(renderLaws()).toMatchFileSnapshot("../../docs/contributing/laws.md");
});

test("every law has a test", () => {
  expect(unproven()).toEqual([]);
});

function renderLaws(): string {
  const broken = knownDefects.flatMap(({ says }) => lawsOf(says));
  const laws = Object.entries(catalog).map(
    ([id, says]) => `- ${id}: ${says}${broken.includes(id) ? " ([known defect](#known-defects))" : ""}`,
  );
  return [
    "# What is proven",
    "Made by `npx vitest run test/laws/table.test.ts -u`.",
    "## Laws",
    "To find the tests of a law, search `test` for its code. `test/simulation/guesses/results.json` has what happens if a " +
      "[guess](inferred.md) is wrong, `test/clauses.json` the rules of the API's description.",
    laws.join("\n"),
    "## Known defects",
    "The random scenarios tolerate only these. [Limits](../limits.md#one-record-two-resources) says how to avoid them.",
    knownDefects.map(({ says }) => `- ${says}`).join("\n"),
    "## Holes",
    "The emulator's choice where the API's description leaves something open. A choice without the vendor's " +
      "reference or help is inferred.",
    renderHoles(),
    "",
  ].join("\n\n");
}

const unproven = (): string[] =>
  Object.keys(catalog).filter((id) => !isLaw(id) && !titles.some((title) => new RegExp(`\\b${id}\\b`).test(title)));

const isLaw = (id: string): boolean => [...pureLaws, ...httpLaws].some((law) => law.id === id);

/** Returns the laws that a known defect breaks: `OWN-2, SER-1: ...`. */
const lawsOf = (says: string): string[] => says.slice(0, says.indexOf(":")).split(", ");

const titles = globSync("test/**/*.test.ts", {
  cwd: repositoryRoot,
  exclude: ["test/laws/http/**", "test/laws/*.test.ts"],
})
  .sort()
  .flatMap((file) => {
    // The second form is the title behind the cases of `test.each`.
    const calls = readText(file).matchAll(
      /(?:\b(?:test|it|describe)(?:\.\w+)*(?:\([^"'`]*?\))?|\))\(\s*(["'`])(.*?)\1/g,
    );
    return [...calls].map(([, , title = ""]) => title);
  });
