import { readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { sourceOf } from "../project/entry.ts";
import { findUpwards, type ProjectFolder } from "../project/folder.ts";
import { codeIn } from "./code.ts";
import type { ProgramFiles } from "./language.ts";

/** An import that leaves no trace in the program that runs. */
const typeImport = /\b(?:import|export) type (?:\{[^}]*\}|\* as \w+|\w+) from (["'])[^"'\n]*\1/g;

/** What stands before the path of an import. Methods may have these names, too. */
const beforePath = /(?<![.\w$])(?:from|import|import\s*\(|require\s*\()\s*/;
const quotedPath = /(["'])(?<path>[^"'\n]*)\1/;
const imported = new RegExp(`${beforePath.source}${quotedPath.source}`, "g");

/** Imports what only the run knows: what follows the bracket is no text. */
const computed = /(?<![.\w$])(?:import|require)\s*\(\s*[^"'\s]/;

/**
 * Lists the files of a program that its entry reaches by relative imports. A built program is read as its sources. Other names, such as
 * path aliases of a compiler, aren't followed.
 */
export function reachedFrom(project: ProjectFolder): ProgramFiles {
  const entry = sourceOf(project);
  if (entry === undefined || !isFile(entry)) return { files: [], areAll: false };
  const reached = new Set([entry]);
  let areAll = true;
  // The loop also visits the files that it adds.
  for (const file of reached) {
    const paths = importsIn(file);
    if (paths === undefined) areAll = false;
    for (const path of paths ?? []) {
      if (declaresNothing(file, path)) continue;
      const own = findOwn(project, file, path);
      if (own === undefined) areAll = false;
      else reached.add(own);
    }
  }
  return { files: [...reached], areAll };
}

/** Undefined if a file may import more than its text says. */
function importsIn(file: string): string[] | undefined {
  const code = codeIn(readFileSync(file, "utf8"))?.replace(typeImport, "");
  if (code === undefined || computed.test(code)) return undefined;
  return [...code.matchAll(imported)].map(({ groups }) => groups?.path ?? "");
}

/** Finds a module of the program that a file imports. */
function findOwn(project: ProjectFolder, file: string, path: string): string | undefined {
  const found = isRelative(path) ? findModule(file, path) : undefined;
  return found !== undefined && isInside(project.path, found) ? found : undefined;
}

const isRelative = (path: string) => /^\.{1,2}\//.test(path);

/** Data, and what isn't a part of the program: a package, or a module of Node. */
function declaresNothing(file: string, path: string): boolean {
  if (isRelative(path)) return path.endsWith(".json") && isFile(resolve(dirname(file), path));
  // The name of the package, which may have a scope.
  const [name = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  return isBuiltin(path) || name === "pulumi-statushub" || isInstalled(dirname(file), name);
}

const isInstalled = (from: string, name: string) => findUpwards(from, [join("node_modules", name)]) !== undefined;

const typed = [".ts", ".mts", ".cts"];
const untyped = [".js", ".mjs", ".cjs"];

/** Finds the file that a path means: itself, with an extension, or the index of a folder. */
function findModule(from: string, path: string): string | undefined {
  const whole = resolve(dirname(from), path);
  const isTyped = typed.some((extension) => from.endsWith(extension));
  const extensions = isTyped ? [...typed, ...untyped] : untyped;
  const itself = extensions.some((extension) => whole.endsWith(extension)) ? [whole] : [];
  const stem = whole.replace(/\.[cm]?js$/, "");
  const others = [
    ...extensions.map((extension) => stem + extension),
    ...extensions.map((extension) => join(whole, `index${extension}`)),
  ];
  // In TypeScript, a path may have the extension of the file that the compiler writes.
  const candidates = isTyped ? [...others, ...itself] : [...itself, ...others];
  return candidates.find(isFile);
}

const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** Whether a file is in a folder, and not in a package there. */
function isInside(folder: string, path: string): boolean {
  const parts = relative(folder, path).split(/[\\/]/);
  return parts[0] !== ".." && !parts.includes("node_modules");
}
