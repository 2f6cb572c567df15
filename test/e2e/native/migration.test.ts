import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readPreset } from "../../../emulator/preset/file.ts";
import { projectFile } from "../../engine/native.ts";
import { createPage } from "../../engine/page.ts";

const examples = join(import.meta.dirname, "../../../examples");
const read = (path: string) => readFile(join(examples, path), "utf8");

const moved = (program: string) => program.replace('"pulumi-statushub"', '"pulumi-statushub/native"');

test("[PKG-4] the example with all kinds moves from the dynamic to the native provider and back without a request", async () => {
  const program = await read("acme/index.ts");
  const page = await createPage({
    program,
    files: { "Pulumi.yaml": `${projectFile("nodejs")}main: index.ts\n` },
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
    expect(types.filter((type) => type.startsWith(prefix))).toHaveLength(6);
  }
  expect(await page.plan("--refresh")).toMatchObject({ code: 0, steps: [] });
});

test("[PKG-4] a whole page with templates and a weekly maintenance is created from data, and has no drift afterwards", async () => {
  const page = await createPage({
    program: moved(await read("cloud-gov/index.ts")),
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
