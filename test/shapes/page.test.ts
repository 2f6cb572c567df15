import { expect, test } from "vitest";
import { renderPage } from "./page.ts";
import pairs from "./pairs.json" with { type: "json" };

test("docs/compatibility.md lists every shape with its description; if not: npm run test:shapes", async () => {
  await expect(renderPage(pairs)).toMatchFileSnapshot("../../docs/compatibility.md");
});
