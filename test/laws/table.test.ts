import { expect, test } from "vitest";
import { renderLaws } from "./table.ts";

test("docs/contributing/laws.md is what the tests say; if not: npx vitest run test/laws/table.test.ts -u", async () => {
  await expect(renderLaws()).toMatchFileSnapshot("../../docs/contributing/laws.md");
});
