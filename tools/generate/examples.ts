import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "../engine/local.ts";
import { block, wrapped } from "./markdown.ts";

/*
 * The examples in the docs are regions of one program in each language, in examples/languages. A region is between
 * `region <name>` and `endregion`, which editors can fold. Regions with the name of a topic, such as `Service`, are the example
 * of that topic: the last one shows it, and earlier ones are the imports that it needs. In YAML, a topic has one part in each
 * section of the file.
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
export const exampleSections = (topic: string, surrounding: readonly string[]): string[] =>
  languages.flatMap((language) => sectionOf(language, programOn(language, [topic], surrounding)));

/**
 * Returns a section for each language with the examples of topics, without the rest of the program.
 *
 * @param yamlSections the names of the sections in YAML, without which a part of that file means nothing
 */
export const partSections = (topics: readonly string[], yamlSections: readonly string[]): string[] =>
  languages.flatMap((language) => {
    if (language.fence === "yaml") return sectionOf(language, programOn(language, topics, yamlSections));
    const parts = topics.flatMap((topic) => partOf(language, topic) ?? []);
    return sectionOf(language, parts.length === 0 ? undefined : parts.join("\n\n"));
  });

const sectionOf = ({ title, fence }: Language, example: string | undefined): string[] =>
  example === undefined ? [] : [`### ${title}`, block(fence, example)];

/** Whether a function has an example: one that returns a record and one that returns several show how all are called. */
export const hasExample = (functionName: string): boolean => ["getService", "getServices"].includes(functionName);

/** Names the program that the examples of topics belong to, on a page whose links to resources begin with a path. */
export function programOf(topics: readonly string[], path = ""): string {
  const imports = topics.flatMap(importsOf);
  const also = imports.length > 0 ? `, which also imports ${imports.join(" and ")}` : "";
  return wrapped(`In [this program](${path}service.md#example)${also}:`);
}

/** Returns what the example of a topic needs but doesn't show. */
function importsOf(topic: string): string[] {
  const imports: string[] = [];
  for (const language of languages) {
    if (showsImports(language)) continue;
    for (const { text } of regionsOn(language, topic).slice(0, -1)) {
      const [name] = /(?<=")[^"]+(?=")/.exec(text) ?? [];
      if (name !== undefined) imports.push(`\`${name}\` in ${language.title}`);
    }
  }
  return imports;
}

/** Returns the example of a topic in one language; undefined if there is none. */
export function partOf(language: Language, topic: string): string | undefined {
  const regions = regionsOn(language, topic);
  const shown = showsImports(language) ? regions : regions.slice(-1);
  return shown.length === 0 ? undefined : shown.map(({ text }) => withoutIndent(text)).join("\n\n");
}

/** In Python, imports may be anywhere in a program, so an example can show its own. */
const showsImports = ({ fence }: Language): boolean => fence === "python";

function withoutIndent(text: string): string {
  const [indent = ""] = /^ *\t*/.exec(text) ?? [];
  return text.replaceAll(new RegExp(`^${indent}`, "gm"), "").trimEnd();
}

/** Returns the regions on these topics and those around them as a program; undefined if there are none on the topics. */
function programOn(language: Language, topics: readonly string[], surrounding: readonly string[]): string | undefined {
  const regions = regionsIn(language);
  if (!regions.some(({ name }) => topics.includes(name))) return undefined;
  const shown = regions.filter(({ name }) => topics.includes(name) || surrounding.includes(name));
  const program = shown.map(({ text }) => text).join("");
  return program.trimEnd();
}

interface Region {
  readonly name: string;
  readonly text: string;
}

const regionsOn = (language: Language, topic: string): Region[] =>
  regionsIn(language).filter(({ name }) => name === topic);

/** Returns the regions of a language's program in order. */
function regionsIn(language: Language): Region[] {
  const program = readFileSync(examplePath(language), "utf8");
  const regions = program.matchAll(/^[ \t]*(?:\/\/|#) region (\w+)\n(.*?)^[ \t]*(?:\/\/|#) endregion$/gms);
  return [...regions].map(([, name = "", text = ""]) => ({ name, text }));
}
