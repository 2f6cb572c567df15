import { readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { sourceOf } from "../project/entry.ts";
import type { ProjectFolder } from "../project/folder.ts";

const blockComment = /\/\*[\s\S]*?\*\//;
const lineComment = /\/\/[^\n]*/;
const templateText = /`(?:[^`\\]|\\[\s\S])*`/;
const doubleQuotedText = /"(?:[^"\\\n]|\\.)*"/;
const singleQuotedText = /'(?:[^'\\\n]|\\.)*'/;

const commentsAndTexts = new RegExp(
  [blockComment, lineComment, templateText, doubleQuotedText, singleQuotedText].map(({ source }) => source).join("|"),
  "g",
);

/** A text that can't be taken for code. */
const plainText = /^(["'])[^"'`\\()[\]{}]*\1$/;

/** Blanks comments, and texts that could be taken for code. */
export const codeIn = (text: string): string =>
  text.replace(commentsAndTexts, (part) => (plainText.test(part) ? part : part.replace(/[^\n]/g, " ")));

const imported = /\b(?:from |import |require\()["'](?<path>\.{1,2}\/[^"'\n]+)["']/g;

/** Lists the files of a program that its entry reaches by relative imports. A built program is read as its sources. */
export function reachedFrom(project: ProjectFolder): string[] {
  const entry = sourceOf(project);
  const reached = new Set(entry !== undefined && isFile(entry) ? [entry] : []);
  for (const file of reached) {
    for (const { groups } of codeIn(readFileSync(file, "utf8")).matchAll(imported)) {
      const found = findModule(file, groups?.path ?? "");
      if (found !== undefined && isInside(project.path, found)) reached.add(found);
    }
  }
  return [...reached];
}

const typed = [".ts", ".mts", ".cts"];
const untyped = [".js", ".mjs", ".cjs"];

/** In TypeScript, a path may have the extension of the file that the compiler writes. */
function findModule(from: string, path: string): string | undefined {
  const whole = resolve(dirname(from), path);
  const stem = whole.replace(/\.[cm]?js$/, "");
  const isTyped = typed.some((extension) => from.endsWith(extension));
  const extensions = isTyped ? [...typed, ...untyped] : untyped;
  const candidates = [
    ...extensions.map((extension) => stem + extension),
    ...extensions.map((extension) => join(whole, `index${extension}`)),
  ];
  const isModule = extensions.some((extension) => whole.endsWith(extension)) && isFile(whole);
  if (isModule && !isTyped) return whole;
  return candidates.find(isFile) ?? (isModule ? whole : undefined);
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

const isInside = (folder: string, path: string) => !/^\.\.|(^|[\\/])node_modules[\\/]/.test(relative(folder, path));
