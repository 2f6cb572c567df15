import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { filesEdited, programReplaced } from "../errors/adopt.ts";
import { CommandError } from "../terminal/failure.ts";
import type { AdoptionPlan } from "./plan.ts";

export interface FileChange {
  readonly path: string;
  readonly text: string;
  /** Contents of the file when the change was planned. @default it didn't exist */
  readonly before?: string | undefined;
  /** The copy that is kept of your own code. */
  readonly copy?: { readonly path: string; readonly text: string };
}

/** The lines of a module that declares nothing: an empty one, or the template of `pulumi new`. */
const emptyLines = [
  /^$/,
  /^(["'])use strict\1;?$/,
  /^export \{\};?$/,
  /^import \* as pulumi from (["'])@pulumi\/pulumi\1;?$/,
  /^const pulumi = require\((["'])@pulumi\/pulumi\1\);?$/,
];

const isEmpty = (text: string) => text.split("\n").every((line) => emptyLines.some((form) => form.test(line.trim())));

/** The files of the program that differ from the existing ones, with a copy of each that is more than a template. */
export function planFiles(files: ReadonlyMap<string, string>): FileChange[] {
  return [...files].flatMap(([path, text]) => {
    const before = contentOf(path);
    if (before === text) return [];
    return [{ path, text, before, ...(before !== undefined && !isEmpty(before) && { copy: copyOf(path, before) }) }];
  });
}

const contentOf = (path: string) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

/** @throws CommandError if somebody has edited a file since the change was planned */
export function rejectEdited(changes: readonly FileChange[], folder: string): void {
  const edited = changes.filter(({ path, before }) => contentOf(path) !== before);
  if (edited.length === 0) return;
  throw new CommandError(filesEdited({ files: edited.map(({ path }) => relative(folder, path)).join(", ") }));
}

/** Chooses a name that is free, and that no compiler treats as a module. */
function copyOf(path: string, text: string): { path: string; text: string } {
  for (let count = 1; ; count++) {
    const name = `${path}${count === 1 ? "" : `.${count}`}.bak`;
    if (!existsSync(name)) return { path: name, text };
  }
}

/** @throws CommandError if your own code would be replaced */
export function rejectReplacing({ stack, files }: Pick<AdoptionPlan, "stack" | "files">): void {
  const replaced = files.filter(({ copy }) => copy !== undefined);
  if (replaced.length === 0) return;
  const names = replaced.map(({ path }) => relative(stack.project.path, path)).join(", ");
  throw new CommandError(programReplaced({ files: names }));
}
