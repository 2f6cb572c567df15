import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { definitions } from "../../kinds/index.ts";
import type { Definition } from "../../kinds/kind.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { table } from "../../tools/generate/markdown.ts";
import { renderGuesses } from "../simulation/guesses/table.ts";
import { knownDefects } from "../simulation/known.ts";
import { catalogue } from "./catalogue.ts";
import { link, renderClauses } from "./clause-table.ts";
import { httpLaws } from "./http/index.ts";
import { lawsFor } from "./law.ts";
import { pureLaws } from "./pure.ts";

/** Returns the page that lists which law is proven for which resource, and at which level. */
export function renderLaws(): string {
  const kinds = Object.keys(definitions);
  const rows = Object.entries(catalogue).map(([id, says]) => [
    id,
    says,
    ...kinds.map((kind) => levelsOf(id, kind)),
    testsOf(id)
      .filter((file) => file !== engineLaws)
      .map(link)
      .join(", "),
  ]);
  return [
    "# What is proven",
    "Made from `test/laws/`, `test/clauses.json` and the titles of the tests: `npx vitest run test/laws/table.test.ts -u`.",
    "## Laws",
    "A new kind is tested against every law as soon as it has samples: **P** in the pure core, for any program; **H** over " +
      "HTTP against the emulator, through Pulumi's own provider process; **N** over HTTP, too, through the native " +
      "provider; **E** on the real engine. Where a law tries many faults, manual changes or server forms, the dynamic and " +
      "the native provider take turns, so each is tried through one of them. The last column names the other tests that " +
      "prove the law: stories on the real engine in `test/e2e` and `test/contract`, and tests of single parts.",
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

/** Returns the laws of the catalogue that no test names. */
export const unproven = (): string[] =>
  Object.keys(catalogue).filter(
    (id) => testsOf(id).length === 0 && !Object.keys(definitions).some((kind) => levelsOf(id, kind) !== ""),
  );

/** Returns the IDs that aren't in the catalogue. */
export const uncatalogued = (): string[] =>
  [...pureLaws, ...httpLaws].flatMap(({ id }) => id.split(" ")).filter((id) => !(id in catalogue));

const carries = (id: string) => (law: { id: string }) => law.id.split(" ").includes(id);

/** The subject of laws that don't apply to some kinds. */
const concerns: Readonly<Record<string, (definition: Definition) => boolean>> = {
  "CLR-1": clears((value) => value === null),
  "CLR-2": clears((value) => Array.isArray(value)),
  "CLR-3": clears((value) => value === false),
  "CLR-4": clears((value) => value === false),
  "REC-1": has("repeat"),
  "REC-11": has("repeat"),
  "REL-4": has("groupId"),
  "NPD-6": ({ properties }) => Object.values(properties).some(({ read }) => read !== undefined),
};

function has(name: string): (definition: Definition) => boolean {
  return ({ properties }) => name in properties;
}

function clears(is: (value: unknown) => boolean): (definition: Definition) => boolean {
  return ({ properties }) => Object.values(properties).some(({ cleared }) => is(cleared));
}

function levelsOf(id: string, kind: string): string {
  const definition = definitions[kind];
  if (definition !== undefined && concerns[id]?.(definition) === false) return "";
  const pure = lawsFor(pureLaws, kind).some(carries(id)) ? ["P"] : [];
  const http = lawsFor(httpLaws, kind).some(carries(id)) ? ["H", "N"] : [];
  const engine = testsOf(id).includes(engineLaws) ? ["E"] : [];
  return [...pure, ...http, ...engine].join(" ");
}

/** The test on the real engine with a resource of every kind. */
const engineLaws = "test/e2e/laws.test.ts";

/** Returns the titles of tests by file. */
const titles = globSync("test/**/*.test.ts", {
  cwd: repositoryRoot,
  exclude: ["test/laws/http/**", "test/laws/*.test.ts"],
})
  .sort()
  .map((file) => {
    const source = readFileSync(join(repositoryRoot, file), "utf8");
    const calls = source.matchAll(/\b(?:test|it|describe)(?:\.\w+)*(?:\([^"'`]*?\))?\(\s*(["'`])(.*?)\1/g);
    return { file, text: [...calls].map(([, , title]) => title).join("\n") };
  });

const testsOf = (id: string): string[] =>
  titles.filter(({ text }) => new RegExp(`\\b${id}\\b`).test(text)).map(({ file }) => file);
