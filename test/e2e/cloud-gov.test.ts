import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPreset } from "../../emulator/preset/file.ts";
import { createPage } from "../engine/page.ts";

const folder = join(import.meta.dirname, "../../examples/cloud-gov");

test("[PKG-4] a whole page with templates and a weekly maintenance is made from data, and clean afterwards", async () => {
  const page = await createPage({
    program: await readFile(join(folder, "index.ts"), "utf8"),
    files: { "page.json": await readFile(join(folder, "page.json"), "utf8") },
    emulator: { preset: readPreset(join(folder, "account.json")) },
  });

  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringContaining("+ 51 created") });

  // The hub, 36 services, 11 templates, and the maintenance in two steps.
  expect(page.takeWrites()).toHaveLength(1 + 36 + 11 + 2);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
  expect(page.emulator.requests.filter(({ status }) => status === 429)).toEqual([]);
});
