import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Operation } from "../../api/operation.ts";
import { guesses } from "../../guesses/index.ts";
import { definitions } from "../../kinds/index.ts";
import { operations } from "../../kinds/operations.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";

/** The names of guesses in comments. A comment without a name has an empty one. */
const marks = (): string[] =>
  globSync("{api,kinds,provider,cli}/**/*.ts", { cwd: repositoryRoot }).flatMap((file) => {
    const source = readFileSync(join(repositoryRoot, file), "utf8");
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
