import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, extname, join, relative, sep } from "node:path";
import { parse } from "yaml";
import { isObject } from "../../model/api/object.ts";
import { builtProgram, missingMain, otherLanguage, unreadableManifest } from "../errors/adopt.ts";
import { CommandError } from "../terminal/failure.ts";
import { findUpwards, type ProjectFolder } from "./folder.ts";

/** The file that Pulumi runs. It may not exist yet. */
export interface Entry {
  readonly path: string;
  /** The package of the program has `"type": "module"`. */
  readonly isModule: boolean;
  /** The TypeScript that a build makes the file of. @default the file is no output of a build */
  readonly source?: string;
}

const manifests = ["package.json", "package.yaml"];

interface Manifest {
  readonly type?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
}

/** The index files that Pulumi tries in a folder, in this order: those of `require` for CommonJS, its own for ES modules. */
const indexFiles = {
  commonJs: ["index.js", "index.json", "index.ts"],
  module: ["index.js", "index.mjs", "index.ts", "index.mts"],
};

const extensions = [".ts", ".mts", ".js", ".mjs", ".cjs"];

/**
 * Finds the file that Pulumi runs, as its SDK does: `main` in Pulumi.yaml, then `exports` or `main` in package.json if that
 * file exists, then the index file of the folder.
 *
 * @throws CommandError if that is no file that we can write
 */
export function findEntry(project: ProjectFolder): Entry {
  const entry = locateEntry(project);
  const { path } = entry;
  if (!isModuleFile(path)) {
    throw new CommandError(otherLanguage({ path, extensions: extensions.join(", ") }));
  }
  return entry;
}

/** Finds what a person edits of the file that Pulumi runs: of a built one, its source. Undefined if that is no module that we can read. */
export function sourceOf(project: ProjectFolder): string | undefined {
  const { path, source = path } = locateEntry(project);
  return isModuleFile(path) ? source : undefined;
}

function locateEntry(project: ProjectFolder): Entry {
  const { program: folder, isJavaScript } = project;
  const { manifest, root = project.path } = packageOf(folder);
  const isModule = manifest.type === "module";
  const named = project.main ?? namedBy(manifest, root);
  const index = indexFiles[isModule ? "module" : "commonJs"];
  const usual = join(folder, isJavaScript ? "index.js" : "index.ts");
  // If no file exists yet.
  const toBeWritten = named !== undefined && isModuleFile(named) ? named : usual;
  const path = existing(named, index) ?? existing(folder, index) ?? toBeWritten;
  const source = findSource(path, root);
  return { path, isModule, ...(source !== undefined && { source }) };
}

/**
 * Finds the file that Pulumi runs, for a program to be written to it.
 *
 * @throws CommandError if the next build would overwrite the program, or Pulumi rejects the project
 */
export function findSourceEntry(project: ProjectFolder): Entry {
  const entry = findEntry(project);
  const { path, source } = entry;
  const shown = (file: string) => relative(project.path, file);
  if (source !== undefined) throw new CommandError(builtProgram({ path: shown(path), source: shown(source) }));
  const { main = project.program } = project;
  if (!existsSync(main)) throw new CommandError(missingMain({ path: shown(main) }));
  return entry;
}

export const holdsModules = (folder: string): boolean => packageOf(folder).manifest.type === "module";

function packageOf(folder: string): { manifest: Manifest; root?: string } {
  const path = findUpwards(folder, manifests);
  if (path === undefined) return { manifest: {} };
  return { manifest: readManifest(path) ?? {}, root: dirname(path) };
}

function readManifest(path: string): Manifest | null {
  try {
    const text = readFileSync(path, "utf8");
    return (extname(path) === ".json" ? JSON.parse(text) : parse(text)) as Manifest | null;
  } catch (error) {
    throw new CommandError(unreadableManifest({ path, reason: (error as Error).message }));
  }
}

/** The file that the manifest names. Like Pulumi, this takes neither lists nor nested conditions. */
function namedBy({ main, exports }: Manifest, root: string): string | undefined {
  const name = exports === undefined ? main : exportOf(exports);
  return typeof name === "string" ? join(root, name) : undefined;
}

function exportOf(exports: unknown): unknown {
  const own = isObject(exports) ? exports["."] : exports;
  return isObject(own) ? (own.default ?? own.require ?? own.import) : own;
}

/** The file itself, or the index file of a folder; undefined if there is none. */
function existing(path: string | undefined, index: readonly string[]): string | undefined {
  const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === undefined || found === undefined) return undefined;
  if (!found.isDirectory()) return path;
  return index.map((name) => join(path, name)).find((candidate) => existsSync(candidate));
}

const isModuleFile = (path: string) => extensions.includes(extname(path));

/**
 * Finds the source of a built program. If the package has TypeScript and Pulumi runs JavaScript, a build creates what Pulumi
 * runs: a compiler or a bundler, whose settings may be anywhere.
 */
function findSource(path: string, root: string): string | undefined {
  if (!/js$/.test(path)) return undefined;
  const depthOf = (file: string) => file.split(sep).length;
  const sources = sourcesIn(root).toSorted((one, other) => depthOf(one) - depthOf(other));
  for (const name of [nameOf(path), "index", "main"]) {
    const found = sources.find((source) => nameOf(source) === name);
    if (found !== undefined) return found;
  }
  return sources[0];
}

const nameOf = (path: string) => basename(path, extname(path));

/** The TypeScript files of a package, without declarations, tests, settings of tools and other packages. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return /^\.|^node_modules$/.test(entry.name) || isPackage(path) ? [] : sourcesIn(path);
    }
    return /(?<!\.d|\.config|\.test|\.spec)\.[cm]?ts$/.test(entry.name) ? [path] : [];
  });
}

const isPackage = (folder: string) => manifests.some((name) => existsSync(join(folder, name)));
