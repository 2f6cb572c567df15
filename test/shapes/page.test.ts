import { expect, test } from "vitest";
import { renderPage } from "./page.ts";

test("docs/compatibility.md lists every shape with its description; if not: npm run test:shapes", async () => {
  await expect(renderPage()).toMatchFileSnapshot("../../docs/compatibility.md");
});
