import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Operation } from "../../model/api/operation.ts";
import { type GuessName, guesses } from "../../model/guesses/index.ts";
import { observations } from "../../model/guesses/observed.ts";
import { definitions } from "../../model/kinds/index.ts";
import { operations } from "../../model/kinds/operations.ts";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";

/** The names of guesses in comments with a mark. A comment without a name has an empty one. */
const marks = (mark: "Inferred" | "Observed"): string[] =>
  globSync("{model/api,model/kinds,provider,cli}/**/*.ts", { cwd: repositoryRoot }).flatMap((file) => {
    const source = readText(file);
    return [...source.matchAll(new RegExp(`\\b${mark}\\b(?: \\(([^)]*)\\):)?`, "g"))].flatMap(([, names = ""]) =>
      names.split(/,\s+(?:(?:\*|\/\/)\s+)?/),
    );
  });

test("each mark `Inferred (name):` in the code names a guess, and each guess has a mark", () => {
  expect([...new Set(marks("Inferred"))].sort()).toEqual(Object.keys(guesses).sort());
});

test("each observation names a guess, what was seen and its recording, and has a mark `Observed (name):`", () => {
  for (const { guess, answer, date, evidence } of observations) {
    expect(["holds", ...Object.keys(guesses[guess as GuessName].otherwise)]).toContain(answer);
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(existsSync(join(repositoryRoot, "model/guesses/evidence", evidence))).toBe(true);
    expect(marks("Observed")).toContain(guess);
  }
});

test("each inferred operation that a resource needs is a guess", () => {
  const needed = new Set<unknown>(
    Object.values(definitions).flatMap((definition) => Object.values(definition.operations)),
  );
  const inferred = Object.entries<Operation>(operations).filter(([, operation]) => operation.evidence === "inferred");
  const names = inferred.filter(([, operation]) => needed.has(operation)).map(([name]) => name);
  const guessed = Object.values(guesses).flatMap(({ operation = [] }) => operation);
  expect(guessed.sort()).toEqual(names.sort());
});
