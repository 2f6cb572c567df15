import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, extname, join, relative, resolve, sep } from "node:path";

/** Where the files of a program are. */
export interface ProgramPlace {
  /** The folder of the package. */
  readonly root: string;
  /** The folder in which Pulumi runs the program. */
  readonly folder: string;
  /** The Pulumi.yaml. */
  readonly projectFile: string;
}

/**
 * Whether a build creates a program, which then overwrites what anybody writes to it: JavaScript beside a TypeScript file of
 * the same name, in an output folder of the compiler, outside of the TypeScript sources, or ignored by git.
 */
export function isBuilt(file: string, place: ProgramPlace): boolean {
  if (!isJavaScript(file)) return false;
  if (existsSync(withoutExtension(file) + typeScriptOf(file))) return existsSync(file);
  return (
    [place.root, place.folder].some((folder) => outputsOf(folder).some((output) => isInside(output, file))) ||
    isOutsideSources(file, place) ||
    // Git may ignore the whole project.
    (isIgnored(file, place.root) && !isIgnored(place.projectFile, place.root))
  );
}

/** Finds the source of a built program: the TypeScript file of its name, or else one with a usual name. */
export function findSource(file: string, { root }: ProgramPlace): string | undefined {
  const names = [basename(withoutExtension(file)), "index", "main"];
  const sources = sourcesIn(root).toSorted((one, other) => one.split(sep).length - other.split(sep).length);
  const named = names.flatMap((name) => sources.filter((source) => basename(withoutExtension(source)) === name));
  return named[0] ?? sources[0];
}

const isJavaScript = (file: string) => /js$/.test(extname(file));
const withoutExtension = (file: string) => file.slice(0, -extname(file).length);
const typeScriptOf = (file: string) => extname(file).replace("js", "ts");

const isInside = (folder: string, file: string) => !relative(folder, file).startsWith("..");

/** The output folders of the compiler. Its settings may have comments, so this searches their text for the key. */
function outputsOf(folder: string): string[] {
  const texts = settingsOf(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const outputs = texts.flatMap((text) =>
    [...text.matchAll(/"outDir"\s*:\s*"([^"]+)"/g)].map(([, output = ""]) => output),
  );
  return outputs.map((output) => resolve(folder, output)).filter((output) => output !== folder);
}

const settingsOf = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /^tsconfig.*\.json$/.test(name)) : [];

/** Bundlers write to a folder that no setting of the compiler names. */
function isOutsideSources(file: string, { root, folder }: ProgramPlace): boolean {
  if (settingsOf(root).length + settingsOf(folder).length === 0) return false;
  const sources = sourcesIn(root);
  return sources.length > 0 && !sources.some((source) => isInside(dirname(file), source));
}

/** The TypeScript files of a package, without declarations, tests and settings of tools. */
function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return /^\.|^node_modules$/.test(entry.name) ? [] : sourcesIn(path);
    return /(?<!\.d|\.config|\.test|\.spec)\.[cm]?ts$/.test(entry.name) ? [path] : [];
  });
}

/** Without git, or outside of a repository, nothing is ignored. */
const isIgnored = (file: string, cwd: string) =>
  spawnSync("git", ["check-ignore", "--quiet", file], { cwd, stdio: "ignore" }).status === 0;
