import { join } from "node:path";
import { repositoryRoot } from "../engine/local.ts";
import { type Property, readSdk, type SdkClass } from "./sdk.ts";

/** The generated page. */
export const referencePath = join(repositoryRoot, "docs/reference.md");

/** Everything that programs can use, from the documentation comments of sdk/. */
export function renderReference(): string {
  const pages = readSdk().classes.map(renderClass);
  return `${["# Reference", "Made from the documentation comments in `sdk/` by `npm run reference`.", ...pages].join("\n\n")}\n`;
}

function renderClass({ name, comment: { text, examples }, inputs, outputs }: SdkClass): string {
  return [
    `## ${name}`,
    text,
    ...examples.map((example) => `\`\`\`ts\n${example}\n\`\`\``),
    renderTable("property", inputs),
    ...(outputs.length === 0 ? [] : [renderTable("set by the API", outputs)]),
  ].join("\n\n");
}

function renderTable(heading: string, properties: readonly Property[]): string {
  const rows = properties.map(({ name, types, isRequired, comment: { text, defaultValue } }) => {
    const note = defaultValue === undefined ? text : `${text}\n\nDefault: ${defaultValue}`;
    return `| \`${name}\`${isRequired ? " (required)" : ""} | \`${cell(types.join(" | "))}\` | ${cell(note)} |`;
  });
  return [`| ${heading} | type | |`, "|---|---|---|", ...rows].join("\n");
}

const cell = (text: string) =>
  text
    .trim()
    .replace(/\n{2,}/g, "<br>")
    .replace(/\s+/g, " ")
    .replaceAll("|", "\\|");
