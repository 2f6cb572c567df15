import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { type Mistake, readContents } from "./contents.ts";
import { unreadableFile } from "./errors.ts";
import definition from "./page.schema.json" with { type: "json" };
import { render } from "./problem.ts";
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

/** Returns the page that a text describes, or the problems with the text. */
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
