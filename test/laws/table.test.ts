import { expect, test } from "vitest";
import { renderLaws, uncatalogued } from "./table.ts";

test("docs/contributing/laws.md is what the tests say; if not: npx vitest run test/laws/table.test.ts -u", async () => {
  await expect(renderLaws()).toMatchFileSnapshot("../../docs/contributing/laws.md");
});

test("every law has a place in the catalogue", () => {
  expect(uncatalogued()).toEqual([]);
});
