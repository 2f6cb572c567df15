import { readText } from "./engine/local.ts";
import { main } from "./main.ts";

/*
 * Counts what makes a page hard to read, for each thousand words of its prose: the passive, and words that a newcomer
 * would have to ask about. A figure is a place to look, not a verdict, so no test reads it. Without arguments, it takes the
 * pages that we compare over time: `node tools/prose.ts docs/guides/adopting.md`.
 */

const comparedPages = [
  "docs/guides/adopting.md",
  "docs/guides/deleting.md",
  "docs/guides/pipelines.md",
  "docs/guides/python-go.md",
  "docs/guides/state.md",
  "docs/guides/upgrades.md",
  "docs/resources/maintenance.md",
  "docs/resources/service.md",
  "docs/resources/subscription.md",
  "docs/resources/hub.md",
];

/** Participles that don't end in -ed. Without `set` and `put`, which are mostly imperatives on these pages. */
const irregular =
  "begun|built|done|found|given|gone|held|hidden|kept|known|left|lost|made|meant|paid|read|run|said|seen|sent|shown|taken|told|written";

const passive = new RegExp(
  `\\b(is|are|was|were|be|been|being)(n't)? (\\w+ly |also |only |not |never )?(\\w+ed|${irregular})\\b`,
  "gi",
);

/** Words with a meaning that only this project gives them. Those of the glossary are explained there. */
const privateWords =
  /\b(inferred|leftovers?|witness(es)?|whole|likeness|claims?|a date of|dates? of a series|(is|are|isn't|aren't) over|by the program|as declared|lean|abridged)\b/gi;

/** The prose of a page: no code, comments, table rules or targets of links. */
const proseOf = (markdown: string): string =>
  markdown
    .replace(/```.*?```/gs, " ")
    .replace(/<!--.*?-->/gs, " ")
    .replace(/^( {4}|\t).*$/gm, " ")
    .replace(/`[^`\n]*`/g, " X ")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/[|*#[\]-]+/g, " ");

const count = (pattern: RegExp, text: string): number => [...text.matchAll(pattern)].length;

function measure(text: string) {
  const words = count(/[\p{L}\d'’]+/gu, text);
  const perThousand = (pattern: RegExp) => ((count(pattern, text) / words) * 1_000).toFixed(1);
  return { words, passive: perThousand(passive), "private words": perThousand(privateWords) };
}

await main(async () => {
  const [, , ...named] = process.argv;
  const paths = named.length > 0 ? named : comparedPages;
  const texts = paths.map((path) => [path, proseOf(readText(path))] as const);
  const all = texts.map(([, text]) => text).join("\n");
  console.table(Object.fromEntries([...texts, ["all", all] as const].map(([path, text]) => [path, measure(text)])));
  return 0;
});
