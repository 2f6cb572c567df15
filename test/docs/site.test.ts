import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { showLanguagesAsTabs } from "../../docs/.vitepress/markdown.ts";
import { languages } from "../../tools/generate/examples.ts";

const example = (language: string) => `### ${language}\n\n\`\`\`ts\n${language}\n\`\`\`\n\n`;

function typesOn(page: string): string[] {
  const markdown = new MarkdownIt();
  showLanguagesAsTabs(markdown as never);
  return markdown.parse(page, {}).map(({ type, info }) => `${type} ${info}`.trim());
}

test("the site shows examples in languages that follow each other as tabs, and other headings as they are", () => {
  const tabs = languages.map(({ title }) => `fence ts [${title}]`);
  const heading = ["heading_open", "inline", "heading_close"];
  const group = ["container_code-group_open", ...tabs, "container_code-group_close"];
  const examples = languages.map(({ title }) => example(title)).join("");

  expect(typesOn(`## Example\n\n${examples}## More\n\n${example("Other")}${examples}`)).toEqual([
    ...[...heading, ...group],
    ...[...heading, ...heading, "fence ts", ...group],
  ]);
  // A language that has several blocks, as a quickstart does.
  expect(typesOn(`${example("Python")}\`\`\`yaml\n\`\`\`\n\n${example("Go")}`)).toEqual([
    ...[...heading, "fence ts", "fence yaml"],
    ...[...heading, "fence ts"],
  ]);
});
