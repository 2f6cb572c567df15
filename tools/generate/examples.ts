import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../engine/local.ts";
import { block, wrapped } from "./markdown.ts";

/*
 * The examples in the docs are regions of one program in each language, in examples/languages. A region is between
 * `region <name>` and `endregion`, which editors can fold. Regions with the name of a topic, such as `Service`, are about that
 * topic:
 *
 * - TypeScript, Python and Go: the last one is its example, and earlier ones are the imports that it needs
 * - YAML, which has no imports: one in each section of the file that is about it (`config:`, `resources:`). All of them are its example
 *
 * A page shows a topic in one of two forms:
 *
 * - a whole program: the example with the regions that every program needs
 * - the example by itself, after a sentence that names the program: "In this program, which also imports `time` in Go:". In YAML, the
 *   example includes the names of its sections, because without them a part of the file means nothing
 */

/** The languages of the examples, by their names in Markdown, and whether an example shows the imports that it needs. */
export const languages = [
  { title: "TypeScript", fence: "ts", file: "typescript/index.ts", imports: "hidden" },
  // Imports may be anywhere in a program.
  { title: "Python", fence: "python", file: "python/__main__.py", imports: "shown" },
  { title: "Go", fence: "go", file: "go/main.go", imports: "hidden" },
  { title: "YAML", fence: "yaml", file: "yaml/Pulumi.yaml", imports: "none" },
] as const;

export type Language = (typeof languages)[number];

type LanguageWithImports = Exclude<Language, { readonly imports: "none" }>;

export const examplePath = ({ file }: Language): string => join(repositoryRoot, "examples/languages", file);

/**
 * Returns a section for each language with a whole program on a topic. The site shows the sections as tabs.
 *
 * @param surrounding the regions that every such program has
 */
export const programSections = (topic: string, surrounding: readonly string[]): string[] =>
  languages.flatMap((language) => sectionOf(programOn([topic], surrounding, language), language));

/**
 * Returns a section for each language with the examples of topics by themselves.
 *
 * @param yamlSections the regions in YAML that name the sections
 */
export const exampleSections = (topics: readonly string[], yamlSections: readonly string[]): string[] =>
  languages.flatMap((language) => {
    const isYaml = language.fence === "yaml";
    const text = isYaml ? programOn(topics, yamlSections, language) : examplesOf(topics, language);
    return sectionOf(text, language);
  });

const sectionOf = (text: string | undefined, { title, fence }: Language): string[] =>
  text === undefined ? [] : [`### ${title}`, block(fence, text)];

/** One function that returns a record and one that returns several have an example. All others are called like one of them. */
const functionsWithExample = ["getService", "getServices"];

export const hasExample = (functionName: string): boolean => functionsWithExample.includes(functionName);

/** The page that shows a whole program. */
const pageOfProgram = "service.md#example";

/**
 * Returns the sentence before examples by themselves: which program they belong to, and what else that imports.
 *
 * @param pathToResources leads to the folder of the page with the program. @default the sentence is on a page of that folder
 */
export function programInWords(topics: readonly string[], pathToResources = ""): string {
  const imports = topics.flatMap(hiddenImports);
  const also = imports.length > 0 ? `, which also imports ${imports.join(" and ")}` : "";
  return wrapped(`In [this program](${pathToResources}${pageOfProgram})${also}:`);
}

/** Names the packages that the example of a topic needs, in the languages in which it doesn't show their imports. */
function hiddenImports(topic: string): string[] {
  const hidden: string[] = [];
  for (const language of languages) {
    if (language.imports !== "hidden") continue;
    for (const statement of importsAndExample(topic, language).imports) {
      // The package is the first text in quotes.
      const [, name] = /"([^"]+)"/.exec(statement) ?? [];
      if (name !== undefined) hidden.push(`\`${name}\` in ${language.title}`);
    }
  }
  return hidden;
}

/** Returns the examples of topics; undefined if there are none. */
function examplesOf(topics: readonly string[], language: LanguageWithImports): string | undefined {
  const examples = topics.map((topic) => exampleOf(topic, language)).filter((example) => example !== undefined);
  return examples.length === 0 ? undefined : examples.join("\n\n");
}

/** Returns the example of a topic; undefined if there is none. */
export function exampleOf(topic: string, language: LanguageWithImports): string | undefined {
  const { imports, example } = importsAndExample(topic, language);
  if (example === undefined) return undefined;
  const shown = language.imports === "shown" ? [...imports, example] : [example];
  return shown.map(withoutIndent).join("\n\n");
}

/** Removes the indent of the first line from all lines. */
function withoutIndent(text: string): string {
  const [indent = ""] = /^ *\t*/.exec(text) ?? [];
  return text.replaceAll(new RegExp(`^${indent}`, "gm"), "").trimEnd();
}

/** Returns a program with the regions on topics and those around them, in its order; undefined if there are none on the topics. */
function programOn(topics: readonly string[], surrounding: readonly string[], language: Language): string | undefined {
  const regions = regionsIn(language);
  if (!regions.some(({ name }) => topics.includes(name))) return undefined;
  const shown = regions.filter(({ name }) => topics.includes(name) || surrounding.includes(name));
  const program = shown.map(({ text }) => text).join("");
  return program.trimEnd();
}

interface ImportsAndExample {
  readonly imports: readonly string[];
  readonly example: string | undefined;
}

function importsAndExample(topic: string, language: LanguageWithImports): ImportsAndExample {
  const texts = regionsIn(language)
    .filter(({ name }) => name === topic)
    .map(({ text }) => text);
  return { imports: texts.slice(0, -1), example: texts.at(-1) };
}

interface Region {
  readonly name: string;
  readonly text: string;
}

/** Returns the regions of a language's program in order. A region is marked by comments, which begin with `//` or `#`. */
function regionsIn(language: Language): Region[] {
  const program = readFileSync(examplePath(language), "utf8");
  const regions = program.matchAll(/^[ \t]*(?:\/\/|#) region (\w+)\n(.*?)^[ \t]*(?:\/\/|#) endregion$/gms);
  return [...regions].map(([, name = "", text = ""]) => ({ name, text }));
}
