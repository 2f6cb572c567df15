import { existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { slugOf } from "../../docs/.vitepress/pages.ts";
import { createEmulator } from "../../emulator/index.ts";
import { readText, repositoryRoot } from "../../tools/engine/local.ts";
import { type Block, type Page, readPages } from "./pages.ts";
import { typeProblems } from "./type-check.ts";

const pages = readPages();
const blocksIn = (...languages: string[]) =>
  pages.flatMap(({ blocks }) => blocks).filter(({ language }) => languages.includes(language));

test("every TypeScript block on a page and every @example in a comment compiles", () => {
  const sources = [...globSync("sdk/**/*.ts", { cwd: repositoryRoot }).sort(), "emulator/index.ts"];
  const examples = sources.flatMap((path) =>
    examplesIn(path).map((text, index) => ({ path: `${path}/${index}`, blocks: [exampleBlock(path, text)] })),
  );
  expect(blocksIn("ts").length).toBeGreaterThan(10);
  expect(examples.length).toBeGreaterThan(5);
  expect(typeProblems([...pages, ...examples])).toEqual([]);
});

const exampleBlock = (place: string, text: string): Block => ({ place, text, language: "ts", file: undefined });

/** The code of each `@example` in a documentation comment. */
const examplesIn = (path: string): string[] => {
  const text = readText(path).replaceAll(/^ *\* ?/gm, "");
  return [...new Set([...text.matchAll(/@example\n```ts\n(.*?)\n```/gs)].map(([, example = ""]) => example))];
};

test("every code block has a language that these tests know", () => {
  const known = ["", "hidden", "ts", "yaml", "json", "sh", "console", "text", "python", "go", "mermaid"];
  expect(pages.flatMap(({ blocks }) => blocks).filter(({ language }) => !known.includes(language))).toEqual([]);
});

test("every YAML and JSON block parses, and has the keys that its file needs", () => {
  const shown = blocksIn("yaml", "json").flatMap(({ place, text, file = "" }) =>
    yamlProblems(file, text).map((problem) => `${place}: ${problem}`),
  );
  expect(shown).toEqual([]);
});

const projectKeys = ["name", "runtime", "main", "description", "options", "plugins", "packages", "config", "resources"];

function yamlProblems(file: string, text: string): string[] {
  const { errors, warnings } = parseDocument(text);
  if (errors.length + warnings.length > 0) return [...errors, ...warnings].map(({ message }) => message);
  if (!file.endsWith("Pulumi.yaml")) return [];
  return Object.keys(parse(text) ?? {}).filter((key) => !projectKeys.includes(key));
}

test("the emulator accepts every preset", async () => {
  const presets = blocksIn("json").filter(({ text }) => text.includes("preset.schema.json"));
  expect(presets.length).toBeGreaterThan(0);
  for (const { text } of presets) await (await createEmulator({ preset: JSON.parse(text) })).close();
});

test("every relative link points to a file, and every anchor to a heading", () => {
  const anchors = new Map(pages.map(({ path, headings }) => [path, headings.map(slugOf)]));
  const dead = pages.flatMap(({ path, links }) =>
    links.filter((link) => !/^[a-z]+:/.test(link) && !isAlive(path, link, anchors)).map((link) => `${path}: ${link}`),
  );
  expect(dead).toEqual([]);
});

function isAlive(page: Page["path"], link: string, anchors: ReadonlyMap<string, string[]>): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : join(dirname(page), path);
  if (!existsSync(join(repositoryRoot, target))) return false;
  return anchor === undefined || (anchors.get(target)?.includes(anchor) ?? true);
}

test("the page of each folder of the code is short, and on the map", () => {
  const isOfFolder = (path: string) =>
    /^(model|provider|sdk|cli|tools(?!\/bench))\/|^emulator\/CONTRIBUTING/.test(path);
  const folders = pages.map(({ path }) => path).filter(isOfFolder);
  expect(folders.filter((path) => readText(path).split("\n").length > 20)).toEqual([]);
  expect(pages.find(({ path }) => path === "CONTRIBUTING.md")?.links).toEqual(expect.arrayContaining(folders));
});
