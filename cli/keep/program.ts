import { readFileSync } from "node:fs";
import { relative, sep } from "node:path";
import type { Code } from "../program/source.ts";
import type { ProjectFolder } from "../project/folder.ts";
import type { Identity } from "../project/record.ts";
import type { SourcePosition } from "../report/source-position.ts";
import type { Declaration, Language } from "./language.ts";

interface ProgramFile {
  readonly path: string;
  readonly lines: readonly string[];
  readonly declarations: readonly Declaration[];
  /** Missing if order and files don't matter. */
  readonly imports?: ReadonlySet<string>;
}

/** The text of a program, as far as it says where resources are declared. */
export class Program {
  readonly #files: readonly ProgramFile[];

  constructor(files: readonly ProgramFile[]) {
    this.#files = files;
  }

  /** Whether the text is known, so that a place in it can be checked. */
  get isRead(): boolean {
    return this.#files.length > 0;
  }

  /** Returns a line of a file that a person edits: what a build writes isn't one. */
  lineAt = ({ path, line }: SourcePosition): string | undefined => this.#fileAt(path)?.lines[line - 1];

  /** Finds the one place that declares a resource by its name. */
  placeOf(resource: Identity): SourcePosition | undefined {
    const found = this.#find(resource);
    return found && { path: found.path, line: found.line };
  }

  /** How the declaration at a place may refer to a resource; undefined if that isn't sure. */
  referenceTo(resource: Identity, { path, line }: SourcePosition): Code | undefined {
    const found = this.#find(resource);
    if (found?.reference === undefined) return undefined;
    const { imports } = this.#fileAt(path) ?? {};
    const isBefore = imports === undefined || found.line < line;
    const isKnown = found.path === path ? isBefore : imports?.has(found.reference.text) === true;
    return isKnown ? found.reference : undefined;
  }

  #fileAt = (path: string) => this.#files.find((file) => file.path === path);

  #find({ kind, name }: Identity) {
    const all = this.#files.flatMap(({ path, declarations }) => declarations.map((each) => ({ ...each, path })));
    const [found, ...others] = all.filter((each) => each.kind === kind && each.name === name);
    return others.length === 0 ? found : undefined;
  }
}

/** Reads the files that a person edits. */
export function readProgram(project: ProjectFolder, language: Language | undefined): Program {
  if (language?.text === undefined) return new Program([]);
  const { filesOf, declarationsIn, importsIn } = language.text;
  const files = filesOf(project).map((path) => {
    const text = readFileSync(path, "utf8");
    const imports = importsIn?.(text);
    return {
      path: relative(project.path, path).split(sep).join("/"),
      lines: text.split("\n"),
      declarations: declarationsIn(text),
      ...(imports && { imports }),
    };
  });
  return new Program(files);
}
