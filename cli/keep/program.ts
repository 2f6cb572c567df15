import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import type { Code } from "../program/source.ts";
import type { ProjectFolder } from "../project/folder.ts";
import type { Identity } from "../project/record.ts";
import type { SourcePosition } from "../report/source-position.ts";
import type { Declaration, Language } from "./language.ts";

interface ProgramFile {
  readonly path: string;
  readonly declarations: readonly Declaration[];
}

interface Known {
  /** No other file can declare a resource. */
  readonly areAll: boolean;
  /** A declaration only refers to those above it in its file. */
  readonly isOrdered: boolean;
}

/** The text of a program, as far as it says where resources are declared. */
export class Program {
  readonly #files: readonly ProgramFile[];
  readonly #areAll: boolean;
  readonly #isOrdered: boolean;

  constructor(files: readonly ProgramFile[], { areAll, isOrdered }: Known) {
    this.#files = files;
    this.#areAll = areAll;
    this.#isOrdered = isOrdered;
  }

  /** Whether the text is known, so that a place in it can be checked. */
  get isRead(): boolean {
    return this.#files.length > 0;
  }

  /** Finds what declares a resource at a place in a file that a person edits: what a build writes isn't one. */
  declarationAt({ path, line }: SourcePosition, { kind, name }: Identity): Declaration | undefined {
    const { declarations = [] } = this.#files.find((file) => file.path === path) ?? {};
    return declarations.find(
      (each) => each.line === line && each.kind === kind && (each.name === undefined || each.name === name),
    );
  }

  /** Finds the one place that declares a resource by its name. */
  placeOf(resource: Identity): SourcePosition | undefined {
    const found = this.#find(resource);
    return found && { path: found.path, line: found.line };
  }

  /** How a declaration may refer to a resource; undefined if that isn't sure. */
  referenceTo(resource: Identity, from: Declaration, { path, line }: SourcePosition): Code | undefined {
    const found = this.#find(resource);
    if (found === undefined || !this.#isOrdered) return found?.reference;
    const isAbove = found.path === path && found.line < line;
    return isAbove && from.isTopLevel ? found.reference : undefined;
  }

  #find({ kind, name }: Identity) {
    if (!this.#areAll) return undefined;
    const all = this.#files.flatMap(({ path, declarations }) => declarations.map((each) => ({ ...each, path })));
    const [found, ...others] = all.filter((each) => each.kind === kind && each.name === name);
    return others.length === 0 ? found : undefined;
  }
}

/** Reads the files that a person edits. */
export function readProgram(project: ProjectFolder, language: Language | undefined): Program {
  if (language?.text === undefined) return new Program([], { areAll: false, isOrdered: false });
  const { filesOf, declarationsIn, isOrdered } = language.text;
  const { files, areAll } = filesOf(project);
  const read = files.map((path) => ({
    path: relative(project.path, path).split(sep).join("/"),
    declarations: declarationsIn(readFileSync(path, "utf8")),
  }));
  return new Program(read, { areAll, isOrdered });
}
