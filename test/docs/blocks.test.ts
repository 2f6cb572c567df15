import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseDocument } from "yaml";
import { slugOf } from "../../docs/.vitepress/pages.ts";
import { createEmulator } from "../../emulator/index.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { type Block, type Page, readPage, readPages } from "./pages.ts";
import { typeProblems } from "./type-check.ts";

const pages = readPages();
const blocksIn = (...languages: string[]) =>
  pages.flatMap(({ blocks }) => blocks).filter(({ language }) => languages.includes(language));

const read = (path: string) => readFileSync(join(repositoryRoot, path), "utf8");

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
  const text = read(path).replaceAll(/^ *\* ?/gm, "");
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
  const kept = globSync("docs/ci/*.yml", { cwd: repositoryRoot }).flatMap((path) => {
    const text = read(path);
    return yamlProblems(readPage(path, `\`\`\`yaml\n${text}\`\`\``).blocks[0]?.file ?? "", text);
  });
  expect([...shown, ...kept]).toEqual([]);
});

const projectKeys = ["name", "runtime", "main", "description", "options", "plugins", "packages", "config", "resources"];

function yamlProblems(file: string, text: string): string[] {
  const { errors, warnings } = parseDocument(text);
  if (errors.length + warnings.length > 0) return [...errors, ...warnings].map(({ message }) => message);
  const content: unknown = parse(text);
  if (file.endsWith("Pulumi.yaml")) return keysOf(content).filter((key) => !projectKeys.includes(key));
  if (file.startsWith(".github/workflows/")) return workflowProblems(content as Workflow);
  return [];
}

const keysOf = (value: unknown) => Object.keys(value ?? {});

interface Workflow {
  readonly on?: unknown;
  readonly jobs?: Record<string, { "runs-on"?: string; steps?: Record<string, unknown>[] }>;
}

function workflowProblems({ on, jobs = {} }: Workflow): string[] {
  const problems = Object.entries(jobs).flatMap(([name, { steps = [], ...job }]) => [
    ...(job["runs-on"] === undefined ? [`job ${name} runs nowhere`] : []),
    ...(steps.length === 0 ? [`job ${name} has no steps`] : []),
    ...steps
      .filter((step) => (step.uses === undefined) === (step.run === undefined))
      .map(keysOf)
      .map(String),
  ]);
  return on === undefined || keysOf(jobs).length === 0 ? ["no workflow", ...problems] : problems;
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
