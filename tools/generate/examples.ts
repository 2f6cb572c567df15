import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../engine/local.ts";
import { block } from "./markdown.ts";

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
  sections((language) => exampleOf(language, topic, names));

/**
 * Returns the examples of a topic without the rest of the program: a section for each language. In YAML, a topic may have
 * parts in several sections of the file, so the file with the names of its sections is shown.
 */
export const partSections = (topic: string, names: readonly string[]): string[] =>
  sections((language) => (language.fence === "yaml" ? exampleOf(language, topic, names) : partOf(language, topic)));

const sections = (exampleIn: (language: Language) => string | undefined): string[] =>
  languages.flatMap((language) => {
    const example = exampleIn(language);
    return example === undefined ? [] : [`### ${language.title}`, block(language.fence, example)];
  });

/** One function that returns a record and one that returns several show how all are called. */
export const hasExample = (functionName: string): boolean => ["getService", "getServices"].includes(functionName);

/** Returns what the example of a topic imports besides the rest of the program. */
export const importsOf = (topic: string): string[] =>
  languages.flatMap((language) =>
    regionsIn(language)
      .filter(({ name }) => name === topic)
      .slice(0, -1)
      .flatMap(({ text }) => /(?<=")[^"]+(?=")/.exec(text)?.[0] ?? [])
      .map((name) => `\`${name}\` in ${language.title}`),
  );

/** Returns the last region with the name of a topic, because the imports that it needs come first. */
export function partOf(language: Language, topic: string): string | undefined {
  const region = regionsIn(language).findLast(({ name }) => name === topic);
  const indent = /^ *\t*/.exec(region?.text ?? "")?.[0] ?? "";
  return region?.text.replaceAll(new RegExp(`^${indent}`, "gm"), "").trimEnd();
}

/**
 * Returns the part of a language's example that shows a topic, as a complete program: the regions with these names, in
 * order. A region is between `region <name>` and `endregion`, which editors can fold.
 *
 * @returns undefined if the example has nothing on the topic
 */
function exampleOf(language: Language, topic: string, names: readonly string[]): string | undefined {
  const regions = regionsIn(language);
  if (!regions.some(({ name }) => name === topic)) return undefined;
  const shown = regions.filter(({ name }) => name === topic || names.includes(name));
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
