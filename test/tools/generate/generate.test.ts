import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { definitions } from "../../../model/kinds/index.ts";
import schema from "../../../schema.json" with { type: "json" };
import { readText, repositoryRoot } from "../../../tools/engine/local.ts";
import { languages } from "../../../tools/generate/examples.ts";
import { generate } from "../../../tools/generate/index.ts";
import { pageOf, reference } from "../../../tools/generate/reference.ts";

test("every generated file matches the kinds", async () => {
  const generated = await generate();
  const files = [...generated.keys()].map((path) => [path, readText(path)] as const);

  expect(Object.fromEntries(files), "run: npm run generate").toEqual(Object.fromEntries(generated));
  const pages = globSync("docs/resources/*.md", { cwd: repositoryRoot });
  expect(pages.filter((path) => !generated.has(path))).toEqual([]);
});

interface Described {
  readonly description?: string;
  readonly secret?: boolean;
}

test.each(Object.entries(definitions))(
  "the package schema describes every property of %s, and marks secrets",
  (kind, definition) => {
    const resources: Record<
      string,
      Record<"properties" | "inputProperties", Record<string, Described>>
    > = schema.resources;
    const { properties = {}, inputProperties = {} } = resources[`statushub:index:${kind}`] ?? {};
    expect(Object.keys(inputProperties)).toEqual(expect.arrayContaining(Object.keys(definition.properties)));
    const outputs = { ...definition.properties, ...definition.outputs };
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(outputs)));

    for (const [name, { secret }] of Object.entries(outputs)) expect(properties[name]?.secret, name).toBe(secret);
    for (const [name, { description }] of Object.entries(inputProperties)) expect(description, name).toMatch(/\S/);
  },
);

test("only variables of the configuration have a default from the environment, which an argument would keep in the state", () => {
  const { config, provider } = schema;
  expect(config.variables.region).toMatchObject({
    $ref: "#/types/statushub:index:Region",
    defaultInfo: { environment: ["STATUSHUB_REGION"] },
  });
  expect(Object.keys(config.variables)).toEqual(Object.keys(provider.inputProperties));
  expect(JSON.stringify(provider)).not.toContain("STATUSHUB_");
});

const pages = new Map(reference().map(([path, text]) => [path.replace("docs/resources/", ""), text]));

test.each(Object.values(definitions))("the reference documents every property and output of $kind", (definition) => {
  const text = pages.get(pageOf(definition.kind)) ?? "";
  const lines = text.split("\n");

  for (const name of Object.keys(definition.properties)) {
    expect(lines[lines.indexOf(`### \`${name}\``) + 2], name).toMatch(/^`.+`(, .+)?\. \S/);
  }
  for (const name of Object.keys(definition.outputs)) {
    expect(text).toMatch(new RegExp(`\\n- \`${name}\` \\(\`.*\\): \\S`));
  }
});

test.each(Object.values(definitions))("the reference shows $kind in every language", ({ kind }) => {
  const text = pages.get(pageOf(kind === "Hub" ? "Service" : kind)) ?? "";
  for (const { fence } of languages) expect(text).toMatch(new RegExp(`\n\`\`\`${fence}\n[^\`]*\\b(New)?${kind}\\b`));
});
