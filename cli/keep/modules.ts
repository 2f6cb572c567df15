import { readFileSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { sourceOf } from "../project/entry.ts";
import { findUpwards, type ProjectFolder } from "../project/folder.ts";
import { codeIn } from "./code.ts";
import type { ProgramFiles } from "./language.ts";

const typeImport = /\b(?:import|export) type (?:\{[^}]*\}|\* as \w+|\w+) from (["'])[^"'\n]*\1/g;

/** Methods may have these names, too. */
const beforePath = /(?<![.\w$])(?:from|import|import\s*\(|require\s*\()\s*/;
const quotedPath = /(["'])(?<path>[^"'\n]*)\1/;
const imported = new RegExp(`${beforePath.source}${quotedPath.source}`, "g");

/** Imports what only the run knows. */
const computed = /(?<![.\w$])(?:import|require)\s*\(\s*[^"'\s]/;

/**
 * Lists the files of a program that its entry reaches by relative imports. A built program is read as its sources. Other names, such as
 * path aliases of a compiler, aren't followed.
 */
export function reachedFrom(project: ProjectFolder): ProgramFiles {
  const entry = sourceOf(project);
  const reached = new Set(entry !== undefined && isFile(entry) ? [entry] : []);
  let areAll = reached.size > 0;
  for (const file of reached) {
    const paths = importsIn(file);
    const modules = (paths ?? []).filter((path) => !declaresNothing(file, path));
    const found = modules.map((path) => findOwn(project, file, path));
    for (const each of found) if (each !== undefined) reached.add(each);
    areAll &&= paths !== undefined && !found.includes(undefined);
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
  const [name = ""] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
  return isBuiltin(path) || name === "pulumi-statushub" || isInstalled(dirname(file), name);
}

const isInstalled = (from: string, name: string) => findUpwards(from, [join("node_modules", name)]) !== undefined;

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
