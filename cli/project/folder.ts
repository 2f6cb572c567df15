import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, extname, join, resolve } from "node:path";
import { isMap, parseDocument } from "yaml";

export interface ProjectFolder {
  readonly path: string;
  readonly name: string;
  /** Its Pulumi.yaml. */
  readonly file: string;
  /** The folder in which Pulumi runs the program and resolves packages. */
  readonly program: string;
  /** The program, if `main` in Pulumi.yaml names a file. */
  readonly main?: string;
  /** The language host, such as `nodejs`. */
  readonly runtime: string;
  /** The settings of the runtime turn TypeScript off. */
  readonly isJavaScript: boolean;
}

/**
 * Finds the Pulumi project of a folder, in it or in a parent folder. It tolerates mistakes in Pulumi.yaml: Pulumi reports them,
 * and doctor also works without a project.
 */
export function findProject(from: string): ProjectFolder | undefined {
  const file = findUpwards(from, ["Pulumi.yaml", "Pulumi.yml"]);
  if (file === undefined) return undefined;
  const document = parseDocument(readFileSync(file, "utf8"));
  const main = document.get("main");
  const runtime = document.get("runtime");
  const path = dirname(file);
  const project = {
    path,
    file,
    name: String(document.get("name")),
    runtime: String(isMap(runtime) ? runtime.get("name") : runtime),
    isJavaScript: isMap(runtime) && runtime.getIn(["options", "typescript"]) === false,
  };
  if (typeof main !== "string") return { ...project, program: path };
  const program = resolve(path, main);
  // If it doesn't exist yet, a file has an extension and a folder has none.
  const isFolder = statSync(program, { throwIfNoEntry: false })?.isDirectory() ?? extname(program) === "";
  return isFolder ? { ...project, program } : { ...project, program: dirname(program), main: program };
}

/** Finds the nearest file with one of these names, in the folder or in a parent folder. */
export function findUpwards(from: string, names: readonly string[]): string | undefined {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    const path = names.map((name) => join(folder, name)).find((candidate) => existsSync(candidate));
    if (path !== undefined || folder === dirname(folder)) return path;
  }
}
