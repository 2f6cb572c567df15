import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, relative } from "node:path";
import { parse } from "yaml";
import { isObject } from "../../api/object.ts";
import { builtProgram, otherLanguage, unreadableManifest } from "../../errors/adopt.ts";

import { CommandError } from "../terminal/failure.ts";
import { findSource, isBuilt } from "./build.ts";
import { findUpwards, type ProjectFolder } from "./folder.ts";

/** The file that Pulumi runs. It may not exist yet. */
export interface Entry {
  readonly path: string;
  /** The package of the program has `"type": "module"`. */
  readonly isModule: boolean;
  /** The file is the output of a build. */
  readonly isBuilt: boolean;
  /** The source of a built program, if it can be found. */
  readonly source?: string | undefined;
}

interface Manifest {
  readonly type?: unknown;
  readonly main?: unknown;
  readonly exports?: unknown;
}

/** The index files that Pulumi tries in a folder, in this order: those of `require` for CommonJS, its own for ES modules. */
const indexFiles = {
  commonJs: ["index.js", "index.ts"],
  module: ["index.js", "index.mjs", "index.ts", "index.mts"],
};

const sources = [".ts", ".mts", ".js", ".mjs", ".cjs"];

/**
 * Finds the file that Pulumi runs, as its SDK does: `main` in Pulumi.yaml, then `exports` or `main` in package.json if that
 * file exists, then the index file of the folder.
 *
 * @throws CommandError if the program is in another language
 */
export function findEntry(project: ProjectFolder): Entry {
  const { program: folder, runtime, isJavaScript } = project;
  if (runtime !== "nodejs") {
    throw new CommandError(otherLanguage.runtime({ runtime }));
  }
  const { manifest, root = project.path } = packageOf(folder);
  const isModule = manifest.type === "module";
  const named = project.main ?? namedBy(manifest, root);
  const index = indexFiles[isModule ? "module" : "commonJs"];
  const usual = join(folder, isJavaScript ? "index.js" : "index.ts");
  const path = existing(named, index) ?? existing(folder, index) ?? (named && isSource(named) ? named : usual);
  if (!isSource(path)) {
    throw new CommandError(otherLanguage.file({ path, extensions: sources.join(", ") }));
  }
  const place = { root, folder, projectFile: project.file };
  const built = [path, named].find((file) => file !== undefined && isBuilt(file, place));
  if (built === undefined) return { path, isModule, isBuilt: false };
  return { path: built, isModule, isBuilt: true, source: findSource(built, place) };
}

/** @throws CommandError if the next build would overwrite the program */
export function rejectBuilt({ path, isBuilt, source }: Entry, project: ProjectFolder): void {
  if (!isBuilt) return;
  const shown = (file: string) => relative(project.path, file);
  throw new CommandError(
    builtProgram({ path: shown(path), source: source === undefined ? "index.ts" : shown(source) }),
  );
}

export const holdsModules = (folder: string): boolean => packageOf(folder).manifest.type === "module";

function packageOf(folder: string): { manifest: Manifest; root?: string } {
  const path = findUpwards(folder, ["package.json", "package.yaml"]);
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
  const own = isObject(exports) ? exports["."] : exports;
  const name = exports === undefined ? main : isObject(own) ? (own.default ?? own.require ?? own.import) : own;
  return typeof name === "string" ? join(root, name) : undefined;
}

/** The file itself, or the index file of a folder. */
function existing(path: string | undefined, index: readonly string[]): string | undefined {
  const found = path === undefined ? undefined : statSync(path, { throwIfNoEntry: false });
  if (path === undefined || found?.isDirectory() !== true) return found && path;
  return index.map((name) => join(path, name)).find((candidate) => existsSync(candidate));
}

const isSource = (path: string) => sources.includes(extname(path));
