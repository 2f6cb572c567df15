import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { definitions } from "../../model/kinds/index.ts";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";
import { table } from "../../tools/generate/markdown.ts";
import { renderGuesses } from "../simulation/guesses/table.ts";
import { knownDefects } from "../simulation/known.ts";
import { catalog } from "./catalog.ts";
import { link, renderClauses } from "./clause.ts";
import { httpLaws } from "./http/index.ts";
import type { HttpLaw } from "./http/law.ts";
import { lawsFor } from "./law.ts";
import { pureLaws } from "./pure.ts";

test("docs/contributing/laws.md is what the tests say; if not: npx vitest run test/laws/table.test.ts -u", async () => {
  await expect(renderLaws()).toMatchFileSnapshot("../../docs/contributing/laws.md");
});

function renderLaws(): string {
  const kinds = Object.keys(definitions);
  const rows = Object.entries(catalog).map(([id, says]) => [
    id,
    says + (knownDefects.some((defect) => lawsOf(defect.says).includes(id)) ? " ([known defect](#known-defects))" : ""),
    ...kinds.map((kind) => levelsOf(id, kind)),
    testsOf(id).map(link).join(", "),
  ]);
  return [
    "# What is proven",
    "Made from `test/laws/`, `test/clauses.json` and the titles of the tests: `npx vitest run test/laws/table.test.ts -u`.",
    "## Laws",
    "A new kind is tested at three levels as soon as it has samples: **P** in the pure core, for any program; **H** over " +
      "HTTP against the emulator, through the code of the native provider; **D** over HTTP, too, through Pulumi's own process " +
      "for dynamic providers, and the native one over gRPC, where a law depends on how Pulumi calls a provider. The last " +
      "column names the other tests that prove the law: stories on the real engine in `test/e2e` and `test/contract`, and " +
      "tests of single parts. A law that doesn't hold in every case has a note.",
    table(["law", "what it says", ...kinds, "other tests"], rows),
    `Not proven yet: ${unproven().join(", ") || "none"}.`,
    "## Known defects",
    "The random scenarios tolerate these and no others. [Limits](../limits.md#one-record-two-resources) says how to avoid them.",
    knownDefects.map(({ says }) => `- ${says}`).join("\n"),
    renderGuesses(),
    renderClauses(),
    "",
  ].join("\n\n");
}

const unproven = (): string[] =>
  Object.keys(catalog).filter(
    (id) => testsOf(id).length === 0 && !Object.keys(definitions).some((kind) => levelsOf(id, kind) !== ""),
  );

function levelsOf(id: string, kind: string): string {
  const isProven = (laws: readonly Pick<HttpLaw, "id" | "appliesTo">[]) =>
    lawsFor(laws, kind).some((law) => law.id === id);
  const levels = {
    P: isProven(pureLaws),
    H: isProven(httpLaws),
    D: isProven(httpLaws.filter(({ isOfProtocol }) => isOfProtocol)),
  };
  return Object.entries(levels)
    .flatMap(([level, holds]) => (holds ? [level] : []))
    .join(" ");
}

/** Returns the laws that a known defect breaks: `OWN-2, SER-1: ...`. */
const lawsOf = (says: string): string[] => says.slice(0, says.indexOf(":")).split(", ");

const titles = globSync("test/**/*.test.ts", {
  cwd: repositoryRoot,
  exclude: ["test/laws/http/**", "test/laws/*.test.ts"],
})
  .sort()
  .map((file) => {
    const source = readText(file);
    // The second form is the title behind the cases of `test.each`.
    const calls = source.matchAll(/(?:\b(?:test|it|describe)(?:\.\w+)*(?:\([^"'`]*?\))?|\))\(\s*(["'`])(.*?)\1/g);
    return { file, text: [...calls].map(([, , title]) => title).join("\n") };
  });

const testsOf = (id: string): string[] =>
  titles.filter(({ text }) => new RegExp(`\\b${id}\\b`).test(text)).map(({ file }) => file);
