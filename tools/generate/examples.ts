import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../engine/local.ts";
import { block, wrapped } from "./markdown.ts";

/*
 * The examples in the docs are parts of one program in each language, in examples/languages. Each part is a region, which editors can
 * fold, with the name of its topic:
 *
 *     // region Subscription
 *     new statushub.Subscription("on-call", { hub, ... });
 *
 *     // endregion
 *
 * What only one topic imports is in a region such as `SubscriptionImports`. In YAML, a topic may have several regions: one below
 * `config:`, for example, and one below `resources:`.
 */

/**
 * The languages, by their names in Markdown, and what an example shows besides its topic:
 *
 * - `nothing`: the sentence before the examples names the packages that the topic imports
 * - `imports`: they can be beside the example, because Python allows them anywhere in a program
 * - `sections`: a part of a YAML file means nothing without the name of its section, such as `resources:`
 */
export const languages = [
  { title: "TypeScript", fence: "ts", file: "typescript/index.ts", besideTopic: "nothing" },
  { title: "Python", fence: "python", file: "python/__main__.py", besideTopic: "imports" },
  { title: "Go", fence: "go", file: "go/main.go", besideTopic: "nothing" },
  { title: "YAML", fence: "yaml", file: "yaml/Pulumi.yaml", besideTopic: "sections" },
] as const;

export type Language = (typeof languages)[number];

export const examplePath = ({ file }: Language): string => join(repositoryRoot, "examples/languages", file);

/**
 * Returns a section for each language with a whole program on a topic. The site shows the sections as tabs.
 *
 * @param surrounding the regions that make it a program. A language may lack some
 */
export const programSections = (topic: string, surrounding: readonly string[]): string[] =>
  languages.flatMap((language) => sectionOf(language, partOf(language, [topic], surrounding)));

/**
 * Returns a section for each language with the examples of topics.
 *
 * @param yamlSections the regions that have the names of their sections in YAML
 */
export function exampleSections(topics: readonly string[], yamlSections: readonly string[]): string[] {
  const besides = {
    nothing: [],
    imports: topics.map(importsOf),
    sections: yamlSections,
  };
  return languages.flatMap((language) => sectionOf(language, partOf(language, topics, besides[language.besideTopic])));
}

/** Returns the example of a topic in TypeScript, as a tag of a comment. */
export const exampleTag = (topic: string): string => `@example\n${block("ts", partOf(languages[0], [topic]))}`;

const sectionOf = ({ title, fence }: Language, text: string): string[] => [`### ${title}`, block(fence, text)];

const importsOf = (topic: string): string => `${topic}Imports`;

/**
 * Returns the sentence before examples: which program they belong to, and which packages that imports for them.
 *
 * @param pathToResources leads from the page of the examples to docs/resources, where a page shows the program. @default the page is in that folder
 */
export function programInWords(topics: readonly string[], pathToResources = ""): string {
  const imports = topics.flatMap(importsInWords);
  const also = imports.length > 0 ? `, which also imports ${imports.join(" and ")}` : "";
  return wrapped(`In [this program](${pathToResources}service.md#example)${also}:`);
}

/** Names the packages that a topic imports, in the languages whose example doesn't show that: "`time` in Go". */
function importsInWords(topic: string): string[] {
  const words: string[] = [];
  for (const language of languages) {
    if (language.besideTopic !== "nothing") continue;
    const imports = partOf(language, [], [importsOf(topic)]);
    // In these languages, what is in quotes is the name of a package.
    for (const [, name] of imports.matchAll(/"([^"]+)"/g)) words.push(`\`${name}\` in ${language.title}`);
  }
  return words;
}

/** Returns the regions on some topics, and those of the others that the program has, in its order and without their indent. */
function partOf(language: Language, topics: readonly string[], others: readonly string[] = []): string {
  const regions = regionsOf(language);
  for (const topic of topics) {
    const isThere = regions.some(({ name }) => name === topic);
    if (!isThere) throw new Error(`${examplePath(language)} has no region ${topic}.`);
  }
  const shown = regions.filter(({ name }) => topics.includes(name) || others.includes(name));
  return withoutIndent(shown.map(({ text }) => text).join("")).trimEnd();
}

interface Region {
  readonly name: string;
  readonly text: string;
}

/** Returns the regions of a program in order. A region is marked by comments, which begin with `//` or `#`. */
function regionsOf(language: Language): Region[] {
  const program = readFileSync(examplePath(language), "utf8");
  const regions = program.matchAll(/^[ \t]*(?:\/\/|#) region (\w+)\n(.*?)^[ \t]*(?:\/\/|#) endregion$/gms);
  return [...regions].map(([, name = "", text = ""]) => ({ name, text }));
}

/** Removes the indent of the first line from all lines. */
function withoutIndent(text: string): string {
  const [indent = ""] = /^[ \t]*/.exec(text) ?? [];
  return text.replaceAll(new RegExp(`^${indent}`, "gm"), "");
}
