import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { definitions } from "../../../provider/resources/index.ts";
import { referencePath, renderReference } from "../../../tools/docs/reference.ts";

test("docs/reference.md is what the documentation comments say now", () => {
  expect(readFileSync(referencePath, "utf8"), "run: npm run reference").toBe(renderReference());
});

test.each(Object.keys(definitions))("documents every property of %s", (kind) => {
  const reference = renderReference();
  const start = reference.indexOf(`\n## ${kind}\n`);
  const section = reference.slice(start, reference.indexOf("\n## ", start + 4) >>> 0);
  const { properties = {}, outputs = {} } = definitions[kind] ?? {};

  const undocumented = [...Object.keys(properties), ...Object.keys(outputs)].filter(
    (name) => !new RegExp(`\\| \`${name}\`[^|]*\\| [^|]*(\\\\\\|[^|]*)*\\| \\S`).test(section),
  );

  expect(start).toBeGreaterThan(0);
  expect(undocumented).toEqual([]);
});

test("of a union, shows every type of a property, and as required what each member requires", () => {
  const reference = renderReference();
  expect(reference).toContain("| `title` | `Input<string \\| null \\| undefined>` |");
  expect(reference).toContain("| `method` (required) | `Input<SubscriptionMethod>` |");
});
