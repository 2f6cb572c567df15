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
  /** Where Pulumi runs the program, and looks for packages. */
  readonly program: string;
  /** The program itself, where `main` in Pulumi.yaml names a file. */
  readonly main?: string;
  readonly runtime: Runtime;
}

export interface Runtime {
  readonly name: string;
  readonly options?: { readonly typescript?: unknown };
}

/** The Pulumi project that a folder belongs to: its own, or that of a folder around it. */
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
  // A file that is still to be written is told from a folder by its extension.
  const isFolder = statSync(program, { throwIfNoEntry: false })?.isDirectory() ?? extname(program) === "";
  return isFolder ? { ...project, program } : { ...project, program: dirname(program), main: program };
}

interface ProjectFile {
  readonly name?: string;
  readonly main?: string;
  readonly runtime?: string | Runtime;
}

// Of a file with mistakes this reads what it can: Pulumi reports them, and doctor works without a project.
const readProject = (file: string): ProjectFile =>
  (parseDocument(readFileSync(file, "utf8")).toJS() as ProjectFile | null) ?? {};

/** The nearest file of one of these names, in the folder or in one around it. */
export function findUpwards(from: string, names: readonly string[]): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = names.map((name) => join(folder, name)).find((candidate) => existsSync(candidate));
    if (path !== undefined || folder === dirname(folder)) return path;
  }
}
