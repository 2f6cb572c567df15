import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, type Pair, parseDocument, type Scalar } from "yaml";
import { isObject } from "../api/object.ts";
import { duplicateKey, invalidAlias, invalidKey, unreadableFile } from "./errors.ts";
import definition from "./page.schema.json" with { type: "json" };
import { type Path, render } from "./problem.ts";
import { type Page, problemsIn } from "./records.ts";
import { type Configuration, Reading, type Schema } from "./schema.ts";

/** A page, or what is wrong with its description. */
export type ReadPage = { readonly page: Page } | { readonly message: string };

/**
 * Reads the description of a page from a file, with values from the stack configuration.
 *
 * JSON is read as YAML, so that its mistakes also have line numbers, including duplicate keys.
 */
export function readPage(name: string, path: string, configuration: Configuration): ReadPage {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    return { message: unreadableFile.missing({ name, path, reason: (cause as Error).message }) };
  }
  const { page, mistakes } = parsePage(text, configuration);
  if (page !== undefined && mistakes.length === 0) return { page };
  const lines = mistakes.map(({ line, message }) => `\n  ${basename(path)}:${line}  ${message}`);
  return { message: `Could not make statushub.StatusPage "${name}" from ${path}:${lines.join("")}` };
}

export function parsePage(text: string, configuration: Configuration): { page?: Page; mistakes: readonly Mistake[] } {
  const { value, mistakes, lineOf } = readContents(text);
  if (value === undefined) return { mistakes };
  const schema: Schema = definition;
  const reading = new Reading(schema.$defs ?? {}, configuration);
  // Values that the schema accepts form a page; others are left out.
  const page = (reading.read(value, schema, []) ?? {}) as Page;
  const problems = [...reading.problems, ...problemsIn(page)]
    .map(({ path, message }) => ({ line: lineOf(path), message: `${render(path) || "the file"}: ${message}` }))
    // What can't be read there has no value.
    .filter(({ line }) => !mistakes.some((mistake) => mistake.line === line));
  return { page, mistakes: [...mistakes, ...problems].sort((one, other) => one.line - other.line) };
}

interface Mistake {
  readonly line: number;
  readonly message: string;
}

/** The content of a file, and the mistakes in its text. */
interface Contents {
  /** Without what can't be read; undefined if nothing can. */
  readonly value?: unknown;
  readonly mistakes: readonly Mistake[];
  /** Returns the line of a value's key; if the value is missing, the line of the nearest one around it. */
  readonly lineOf: (path: Path) => number;
}

/** A node as plain values. */
interface PlainNode {
  readonly value: unknown;
  /** The number of values, with every alias expanded. */
  readonly size: number;
  readonly offset: number;
  readonly children: ReadonlyMap<string | number, Child>;
}

interface Child {
  readonly offset: number;
  readonly node: PlainNode;
}

/**
 * Most values that aliases may expand to. A page has far fewer, but a few lines of nested aliases can expand to
 * billions.
 */
const mostCopied = 200_000;

/** Parses YAML or JSON. Every key is text, because the keys of a page become names. */
function readContents(text: string): Contents {
  const counter = new LineCounter();
  const lineAt = (offset: number) => counter.linePos(offset).line;
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    logLevel: "error",
    // A key that appears twice doesn't hide the mistakes in the rest of the file.
    uniqueKeys: false,
  });
  const broken = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    line: lineAt(pos[0]),
    message: unreadableFile.syntax({ reason: message }),
  }));
  if (document.errors.length > 0) return { mistakes: broken, lineOf: () => 1 };
  const conversion = new Conversion();
  const root = conversion.convert(document.contents, []);
  const mistakes = [
    ...broken,
    ...conversion.mistakes.map(({ offset, message }) => ({ line: lineAt(offset), message })),
  ];
  const value = conversion.isTooLong ? undefined : root.value;
  return { value, mistakes, lineOf: (path) => lineAt(offsetOf(root, path)) };
}

function offsetOf(root: PlainNode, path: Path): number {
  let child: Child | undefined = { offset: 0, node: root };
  let { offset } = child;
  for (const step of path) {
    child = child?.node.children.get(step);
    if (child === undefined) return offset;
    offset = child.offset;
  }
  return offset;
}

class Conversion {
  readonly mistakes: { readonly offset: number; readonly message: string }[] = [];
  /** By name; undefined while the node itself is being read. */
  readonly #anchors = new Map<string, PlainNode | undefined>();
  #copied = 0;

  get isTooLong(): boolean {
    return this.#copied > mostCopied;
  }

  convert(node: unknown, path: Path): PlainNode {
    if (isAlias(node)) return this.#resolve(node, path);
    const anchor = isMap(node) || isSeq(node) || isScalar(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const children = this.#childrenOf(node, path);
    const entries = [...children].map(([key, child]) => [key, child.node.value] as const);
    const converted = {
      value: isMap(node) ? Object.fromEntries(entries) : isSeq(node) ? entries.map(([, value]) => value) : plain(node),
      size: [...children.values()].reduce((sum, child) => sum + child.node.size, 1),
      offset: offsetIn(node),
      children,
    };
    if (anchor !== undefined) this.#anchors.set(anchor, converted);
    return converted;
  }

  #childrenOf(node: unknown, path: Path): Map<string | number, Child> {
    const children = new Map<string | number, Child>();
    if (isSeq(node)) {
      for (const [index, item] of node.items.entries()) {
        const converted = this.convert(item, [...path, index]);
        children.set(index, { offset: offsetIn(item), node: converted });
      }
    }
    for (const pair of isMap(node) ? node.items : []) {
      const key = this.#keyOf(pair, path);
      if (key === undefined) continue;
      const [offset, first] = [offsetIn(pair.key), children.get(key)];
      if (first !== undefined) this.#reject([...path, key], duplicateKey.inFile(), offset);
      const node = this.convert(pair.value, [...path, key]);
      children.set(key, { offset, node: first === undefined ? node : joined(first.node, node) });
    }
    return children;
  }

  /** `1` is the same as text; `1.10`, `~` and `0x10` are not, but what is under them is read. */
  #keyOf({ key }: Pair<unknown, unknown>, path: Path): string | undefined {
    const { value } = this.convert(key, path);
    const source = isScalar(key) ? key.source : undefined;
    if (typeof value === "string") return value;
    if (source !== undefined && source !== "" && String(value) === source) return source;
    this.#reject(source ? [...path, source] : path, invalidKey.quotes(), offsetIn(key));
    return source || undefined;
  }

  #resolve(alias: Node & { source: string }, path: Path): PlainNode {
    const offset = offsetIn(alias);
    const { source } = alias;
    const found = this.#anchors.get(source);
    const nothing = { value: undefined, size: 1, offset, children: new Map() };
    if (found === undefined) {
      if (this.#anchors.has(source)) this.#reject(path, invalidAlias.inside({ name: source }), offset);
      else this.#reject(path, invalidAlias.missing({ name: source }), offset);
      return nothing;
    }
    const copied = this.#copied;
    this.#copied += found.size;
    if (this.#copied <= mostCopied) return found;
    if (copied <= mostCopied) this.#reject(path, invalidAlias.tooMany({ count: mostCopied }), offset);
    return nothing;
  }

  #reject(path: Path, message: string, offset: number): void {
    this.mistakes.push({ offset, message: `${render(path) || "the file"}: ${message}` });
  }
}

/** Two mappings under equal keys, so that nothing in the first counts as missing. */
const joined = (one: PlainNode, other: PlainNode): PlainNode =>
  isObject(one.value) && isObject(other.value)
    ? {
        ...other,
        value: { ...one.value, ...other.value },
        size: one.size + other.size,
        children: new Map([...one.children, ...other.children]),
      }
    : other;

const plain = (node: unknown): unknown => (isScalar(node) ? (node as Scalar).toJSON() : null);

const offsetIn = (node: unknown): number => (node as Node | null)?.range?.[0] ?? 0;
