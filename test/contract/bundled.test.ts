import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";
import { expect, inject, test } from "vitest";
import { outputOf } from "../../tools/command.ts";

const program = `import { utcFrom } from "pulumi-statushub";
console.log(process.env.NODE_PATH);
console.log(utcFrom("2026-12-06 03:00", "Europe/Berlin"));
`;

// Bundlers disagree on what a module in a CommonJS bundle knows about itself; esbuild says nothing.
const unknownPlace = { "import.meta.url": "undefined", "import.meta.dirname": "undefined" };

test.each([
  { format: "esm", file: "bundled.mjs", define: {} },
  { format: "cjs", file: "bundled.cjs", define: unknownPlace },
] as const)("a program that is bundled ($format) runs, and loads nothing from around the bundle", async (bundle) => {
  const workspace = inject("workspace");
  const [source, target] = [join(workspace, `source-${bundle.format}.mjs`), join(workspace, "bundles", bundle.file)];
  await writeFile(source, program);
  const build = await rolldown({
    input: source,
    platform: "node",
    external: /^@pulumi\//,
    transform: { define: bundle.define },
  });
  await build.write({ format: bundle.format, file: target, codeSplitting: false });
  await build.close();

  const env = { ...process.env, NODE_PATH: "" };
  const stdout = await outputOf(process.execPath, [target], { cwd: workspace, env });
  expect(stdout).toBe("\n2026-12-06T02:00:00Z\n");
});

test.each([
  ["a script of your own, which may run Pulumi", "deploy/index.mjs", /\/node_modules/],
  ["a program that Pulumi runs", "@pulumi/pulumi/cmd/run/index.mjs", /^$/],
])("in %s, the folder of the package is in NODE_PATH only if Pulumi may need it", async (_, file, expected) => {
  const workspace = inject("workspace");
  const path = join(workspace, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'import "pulumi-statushub";\nconsole.log(process.env.NODE_PATH);\n');

  const env = { ...process.env, NODE_PATH: "" };
  const stdout = await outputOf(process.execPath, [path], { cwd: workspace, env });
  expect(stdout.trim()).toMatch(expected);
});
