import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { programReplaced } from "../../errors/command.ts";
import { CommandError } from "../terminal/failure.ts";

/** What happens to one file of the project. */
export interface FileChange {
  readonly path: string;
  readonly text: string;
  /** Where a copy of what a person wrote goes. */
  readonly copy?: { readonly path: string; readonly text: string };
}

/** A module that declares nothing: what `pulumi new` writes, or an empty one. */
const emptyLines = [
  /^$/,
  /^(["'])use strict\1;?$/,
  /^export \{\};?$/,
  /^import \* as pulumi from (["'])@pulumi\/pulumi\1;?$/,
  /^const pulumi = require\((["'])@pulumi\/pulumi\1\);?$/,
];

const isEmpty = (text: string) => text.split("\n").every((line) => emptyLines.some((form) => form.test(line.trim())));

/** The files of the program that differ from what is there, with a copy of each that is not just a template. */
export function planFiles(files: ReadonlyMap<string, string>): FileChange[] {
  return [...files].flatMap(([path, text]) => {
    const before = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    if (before === text) return [];
    return [{ path, text, ...(before !== undefined && !isEmpty(before) && { copy: copyOf(path, before) }) }];
  });
}

/** A name that no file has yet, and that no compiler takes for a module. */
function copyOf(path: string, text: string): { path: string; text: string } {
  for (let count = 1; ; count++) {
    const name = `${path}${count === 1 ? "" : `.${count}`}.bak`;
    if (!existsSync(name)) return { path: name, text };
  }
}

/** @throws CommandError where a file would be replaced that a person wrote */
export function refuseToReplace(changes: readonly FileChange[], folder: string): void {
  const replaced = changes.filter(({ copy }) => copy !== undefined);
  if (replaced.length === 0) return;
  const names = replaced.map(({ path }) => relative(folder, path)).join(", ");
  throw new CommandError(programReplaced({ files: names }));
}
