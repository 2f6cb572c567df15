import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parsePage } from "../../../model/page/file.ts";
import type { Configuration } from "../../../model/page/schema.ts";

const read = (guide: string) => readFileSync(join(import.meta.dirname, "../../../docs/guides", guide), "utf8");
const guides = ["status-page.md", "adopting.md"].map(read).join("\n");
// Other blocks of YAML are programs.
const pages = [...guides.matchAll(/```yaml\n(?!# Pulumi\.yaml)(.*?)```/gs)].map(([, text = ""]) => text);

const configuration: Configuration = {
  find: (name) => ({ text: name === "apiGroup" ? "3" : name, isSecret: false }),
  protect: (value) => value,
};

it.each(pages)("the guides show valid pages: %s", (text) => {
  expect(parsePage(text, configuration).mistakes).toEqual([]);
});
