import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import definition from "../../page.schema.json" with { type: "json" };
import type { StatusPageArgs } from "./form.ts";
import { problemsIn } from "./plan.ts";
import { type Path, render } from "./problem.ts";
import { type Configuration, Reading, type Schema } from "./schema.ts";

/** A mistake in a file. */
interface Mistake {
  readonly line: number;
  readonly message: string;
}

/**
 * Reads the description of a page from a file, with what it takes from the stack configuration.
 *
 * JSON is YAML, and goes the same way: its mistakes have lines, too, and a key that is there twice is one of them.
 */
export function readPage(name: string, file: string | URL): StatusPageArgs {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const { page, mistakes } = parsePage(readText(name, path), readConfiguration);
  if (page !== undefined && mistakes.length === 0) return page;
  const lines = mistakes.map(({ line, message }) => `\n  ${basename(path)}:${line}  ${message}`);
  throw new pulumi.RunError(`Could not make statushub.StatusPage "${name}" from ${path}:${lines.join("")}`);
}

/** The page that a text describes, or what is wrong with the text. */
export function parsePage(text: string, configuration: Configuration): { page?: StatusPageArgs; mistakes: Mistake[] } {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: "error" });
  const { errors, warnings } = document;
  if (errors.length + warnings.length > 0) {
    return {
      mistakes: [...errors, ...warnings].map(({ pos, message }) => ({ line: counter.linePos(pos[0]).line, message })),
    };
  }
  const { value, failure } = contentsOf(document);
  if (failure !== undefined) return { mistakes: [{ line: 1, message: failure }] };
  const schema: Schema = definition;
  const reading = new Reading(schema.$defs ?? {}, configuration);
  // What the schema accepts is the form of a page; what it does not is left out.
  const page = (reading.read(value, schema, []) ?? {}) as StatusPageArgs;
  const problems = [...reading.problems, ...problemsIn(page)];
  const mistakes = problems.map(({ path, message }) => ({
    line: counter.linePos(offsetOf(document, path)).line,
    message: `${render(path) || "the file"}: ${message}`,
  }));
  return { page, mistakes: mistakes.sort((one, other) => one.line - other.line) };
}

/** What a text says, or why nothing can be made of it: an alias without an anchor, or far too many aliases. */
function contentsOf(document: Document.Parsed): { value?: unknown; failure?: string } {
  try {
    return { value: document.toJS() };
  } catch (cause) {
    return { failure: (cause as Error).message };
  }
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const reason = `${(cause as Error).message}. A path is relative to the folder of the program; a URL is not.`;
    throw new pulumi.RunError(`Could not make statushub.StatusPage "${name}" from ${path}: ${reason}`);
  }
}

/** `name` is of the project's own configuration, `namespace:name` of another one's. */
const readConfiguration: Configuration = (name, secret) => {
  const [namespace, key] = name.includes(":") ? name.split(":", 2) : [undefined, name];
  const config = new pulumi.Config(namespace);
  return secret ? config.getSecret(key ?? "") : config.get(key ?? "");
};

/** Where the key of a value stands in a text; of what is not there, where the key of its parent does. */
function offsetOf(document: Document.Parsed, path: Path): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document);
    const [key, value] = childOf(node, step);
    if (!isNode(key) || !key.range) return offset;
    offset = key.range[0];
    node = value;
  }
  return offset;
}

/** The node that names a child, and the child. */
function childOf(node: unknown, step: string | number): [unknown, unknown] {
  if (isSeq(node)) return [node.items[Number(step)], node.items[Number(step)]];
  const pairs = isMap(node) ? node.items : [];
  const pair = pairs.find(({ key }) => isScalar(key) && String(key.value) === step);
  return [pair?.key, pair?.value];
}
