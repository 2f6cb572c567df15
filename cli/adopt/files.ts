import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isMap, isNode, isScalar, parse, parseDocument, type YAMLMap } from "yaml";
import { filesEdited, programReplaced } from "../errors/adopt.ts";
import { CommandError } from "../terminal/failure.ts";

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
    const isWorthACopy = before !== undefined && !isEmpty(before);
    return [{ path, text, before, ...(isWorthACopy && { copy: copyOf(path, before) }) }];
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
export function rejectReplacing(changes: readonly FileChange[], folder: string): void {
  const replaced = changes.filter(({ copy }) => copy !== undefined);
  if (replaced.length === 0) return;
  const names = replaced.map(({ path }) => relative(folder, path)).join(", ");
  throw new CommandError(programReplaced({ files: names }));
}

/**
 * Plans to set `refresh: always` in a Pulumi.yaml, because otherwise a plain preview shows no manual changes.
 *
 * @returns `manual` if only a person can extend the file; undefined if it already configures refresh
 */
export function planProjectFile(path: string): FileChange | "manual" | undefined {
  const before = readFileSync(path, "utf8");
  if (parseDocument(before).hasIn(["options", "refresh"])) return undefined;
  const text = withRefresh(before);
  return text === undefined ? "manual" : { path, text, before };
}

/**
 * Only adds to the text, so that the rest of the file keeps its values, formatting and comments.
 *
 * @returns undefined if the file has a form that can't be extended
 */
function withRefresh(text: string): string | undefined {
  const extended = extend(text);
  if (extended === undefined) return undefined;
  // Some forms take no further lines, such as a file that is one flow mapping, and some values end with the file.
  const document = parseDocument(extended);
  const before = parse(text) as { readonly options?: object };
  const expected = { ...before, options: { ...before.options, refresh: "always" } };
  const isExtended = document.errors.length === 0 && isDeepStrictEqual(document.toJS(), expected);
  return isExtended ? extended : undefined;
}

/**
 * Adds the setting to the text:
 *
 * - without options: at the end of the file
 * - with empty options, such as `options:` or `options: {}`: in their place
 * - with options: before the first one
 *
 * @returns undefined if the options have any other form
 */
function extend(text: string): string | undefined {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
  const options = document.get("options", true);
  if (options === undefined) return `${text.replace(/(?<!\n)$/, "\n")}options:\n  refresh: always\n`;
  if (!isNode(options) || options.range == null) return undefined;
  const [start, end] = options.range;
  const isNull = isScalar(options) && options.value === null;
  const isEmptyMap = isMap(options) && options.items.length === 0;
  if (isNull || isEmptyMap) {
    const before = text.slice(0, start).replace(/:$/, ": ");
    return `${before}{ refresh: always }${text.slice(end)}`;
  }
  return isMap(options) ? withFirst(text, options) : undefined;
}

/** Puts the setting before the first one of a map: on its line, or on a line of its own. */
function withFirst(text: string, options: YAMLMap): string | undefined {
  const key = options.items[0]?.key;
  if (!isScalar(key) || key.range == null) return undefined;
  const [start] = key.range;
  const indent = text.slice(text.lastIndexOf("\n", start) + 1, start);
  const separator = options.flow ? ", " : `\n${indent}`;
  return `${text.slice(0, start)}refresh: always${separator}${text.slice(start)}`;
}
