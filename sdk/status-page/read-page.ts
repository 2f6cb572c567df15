import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import * as pulumi from "@pulumi/pulumi";
import { unreadableFile } from "../../errors/page.ts";
import definition from "../../page.schema.json" with { type: "json" };
import { type Mistake, readContents } from "./contents.ts";
import type { StatusPageArgs } from "./form.ts";
import { problemsIn } from "./plan.ts";
import { render } from "./problem.ts";
import { type Configuration, Reading, type Schema } from "./schema.ts";

/**
 * Reads the description of a page from a file, with values from the stack configuration.
 *
 * JSON is read as YAML, so that its mistakes also have line numbers, including duplicate keys.
 */
export function readPage(name: string, file: string | URL): StatusPageArgs {
  const path = file instanceof URL ? fileURLToPath(file) : file;
  const { page, mistakes } = parsePage(readText(name, path), stackConfiguration);
  if (page !== undefined && mistakes.length === 0) return page;
  const lines = mistakes.map(({ line, message }) => `\n  ${basename(path)}:${line}  ${message}`);
  throw new pulumi.RunError(`Could not make statushub.StatusPage "${name}" from ${path}:${lines.join("")}`);
}

export function parsePage(
  text: string,
  configuration: Configuration,
): { page?: StatusPageArgs; mistakes: readonly Mistake[] } {
  const { value, mistakes, lineOf } = readContents(text);
  if (mistakes.length > 0) return { mistakes };
  const schema: Schema = definition;
  const reading = new Reading(schema.$defs ?? {}, configuration);
  // Values that the schema accepts form a page; others are left out.
  const page = (reading.read(value, schema, []) ?? {}) as StatusPageArgs;
  const problems = [...reading.problems, ...problemsIn(page)].map(({ path, message }) => ({
    line: lineOf(path),
    message: `${render(path) || "the file"}: ${message}`,
  }));
  return { page, mistakes: problems.sort((one, other) => one.line - other.line) };
}

function readText(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new pulumi.RunError(unreadableFile.missing({ name, path, reason: (cause as Error).message }));
  }
}

/** Missing from the SDK's types: whether a configuration value is a secret. */
const { isConfigSecret } = pulumi.runtime as { isConfigSecret?: (key: string) => boolean };

/** `name` is a key of the project's own configuration, `namespace:name` one of another. */
const stackConfiguration: Configuration = {
  find(name) {
    const key = name.includes(":") ? name : `${pulumi.getProject()}:${name}`;
    const text = pulumi.runtime.getConfig(key);
    // If in doubt, treats the value as a secret.
    return text === undefined ? undefined : { text, isSecret: isConfigSecret?.(key) ?? true };
  },
  protect: pulumi.secret,
};
