import type { ValueType } from "../../model/kinds/value-type.ts";
import type { Code } from "../program/source.ts";
import type { ProjectFolder } from "../project/folder.ts";
import type { Identity } from "../project/record.ts";

/** Where a file of the program declares a resource. */
export interface Declaration extends Identity {
  readonly line: number;
  /** How later lines of the file refer to the resource. Missing if they can't. */
  readonly reference?: Code;
}

/** How a language writes what a program declares. */
export interface Language {
  /** The language of a code block in Markdown. */
  readonly name: string;
  /** Pulumi knows null in this language; in the others, it is the same as no property. */
  readonly hasNull?: true;
  /** Begins a comment. */
  readonly comment: string;
  /** Prints a property of a resource as lines, indented as in a program; undefined if the language needs more for it than a literal. `Code` stands for an expression. */
  readonly property: (name: string, value: unknown, type: ValueType) => string | undefined;
  /** How to read a program. @default only Pulumi knows where it declares a resource */
  readonly text?: ProgramText;
}

interface ProgramText {
  readonly filesOf: (project: ProjectFolder) => string[];
  /** Finds the resources that a file declares by a literal name. */
  readonly declarationsIn: (text: string) => Declaration[];
  /** Finds the variables that a file imports. @default order and files don't matter */
  readonly importsIn?: (text: string) => ReadonlySet<string>;
}
