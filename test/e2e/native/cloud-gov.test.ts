import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPreset } from "../../../emulator/preset/file.ts";
import { projectFile } from "../../engine/native.ts";
import { createPage } from "../../engine/page.ts";

const examples = join(import.meta.dirname, "../../../examples");
const read = (path: string) => readFile(join(examples, path), "utf8");

test("[PKG-4] a whole page with templates and a weekly maintenance is created from data, and has no drift afterwards", async () => {
  const page = await createPage({
    program: (await read("cloud-gov/index.ts")).replace('"pulumi-statushub"', '"pulumi-statushub/native"'),
    files: {
      "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n`,
      "page.json": await read("cloud-gov/page.json"),
    },
    emulator: { preset: readPreset(join(examples, "cloud-gov/account.json")) },
  });
  expect(await page.up()).toMatchObject({ code: 0, stdout: expect.stringContaining("+ 51 created") });
  // The hub, 36 services, 11 templates, and the maintenance in two steps.
  expect(page.takeWrites()).toHaveLength(1 + 36 + 11 + 2);
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
});
