import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { differences } from "../../../model/guesses/index.ts";
import { definitions } from "../../../model/kinds/index.ts";
import { table } from "../../../tools/generate/markdown.ts";

type Results = Readonly<Record<string, Readonly<Record<string, string>>>>;

const file = join(import.meta.dirname, "results.json");

export function renderGuesses(): string {
  const results: Results = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const kinds = Object.keys(definitions);
  const rows = [...differences].flatMap(([name, { service }]) => {
    const cells = kinds.map((kind) => results[name]?.[kind] ?? "");
    return cells.some((cell) => cell !== "")
      ? [[`[${name}](inferred.md#${name.split("=")[0]})`, service, ...cells]]
      : [];
  });
  return [
    "## Guesses",
    "The life of a resource if the service differs from a [guess](inferred.md): it is created, changed, changed manually, " +
      "deleted outside Pulumi and destroyed, and two responses are lost. It works, or fails with these codes. Where it " +
      "degrades, a law doesn't hold any more, as the guess says. Both providers were tried. Made from " +
      "`test/simulation/guesses/results.json`: `npx vitest run test/simulation/guesses test/laws/table.test.ts -u`.",
    table(["difference", "the service", ...kinds], rows),
  ].join("\n\n");
}
