import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../engine/local.ts";
import { block, wrapped } from "./markdown.ts";

/*
 * The examples in the docs are regions of one program in each language, in examples/languages. A region is between
 * `region <name>` and `endregion`, which editors can fold. Regions with the name of a topic, such as `Service`, are about that
 * topic: the last one is its example, and earlier ones are the imports that it needs. In YAML, a topic has one region in each
 * section of the file.
 *
 * A page shows a whole program with an example, or the example by itself, after a sentence that names the program.
 */

/** The languages of the examples, by their names in Markdown. */
export const languages = [
  { title: "TypeScript", fence: "ts", file: "typescript/index.ts" },
  { title: "Python", fence: "python", file: "python/__main__.py" },
  { title: "Go", fence: "go", file: "go/main.go" },
  { title: "YAML", fence: "yaml", file: "yaml/Pulumi.yaml" },
] as const;

export type Language = (typeof languages)[number];

export const examplePath = ({ file }: Language): string => join(repositoryRoot, "examples/languages", file);

/**
 * Returns a section for each language with a whole program on a topic. The site shows the sections as tabs.
 *
 * @param surrounding the regions that every such program has
 */
export const programSections = (topic: string, surrounding: readonly string[]): string[] =>
  languages.flatMap((language) => sectionOf(language, programOn([topic], surrounding, language)));

/**
 * Returns a section for each language with the examples of topics.
 *
 * @param yamlSections the names of the sections in YAML, without which a part of that file means nothing
 */
export const exampleSections = (topics: readonly string[], yamlSections: readonly string[]): string[] =>
  languages.flatMap((language) => {
    if (language.fence === "yaml") return sectionOf(language, programOn(topics, yamlSections, language));
    const examples = topics.map((topic) => exampleOf(topic, language)).filter((example) => example !== undefined);
    return sectionOf(language, examples.length === 0 ? undefined : examples.join("\n\n"));
  });

const sectionOf = ({ title, fence }: Language, text: string | undefined): string[] =>
  text === undefined ? [] : [`### ${title}`, block(fence, text)];

/** Whether a function has an example: one that returns a record and one that returns several show how all are called. */
export const hasExample = (functionName: string): boolean => ["getService", "getServices"].includes(functionName);

/** Returns the sentence before examples: which program they belong to, and what else that imports. */
export function programInWords(topics: readonly string[], pathToResources = ""): string {
  const imports = topics.flatMap(hiddenImports);
  const also = imports.length > 0 ? `, which also imports ${imports.join(" and ")}` : "";
  return wrapped(`In [this program](${pathToResources}service.md#example)${also}:`);
}

/** Names the packages that the example of a topic needs, in the languages in which it doesn't show their imports. */
function hiddenImports(topic: string): string[] {
  const hidden: string[] = [];
  for (const language of languages) {
    if (showsImports(language)) continue;
    for (const statement of regionsOn(topic, language).imports) {
      const [, name] = /"([^"]+)"/.exec(statement) ?? [];
      if (name !== undefined) hidden.push(`\`${name}\` in ${language.title}`);
    }
  }
  return hidden;
}

/** Returns the example of a topic in one language; undefined if there is none. */
export function exampleOf(topic: string, language: Language): string | undefined {
  const { imports, example } = regionsOn(topic, language);
  if (example === undefined) return undefined;
  const shown = showsImports(language) ? [...imports, example] : [example];
  return shown.map(withoutIndent).join("\n\n");
}

/** In Python, imports may be anywhere in a program, so an example can show its own. */
const showsImports = ({ fence }: Language): boolean => fence === "python";

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

interface TopicRegions {
  readonly imports: readonly string[];
  readonly example: string | undefined;
}

function regionsOn(topic: string, language: Language): TopicRegions {
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
