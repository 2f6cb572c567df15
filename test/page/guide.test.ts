import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parsePage } from "../../page/read.ts";
import type { Configuration } from "../../page/schema.ts";

const guide = readFileSync(join(import.meta.dirname, "../../docs/guides/status-page.md"), "utf8");
// Other blocks of YAML are programs.
const pages = [...guide.matchAll(/```yaml\n(?!# Pulumi\.yaml)(.*?)```/gs)].map(([, text = ""]) => text);

const configuration: Configuration = {
  find: (name) => ({ text: name === "apiGroup" ? "3" : name, isSecret: false }),
  protect: (value) => value,
};

it.each(pages)("the guide shows valid pages: %s", (text) => {
  expect(parsePage(text, configuration).mistakes).toEqual([]);
});
