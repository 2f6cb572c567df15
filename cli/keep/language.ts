import { isObject } from "../../model/api/object.ts";
import type { ValueType } from "../../model/kinds/value-type.ts";
import type { Code } from "../program/source.ts";
import type { ProjectFolder } from "../project/folder.ts";

/** Where a file of the program declares a resource. */
export interface Declaration {
  readonly kind: string;
  /** Missing if it isn't a literal, such as in a loop. */
  readonly name?: string;
  readonly line: number;
  /** How many spaces its properties begin with. @default the language prints them with its usual indentation */
  readonly indent?: number;
  /** Why no lines can be put into it. */
  readonly problem?: string;
  /** How other declarations refer to the resource. Missing if they can't. */
  readonly reference?: Code;
  /** No function is around it, whose parameters could hide variables. */
  readonly isTopLevel?: true;
}

/** How a language writes what a program declares. */
export interface Language {
  /** The language of a code block in Markdown. */
  readonly name: string;
  /** Pulumi knows null in this language; in the others, it is the same as no property. */
  readonly hasNull?: true;
  /** Begins a comment. */
  readonly comment: string;
  /** Prints a property of a resource as lines; undefined if the language needs more for it than a literal. `Code` stands for an expression. */
  readonly property: (name: string, value: unknown, type: ValueType) => string | undefined;
  /** How to read a program. @default only Pulumi knows where it declares a resource */
  readonly text?: ProgramText;
}

/** Whether a value is a list that needs a line for each item. */
export const isListOfObjects = (value: unknown): value is readonly object[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** The files of a program that we read. */
export interface ProgramFiles {
  readonly files: readonly string[];
  /** Whether only these files, and packages, can declare a resource. */
  readonly areAll: boolean;
}

interface ProgramText {
  readonly filesOf: (project: ProjectFolder) => ProgramFiles;
  readonly declarationsIn: (text: string) => Declaration[];
  /** A declaration only refers to those above it in its file. */
  readonly isOrdered: boolean;
}
