import { expect, test } from "vitest";
import { definitions } from "../../../kinds/index.ts";
import { exampleOf, languages } from "../../../tools/generate/examples.ts";
import { pageOf } from "../../../tools/generate/functions-page.ts";
import { reference } from "../../../tools/generate/reference.ts";

const pages = new Map(reference().map(([path, text]) => [path.replace("docs/resources/", ""), text]));

test.each(Object.values(definitions))("documents every property and output of $kind", (definition) => {
  const page = pages.get(pageOf(definition.kind)) ?? "";
  const lines = page.split("\n");

  for (const name of Object.keys(definition.properties)) {
    expect(page).toContain(`\n| [\`${name}\`](#${name.toLowerCase()})`);
    expect(lines[lines.indexOf(`### \`${name}\``) + 2], name).toMatch(/^\S/);
  }
  for (const name of Object.keys(definition.outputs)) {
    expect(page).toMatch(new RegExp(`\\n\\| \`${name}\` .*\\| \\S[^|]+\\|\\n`));
  }
});

test.each(Object.values(definitions))("shows $kind in every language", ({ kind }) => {
  const page = pages.get(pageOf(kind)) ?? "";
  for (const { fence } of languages) expect(page).toMatch(new RegExp(`\n\`\`\`${fence}\n[^\`]*\\b(New)?${kind}\\b`));
});

test.each([
  ["subscription.md", '| [`services`](#services), required | `"all" \\| (Service \\| string \\| number)[]` |'],
  ["subscription.md", '| `"email" \\| "sms" \\| "webhook" \\| "slack" \\| "teams"` | replaces the record |'],
  ["incident-template.md", "| [`title`](#title) | `string \\| null` | updates in place | resets to `null` |"],
  ["incident-template.md", "| `service`, required | `Service \\| string \\| number` |"],
  ["maintenance.md", "| [`repeat`](#repeat) | `MaintenanceRepeat \\| null` |"],
  ["maintenance.md", "| `options` | `MaintenanceRepeatOptions` |"],
  [
    "maintenance.md",
    "\n### MaintenanceRepeatOptions\n\n| property | type |  |\n| --- | --- | --- |\n| `enabledDays` |",
  ],
  ["maintenance.md", '| `offsetType`, required | `"start" \\| "end" \\| string` |'],
])("shows types in full, whether inherited, nested or in unions: %s has %s", (page, line) => {
  expect(pages.get(page)).toContain(line);
});

test("an example only shows what its topic needs", () => {
  const [typescript] = languages;
  const hub = exampleOf(typescript, "Hub", ["start"]);
  expect(hub).toBe(
    [
      'import * as statushub from "pulumi-statushub";',
      "",
      'const hub = new statushub.Hub("acme", { subdomain: "acme", name: "Acme status" });',
      "export const address = hub.subdomain;",
    ].join("\n"),
  );
  expect(exampleOf(typescript, "Incident", ["start"])).toBeUndefined();
});
