import { expect, test } from "vitest";
import { definitions } from "../../../model/kinds/index.ts";
import { languages } from "../../../tools/generate/examples.ts";
import { pageOf, reference } from "../../../tools/generate/reference.ts";

const pages = new Map(reference().map(([path, text]) => [path.replace("docs/resources/", ""), text]));

test.each(Object.values(definitions))("documents every property and output of $kind", (definition) => {
  const page = pages.get(pageOf(definition.kind)) ?? "";
  const lines = page.split("\n");

  for (const name of Object.keys(definition.properties)) {
    expect(lines[lines.indexOf(`### \`${name}\``) + 2], name).toMatch(/^`.+`(, .+)?\. \S/);
  }
  for (const name of Object.keys(definition.outputs)) {
    expect(page).toMatch(new RegExp(`\\n- \`${name}\` \\(\`.*\\): \\S`));
  }
});

test.each(Object.values(definitions))("shows $kind in every language", ({ kind }) => {
  const page = pages.get(pageOf(kind)) ?? "";
  for (const { fence } of languages) expect(page).toMatch(new RegExp(`\n\`\`\`${fence}\n[^\`]*\\b(New)?${kind}\\b`));
});
