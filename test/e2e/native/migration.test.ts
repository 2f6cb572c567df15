import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPreset } from "../../../emulator/preset/file.ts";
import { projectFile } from "../../engine/native.ts";
import { createPage } from "../../engine/page.ts";

const examples = join(import.meta.dirname, "../../../examples");
const read = (path: string) => readFile(join(examples, path), "utf8");

const moved = (program: string) => program.replace('"pulumi-statushub"', '"pulumi-statushub/native"');

test.each([
  { example: "acme", records: 6, files: [] },
  { example: "cloud-gov", records: 49, files: ["page.json"] },
])(
  "$example moves from the dynamic way to the plugin and back, and no request is sent",
  async ({ example, records, files }) => {
    const program = await read(`${example}/index.ts`);
    const page = await createPage({
      program,
      files: {
        "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n`,
        ...Object.fromEntries(
          await Promise.all(files.map(async (name) => [name, await read(`${example}/${name}`)] as const)),
        ),
      },
      emulator: files.length > 0 ? { preset: readPreset(join(examples, example, "account.json")) } : {},
    });
    await page.pulumi("config", "set", "--secret", "slackUrl", "https://hooks.example.com/services/T0/B0/kTp4XqZ");
    expect(await page.up()).toMatchObject({ code: 0 });
    page.takeWrites();

    for (const next of [moved(program), program]) {
      expect(await page.up(next)).toMatchObject({
        code: 0,
        stdout: expect.not.stringMatching(/created|deleted|replaced/),
      });
      expect(page.emulator.requests).toEqual([]);
      const types = Object.values(await page.state()).map(({ type }) => type);
      const prefix = next === program ? "pulumi-nodejs:dynamic/statushub:" : "statushub:index:";
      expect(types.filter((type) => type.startsWith(prefix) && !type.endsWith(":StatusPage"))).toHaveLength(records);
      expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
      expect(page.takeWrites()).toEqual([]);
    }
  },
);
