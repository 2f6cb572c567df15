import { expect, test } from "vitest";
import { renderPage } from "./page.ts";

test("docs/compatibility.md lists every shape as its description has it; if not: npm run test:shapes", async () => {
  await expect(renderPage()).toMatchFileSnapshot("../../docs/compatibility.md");
});
