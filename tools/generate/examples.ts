import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../engine/local.ts";
import { block, wrapped } from "./markdown.ts";

/** The languages of the examples, by their names in Markdown. */
export const languages = [
  { title: "TypeScript", fence: "ts", file: "typescript/index.ts" },
  { title: "Python", fence: "python", file: "python/__main__.py" },
  { title: "Go", fence: "go", file: "go/main.go" },
  { title: "YAML", fence: "yaml", file: "yaml/Pulumi.yaml" },
] as const;

export type Language = (typeof languages)[number];

export const examplePath = ({ file }: Language): string => join(repositoryRoot, "examples/languages", file);

/** Returns the examples of a topic as programs: a section for each language, which the site shows as tabs. */
export const exampleSections = (topic: string, names: readonly string[]): string[] =>
  sections((language) => exampleOf(language, [topic], names));

/**
 * Returns the examples of topics without the rest of the program: a section for each language. In YAML, a topic may have
 * parts in several sections of the file, so the file with the names of its sections is shown.
 */
export const partSections = (topics: readonly string[], names: readonly string[]): string[] =>
  sections((language) => (language.fence === "yaml" ? exampleOf(language, topics, names) : partsOf(language, topics)));

const sections = (exampleIn: (language: Language) => string | undefined): string[] =>
  languages.flatMap((language) => {
    const example = exampleIn(language);
    return example === undefined ? [] : [`### ${language.title}`, block(language.fence, example)];
  });

/** One function that returns a record and one that returns several show how all are called. */
export const hasExample = (functionName: string): boolean => ["getService", "getServices"].includes(functionName);

/** Names the program that the examples of topics belong to, on a page whose links to resources begin with a path. */
export function programOf(topics: readonly string[], path = ""): string {
  const imports = topics.flatMap(importsOf);
  const also = imports.length > 0 ? `, which also imports ${imports.join(" and ")}` : "";
  return wrapped(`In [this program](${path}service.md#example)${also}:`);
}

/** Returns what the example of a topic imports besides the rest of the program. Python's shows it. */
const importsOf = (topic: string): string[] =>
  languages
    .filter(({ fence }) => fence !== "python")
    .flatMap((language) =>
      regionsIn(language)
        .filter(({ name }) => name === topic)
        .slice(0, -1)
        .flatMap(({ text }) => /(?<=")[^"]+(?=")/.exec(text)?.[0] ?? [])
        .map((name) => `\`${name}\` in ${language.title}`),
    );

function partsOf(language: Language, topics: readonly string[]): string | undefined {
  const parts = topics.flatMap((topic) => partOf(language, topic) ?? []);
  return parts.length === 0 ? undefined : parts.join("\n\n");
}

/**
 * Returns the last region with the name of a topic, because the imports that it needs come first. Only Python's are shown,
 * because they may be anywhere in a program.
 */
export function partOf(language: Language, topic: string): string | undefined {
  const regions = regionsIn(language).filter(({ name }) => name === topic);
  const shown = language.fence === "python" ? regions : regions.slice(-1);
  return shown.length === 0 ? undefined : shown.map(({ text }) => withoutIndent(text)).join("\n\n");
}

function withoutIndent(text: string): string {
  const [indent = ""] = /^ *\t*/.exec(text) ?? [];
  return text.replaceAll(new RegExp(`^${indent}`, "gm"), "").trimEnd();
}

/**
 * Returns the part of a language's example that shows topics, as a complete program: the regions with these names, in
 * order. A region is between `region <name>` and `endregion`, which editors can fold.
 *
 * @returns undefined if the example has nothing on the topics
 */
function exampleOf(language: Language, topics: readonly string[], names: readonly string[]): string | undefined {
  const regions = regionsIn(language);
  if (!regions.some(({ name }) => topics.includes(name))) return undefined;
  const shown = regions.filter(({ name }) => topics.includes(name) || names.includes(name));
  return shown
    .map(({ text }) => text)
    .join("")
    .trimEnd();
}

const regionsIn = (language: Language): { name: string; text: string }[] =>
  [
    ...readFileSync(examplePath(language), "utf8").matchAll(
      /^[ \t]*(?:\/\/|#) region (\w+)\n(.*?)^[ \t]*(?:\/\/|#) endregion$/gms,
    ),
  ].map(([, name = "", text = ""]) => ({ name, text }));
