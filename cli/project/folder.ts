import { existsSync, readFileSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";

const projectFiles = ["Pulumi.yaml", "Pulumi.yml"];

/** A folder with a Pulumi project. */
export interface ProjectFolder {
  readonly path: string;
  /** Where the program is: Pulumi runs it, and looks for packages, from here. */
  readonly program: string;
}

/** The Pulumi project that a folder belongs to: its own, or that of a folder around it. */
export function findProject(from: string): ProjectFolder | undefined {
  const path = findUpwards(from, projectFiles);
  if (path === undefined) return undefined;
  const folder = dirname(path);
  // The one key of the file that is needed here: a parser of YAML would be a dependency for one line.
  const main = /^main:\s*["']?([^"'#\n]+?)["']?\s*(?:#.*)?$/m.exec(readFileSync(path, "utf8"))?.[1];
  const program = main === undefined ? folder : resolve(folder, main);
  return { path: folder, program: extname(program) === "" ? program : dirname(program) };
}

/** The nearest file of one of these names, in the folder or in one around it. */
export function findUpwards(from: string, names: readonly string[]): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = names.map((name) => join(folder, name)).find((candidate) => existsSync(candidate));
    if (path !== undefined || folder === dirname(folder)) return path;
  }
}
