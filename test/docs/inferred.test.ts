import { globSync } from "node:fs";
import { expect, test } from "vitest";
import type { Operation } from "../../model/api/operation.ts";
import { guesses } from "../../model/guesses/index.ts";
import { definitions } from "../../model/kinds/index.ts";
import { operations } from "../../model/kinds/operations.ts";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";

/** The names of guesses in comments with a mark. A comment without a name has an empty one. */
const marks = (): string[] =>
  globSync("{model/api,model/kinds,provider,cli}/**/*.ts", { cwd: repositoryRoot }).flatMap((file) => {
    const source = readText(file);
    return [...source.matchAll(/\bInferred\b(?: \(([^)]*)\):)?/g)].flatMap(([, names = ""]) =>
      names.split(/,\s+(?:(?:\*|\/\/)\s+)?/),
    );
  });

test("each mark `Inferred (name):` in the code names a guess, and each guess has a mark", () => {
  expect([...new Set(marks())].sort()).toEqual(Object.keys(guesses).sort());
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
