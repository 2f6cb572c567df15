import { isObject } from "../../model/api/object.ts";

/*
 * Prints TypeScript like a formatter with 120 columns, counting each character as one. Values are plain data, in which
 * `Code` is an expression.
 */

/** Text that is printed as it is. */
export class Code {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export const lineWidth = 120;

/** Characters that are invisible in an editor, or change the direction of text. */
const invisible = /[\u007f-\u009f\u00a0\u00ad\u061c\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]/g;

/** Prints a string literal in double quotes, which means the same in TypeScript, YAML, Python and Go. */
export const doubleQuoted = (text: string): string =>
  JSON.stringify(text).replace(invisible, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Prints a string literal, with the quotes that need fewer backslashes. */
export function literal(text: string): string {
  const escaped = doubleQuoted(text);
  const doubles = text.split('"').length;
  const singles = text.split("'").length;
  if (doubles <= singles) return escaped;
  return `'${escaped.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** A name that needs no quotes is an identifier in ASCII. */
const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name));

const entriesOf = (value: Record<string, unknown>) => Object.entries(value).filter(([, item]) => item !== undefined);

/** Formatters break a list of objects with several keys, even if it fits on a line. */
const mustBreak = (items: readonly unknown[]) =>
  items.length > 1 && items.every((item) => isObject(item) && entriesOf(item).length > 1);

/** Prints a value on one line; undefined if it needs several. */
function flat(value: unknown): string | undefined {
  if (value instanceof Code) return value.text;
  if (typeof value === "string") return literal(value);
  if (Array.isArray(value)) return flatList(value);
  return isObject(value) ? flatObject(value) : String(value);
}

function flatList(items: readonly unknown[]): string | undefined {
  if (mustBreak(items)) return undefined;
  const text = joined(items.map(flat));
  return text === undefined ? undefined : `[${text}]`;
}

function flatObject(value: Record<string, unknown>): string | undefined {
  const text = joined(entriesOf(value).map(([name, item]) => flatEntry(name, item, flat(item))));
  if (text === undefined) return undefined;
  return text === "" ? "{}" : `{ ${text} }`;
}

/** Joins the parts of a list or an object; undefined if one of them needs several lines. */
function joined(parts: (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join(", ");
}

const isShorthand = (name: string, item: unknown) => item instanceof Code && item.text === name;

function flatEntry(name: string, item: unknown, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  return isShorthand(name, item) ? name : `${key(name)}: ${text}`;
}

/** After a shorter key, a text that is too long stays on its line, because a line break would save nothing. */
const shortestKey = 5;

interface Position {
  readonly indent: number;
  /** Columns used before the value, and needed after it. */
  readonly column: number;
  readonly after: number;
}

function print(value: unknown, { indent, column, after }: Position): string {
  if (value instanceof Code) return value.text;
  const line = flat(value);
  if (line !== undefined && column + line.length + after <= lineWidth) return line;
  const inner = indent + 2;
  const close = `\n${" ".repeat(indent)}`;
  if (Array.isArray(value) && value.length > 0) {
    const items = value.map(
      (item) => `\n${" ".repeat(inner)}${print(item, { indent: inner, column: inner, after: 1 })},`,
    );
    return `[${items.join("")}${close}]`;
  }
  if (isObject(value) && entriesOf(value).length > 0) return `{${printEntries(value, inner)}${close}}`;
  return line ?? "";
}

const printEntries = (value: Record<string, unknown>, indent: number) =>
  entriesOf(value)
    .map(([name, item]) => `\n${" ".repeat(indent)}${printEntry(name, item, indent)},`)
    .join("");

function printEntry(name: string, item: unknown, indent: number): string {
  if (isShorthand(name, item)) return name;
  const column = indent + key(name).length + 2;
  const text = print(item, { indent, column, after: 1 });
  // A text that is too long goes to the next line.
  const isTooLong = typeof item === "string" && column + text.length + 1 > lineWidth && key(name).length >= shortestKey;
  return isTooLong ? `${key(name)}:\n${" ".repeat(indent + 2)}${text}` : `${key(name)}: ${text}`;
}

/** Prints one property of a resource, as it stands among its arguments. */
export const argument = (name: string, value: unknown, indent: number): string => `${printEntry(name, value, indent)},`;

interface Arguments {
  readonly name: string;
  readonly properties: Record<string, unknown>;
  /** The third argument. @default none */
  readonly options?: Record<string, unknown> | undefined;
}

/** Prints `new statushub.Service("api", { ... })` as a statement that begins with `start`. */
export function construction(start: string, { name, properties, options }: Arguments): string {
  const values = [name, properties, ...(options === undefined ? [] : [options])];
  const flatValues = values.map(flat);
  const oneLine = `${start}(${flatValues.join(", ")});`;
  if (!flatValues.includes(undefined) && oneLine.length <= lineWidth) return oneLine;
  const firstLine = `${start}(${literal(name)}, {`;
  if (options === undefined && firstLine.length <= lineWidth) {
    return `${firstLine}${printEntries(properties, 2)}\n});`;
  }
  const lines = values.map((value) => `  ${print(value, { indent: 2, column: 2, after: 1 })},`);
  return `${start}(\n${lines.join("\n")}\n);`;
}

/** Prints `import { a, b } from "./services.ts";`. */
export const importOf = (names: readonly string[], from: string): string =>
  withNames("import ", names, ` from ${literal(from)};`);

/** Prints `const { a, b } = require("./services.js");`. */
export const requireOf = (names: readonly string[], from: string): string =>
  withNames("const ", names, ` = require(${literal(from)});`);

/** Prints `module.exports = { a, b };`. */
export const exportsOf = (names: readonly string[]): string => withNames("module.exports = ", names, ";");

function withNames(start: string, names: readonly string[], end: string): string {
  const shorthands = Object.fromEntries(names.map((name) => [name, new Code(name)]));
  return start + print(shorthands, { indent: 0, column: start.length, after: end.length }) + end;
}
