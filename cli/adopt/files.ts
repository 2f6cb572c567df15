import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { programReplaced } from "../../errors/command.ts";
import { CommandError } from "../terminal/failure.ts";

/** A file of the project that is written. */
export interface FileChange {
  readonly path: string;
  readonly text: string;
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
    const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    if (before === text) return [];
    return [{ path, text, ...(before !== undefined && !isEmpty(before) && { copy: copyOf(path, before) }) }];
  });
}

/** Chooses a name that is free, and that no compiler treats as a module. */
function copyOf(path: string, text: string): { path: string; text: string } {
  for (let count = 1; ; count++) {
    const name = `${path}${count === 1 ? "" : `.${count}`}.bak`;
    if (!existsSync(name)) return { path: name, text };
  }
}

/** @throws CommandError if your own code would be replaced */
export function refuseToReplace(changes: readonly FileChange[], folder: string): void {
  const replaced = changes.filter(({ copy }) => copy !== undefined);
  if (replaced.length === 0) return;
  const names = replaced.map(({ path }) => relative(folder, path)).join(", ");
  throw new CommandError(programReplaced({ files: names }));
}
