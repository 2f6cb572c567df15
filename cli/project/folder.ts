import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { parseDocument } from "yaml";

const projectFiles = ["Pulumi.yaml", "Pulumi.yml"];

/** A folder with a Pulumi project. */
export interface ProjectFolder {
  readonly path: string;
  readonly name: string;
  /** Its Pulumi.yaml. */
  readonly file: string;
  /** The folder in which Pulumi runs the program and resolves packages. */
  readonly program: string;
  /** The program, if `main` in Pulumi.yaml names a file. */
  readonly main?: string;
  readonly runtime: Runtime;
}

export interface Runtime {
  readonly name: string;
  readonly options?: { readonly typescript?: unknown };
}

/** Finds the Pulumi project of a folder, in it or in a parent folder. */
export function findProject(from: string): ProjectFolder | undefined {
  const file = findUpwards(from, projectFiles);
  if (file === undefined) return undefined;
  const path = dirname(file);
  const { name, main, runtime } = readProject(file);
  const project = {
    path,
    name: String(name),
    file,
    runtime: typeof runtime === "object" ? runtime : { name: String(runtime) },
  };
  if (main === undefined) return { ...project, program: path };
  const program = resolve(path, main);
  // If it doesn't exist yet, a file has an extension and a folder has none.
  const isFolder = statSync(program, { throwIfNoEntry: false })?.isDirectory() ?? extname(program) === "";
  return isFolder ? { ...project, program } : { ...project, program: dirname(program), main: program };
}

interface ProjectFile {
  readonly name?: string;
  readonly main?: string;
  readonly runtime?: string | Runtime;
}

// Tolerates mistakes in the file: Pulumi reports them, and doctor also works without a project.
const readProject = (file: string): ProjectFile =>
  (parseDocument(readFileSync(file, "utf8")).toJS() as ProjectFile | null) ?? {};

/** Finds the nearest file with one of these names, in the folder or in a parent folder. */
export function findUpwards(from: string, names: readonly string[]): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = names.map((name) => join(folder, name)).find((candidate) => existsSync(candidate));
    if (path !== undefined || folder === dirname(folder)) return path;
  }
}
