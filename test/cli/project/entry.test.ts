import { relative } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../temporary-folder.ts";
import { foundProject } from "../fake-project.ts";
import { failing, statushub } from "../statushub.ts";

const bare = "name: page\nruntime: nodejs\n";
async function find(files: Record<string, string>) {
  const { cwd, entry } = await foundProject({ "Pulumi.yaml": bare, ...files });
  const { path, isModule, source } = entry;
  return { path: relative(cwd, path), isModule, ...(source && { source: relative(cwd, source) }) };
}

const file = (path: string, isModule = false) => ({ path, isModule });
const built = (path: string, source = "index.ts", isModule = false) => ({ path, isModule, source });
const main = (path: string) => ({ "Pulumi.yaml": `${bare}main: "${path}" # here\n` });
const manifest = (value: object) => ({ "package.json": JSON.stringify(value) });
const empty = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, ""]));
/** A package with this manifest and these empty files. */
const packaged = (value: object, ...paths: string[]) => ({ ...manifest(value), ...empty(...paths) });
/** A project with this `main` in Pulumi.yaml and these empty files. */
const named = (path: string, ...paths: string[]) => ({ ...main(path), ...empty(...paths) });
const javaScript = { "Pulumi.yaml": "name: page\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n" };

it.each([
  ["an empty folder", {}, file("index.ts")],
  ["an empty folder of a JavaScript project", javaScript, file("index.js")],
  ["index.js wins over index.ts, and is made of it", empty("index.js", "index.ts"), built("index.js")],
  [
    "an ES module wins over index.ts, and is made of it",
    packaged({ type: "module" }, "index.mjs", "index.ts"),
    built("index.mjs", "index.ts", true),
  ],
  ["CommonJS runs no index.mjs", empty("index.mjs", "index.ts"), file("index.ts")],
  ["a file in Pulumi.yaml", named("a/b.ts", "a/b.ts"), file("a/b.ts")],
  ["a file in Pulumi.yaml that is to be written", main("a/b.ts"), file("a/b.ts")],
  ["a folder in Pulumi.yaml", named("v1.0", "v1.0/index.js"), file("v1.0/index.js")],
  ["main in package.json", packaged({ main: "src/a.ts" }, "src/a.ts"), file("src/a.ts")],
  ["a folder as main", packaged({ main: "src" }, "src/index.ts"), file("src/index.ts")],
  ["main that is missing beside an index file", packaged({ main: "index.js" }, "index.ts"), file("index.ts")],
  ["main that is to be written", manifest({ main: "src/a.ts" }), file("src/a.ts")],
  ["exports before main", packaged({ exports: "./a.js", main: "b.js" }, "a.js", "b.js"), file("a.js")],
  [
    "the main of exports",
    packaged({ exports: { ".": { import: "./b.js", default: "./a.js" } } }, "a.js", "b.js"),
    file("a.js"),
  ],
  [
    "the package around the program",
    { ...main("page"), ...manifest({ type: "module", main: "lib.js" }), ...empty("lib.js", "page/index.ts") },
    built("lib.js", "page/index.ts", true),
  ],
  [
    "the package of the program",
    { ...main("page/"), ...manifest({ main: "lib.js" }), ...empty("page/index.ts"), "page/package.json": "{}" },
    file("page/index.ts"),
  ],
  ["a number as main", { "Pulumi.yaml": `${bare}main: 5\n`, ...manifest({ main: 5 }) }, file("index.ts")],
  [
    "nested conditions, which Pulumi doesn't take",
    packaged({ exports: { ".": { import: { default: "./a.js" } } }, main: "b.js" }, "a.js", "b.js"),
    file("index.ts"),
  ],
  ["an alias without an anchor", { "Pulumi.yaml": `${bare}description: *missing\n` }, file("index.ts")],
  ["a manifest in YAML", { "package.yaml": "type: module\nmain: a.ts\n", ...empty("a.ts") }, file("a.ts", true)],
  ["a source whose build is missing", packaged({ main: "bin/index.js" }, "index.ts"), file("index.ts")],
  ["what a build will make", named("dist/index.js", "src/index.ts"), built("dist/index.js", "src/index.ts")],
  [
    "what a build has made, of a source beside settings, tests and declarations",
    named("dist/status.js", "dist/status.js", "dist/a.d.ts", "a.test.ts", "a.config.ts", "src/a.ts", "src/b/status.ts"),
    built("dist/status.js", "src/b/status.ts"),
  ],
  [
    "JavaScript in a workspace with packages in TypeScript",
    { ...main("index.js"), ...manifest({}), ...empty("index.js", "other/index.ts"), "other/package.json": "{}" },
    file("index.js"),
  ],
  [
    "what a bundler makes",
    packaged(
      { main: "build/bundle.js", scripts: { build: "esbuild --bundle src/main.ts --outfile=build/bundle.js" } },
      "build/bundle.js",
      "src/lib/status.ts",
      "src/main.ts",
    ),
    built("build/bundle.js", "src/main.ts"),
  ],
  [
    "JavaScript of a project that only tests in TypeScript",
    { ...named("src/index.js", "src/index.js", "vitest.config.ts", "test/index.test.ts"), "tsconfig.json": "{}" },
    file("src/index.js"),
  ],
  [
    "JavaScript among TypeScript",
    { ...named("src/index.js", "src/index.js", "src/lib/names.ts"), "tsconfig.json": "{}" },
    built("src/index.js", "src/lib/names.ts"),
  ],
  [
    "JavaScript beside the settings of an editor",
    { ...packaged({ main: "index.js" }, "index.js"), "tsconfig.json": '{"compilerOptions": {"outDir": "."}}' },
    file("index.js"),
  ],
])("finds the file that Pulumi runs: %s", async (_, files, expected) => {
  expect(await find(files)).toEqual(expected);
});

it.each([
  ["of another compiler", packaged({ main: "a.coffee" }, "a.coffee")],
  ["that can't hold a program", empty("index.json", "index.ts")],
])("rejects a file %s", async (_, files) => {
  await expect(find(files)).rejects.toThrow("adopt only writes .ts, .mts");
});

it.each([
  ["the source of a built program", named("dist/index.js", "src/index.ts"), "Set main: src/index.ts in Pulumi"],
  ["a file that is missing", main("src/index.ts"), "Create src/index.ts, empty"],
  ["a folder that is missing", main("src"), "Create src, empty"],
])("adopt names %s before it needs what runs", async (_, files, advice) => {
  const cwd = await temporaryFolder({ ...files, ...manifest({}) });
  expect(await statushub(["adopt", "acme", "--stack", "prod"], { cwd })).toMatchObject(failing(advice));
});
