import { globSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import configuration from "../tools/build/tsconfig.json" with { type: "json" };
import { readText, repositoryRoot } from "../tools/engine/local.ts";

interface Rule {
  /** Packages, folders and files, besides the folder itself. `!` takes back a part of one. */
  imports: string[];
  why: string;
}

const withoutKinds = ["model/api", "model/problem.ts", "node:*", "undici", "zod"];
const facts = ["model/pulumi", "model/versions.ts"];
const lifecycle = [
  "provider/client",
  "model/kinds/kind.ts",
  "model/kinds/property.ts",
  "model/kinds/hub.ts",
  "provider/errors",
  ...withoutKinds,
];
const messages: Rule = { imports: ["model/problem.ts"], why: "Messages are data: users' programs load them, too." };

/**
 * What a folder or a file may import, from the ground up. The longest path that contains a file has its rule, which doesn't
 * extend the rules of the folders above it.
 */
const rules: Record<string, Rule> = {
  "model/problem.ts": { imports: [], why: "It is used everywhere, also inside users' programs." },
  "model/errors.ts": messages,
  "model/versions.ts": { imports: ["model/errors.ts"], why: "It runs on a Node that can't load anything else." },
  "model/pulumi": { imports: [], why: "Users' programs load what Pulumi's state is made of." },
  "model/api": { imports: ["zod", "fastest-levenshtein"], why: "It describes what all records share." },
  "model/kinds": { imports: ["model/api", "zod"], why: "A kind describes its records: it doesn't send requests." },
  "model/guesses": { imports: [], why: "It is data about the API for the emulator, the docs and the tests." },
  "provider/errors": messages,
  provider: {
    imports: ["!provider/native", "model/kinds", ...facts, ...withoutKinds],
    why: "It knows neither programs nor the emulator.",
  },
  "provider/native": {
    imports: [
      "provider",
      "!provider/dynamic",
      "model/kinds",
      "package.json",
      "schema.json",
      "@grpc/grpc-js",
      "google-protobuf/*",
      "@pulumi/pulumi/proto/*",
      ...facts,
      ...withoutKinds,
    ],
    why: "It speaks Pulumi's protocol, and needs nothing else of Pulumi's SDK.",
  },
  "provider/lifecycle": {
    imports: ["!provider/lifecycle/series", ...lifecycle],
    why: "Only the adapters know Pulumi, and only hubs, to which all other kinds belong, are named in it.",
  },
  "provider/lifecycle/operations.ts": {
    imports: ["provider/lifecycle", ...lifecycle],
    why: "It chooses between a record and a series.",
  },
  "provider/lifecycle/import.ts": {
    imports: ["provider/lifecycle", ...lifecycle],
    why: "It notes the occurrences of a series that it has read as a single record.",
  },
  "provider/lifecycle/series": {
    imports: ["provider/lifecycle/forms", "provider/lifecycle/record", ...lifecycle],
    why: "A series wraps a record.",
  },
  "provider/lifecycle/record": {
    imports: ["provider/lifecycle/forms", ...lifecycle],
    why: "It is about one record, and doesn't know of series.",
  },
  "provider/lifecycle/forms": {
    imports: [
      "model/api",
      "model/problem.ts",
      "model/kinds/kind.ts",
      "model/kinds/property.ts",
      "node:*",
      "provider/client/hubs.ts",
      "provider/client/redact.ts",
      "provider/errors",
    ],
    why: "It sends no requests: it turns one form of a value into another.",
  },
  "provider/client": {
    imports: ["model/kinds/hub.ts", "provider/errors", ...withoutKinds],
    why: "Of the kinds, it knows only the hub. It imports nothing else of the provider.",
  },
  "emulator/errors.ts": messages,
  emulator: {
    imports: [
      "model/api",
      "model/guesses",
      "model/kinds",
      "!model/kinds/value-type.ts",
      "!model/kinds/index.ts",
      "model/versions.ts",
      "zod",
      "hono",
      "hono/*",
      "@hono/node-server",
      "@hono/node-server/*",
      "node:*",
    ],
    why: "It shares the shapes of records with the provider, but neither rules nor encoding: a mistake there must not cancel itself out here. It runs where Pulumi isn't installed.",
  },
  sdk: {
    imports: ["@pulumi/pulumi", "model/api/nearest.ts", "model/pulumi", "provider/errors"],
    why: "It runs inside users' programs: what it imports is loaded by each of them.",
  },
  "cli/errors": messages,
  cli: {
    imports: [
      "emulator",
      "model",
      "provider/inspect.ts",
      "provider/rehearse.ts",
      "@pulumi/pulumi/automation/*",
      "commander",
      "cross-spawn",
      "picomatch",
      "which",
      "yaml",
      ...withoutKinds,
    ],
    why: "It works on the API, not with programs' classes, and reaches the provider by two doors: to look, and to play an update. Of Pulumi's SDK, it takes types.",
  },
  examples: {
    imports: ["pulumi-statushub", "pulumi-statushub/*", "@pulumi/pulumi", "@pulumi/policy", "node:*"],
    why: "It is a user's program, which imports the package by its name.",
  },
};

const folders = Object.keys(rules);

/** The longest of several paths that contains another one, or is it. `*` stands for any end. */
function longest(paths: string[], path: string): string | undefined {
  const contains = (outer: string) =>
    outer.endsWith("*") ? path.startsWith(outer.slice(0, -1)) : `${path}/`.startsWith(`${outer}/`);
  return paths.filter(contains).toSorted((one, other) => other.length - one.length)[0];
}

function isAllowed(folder: string, imported: string): boolean {
  const entries = [folder, ...(rules[folder]?.imports ?? [])];
  const path = longest(
    entries.map((entry) => entry.replace("!", "")),
    imported,
  );
  return path !== undefined && entries.includes(path);
}

/** Files of this repository by their paths in it, others by the name of the package. */
function importsOf(file: string): string[] {
  const { importedFiles } = ts.preProcessFile(readText(file), true, true);
  return importedFiles.map(({ fileName }) => (fileName.startsWith(".") ? join(file, "..", fileName) : fileName));
}

test("every folder of the package has a rule", () => {
  const hasRule = (folder: string) => folders.some((each) => each === folder || each.startsWith(`${folder}/`));
  expect(configuration.include.filter((folder) => !hasRule(folder.replace("../../", "")))).toEqual([]);
});

test.each(folders)("%s imports only what its rule allows", (folder) => {
  const files = globSync([folder, `${folder}/**/*.ts`], { cwd: repositoryRoot, exclude: ["**/node_modules"] }).filter(
    (file) => file.endsWith(".ts") && longest(folders, file) === folder,
  );
  expect(files.length).toBeGreaterThan(0);
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => !isAllowed(folder, imported))
      .map((imported) => `${file} imports ${imported}`),
  );
  expect(wrong, rules[folder]?.why).toEqual([]);
});

test("the door of the provider has at most 25 names", () => {
  const exported = readText("provider/inspect.ts").matchAll(/^export (?:\{ (.*) \}|\w+ (\w+))/gm);
  const names = [...exported].flatMap(([, several = "", one]) => one ?? several.split(", "));
  expect(names.length).toBeGreaterThan(20);
  expect(names.length).toBeLessThanOrEqual(25);
});

test("what is about one record doesn't speak of series", () => {
  const files = globSync("provider/lifecycle/record/*.ts", { cwd: repositoryRoot });
  expect(files.length).toBeGreaterThan(10);
  const speaking = files.filter((file) => /series|occurrence|offset|pattern/i.test(readText(file)));
  expect(speaking).toEqual([]);
});

/** Each file can be read after those that it imports, and each folder after those that it imports from. */
test.each(["emulator", "provider", "provider/client", "provider/lifecycle"])("no arrow runs up in %s", (folder) => {
  const files = globSync(`${folder}/**/*.ts`, { cwd: repositoryRoot });
  const arrows = files.flatMap((file) => importsOf(file).map((imported) => [file, imported] as const));
  const inside = arrows.filter(([, imported]) => imported.startsWith(`${folder}/`));
  expect(circleIn(inside)).toEqual([]);
  const room = (file: string) => file.split("/", folder.split("/").length + 1).join("/");
  expect(circleIn(inside.map(([file, imported]) => [room(file), room(imported)] as const))).toEqual([]);
});

/** Returns the arrows that are part of a circle, or lead from one to another: those that are left if all others go. */
function circleIn(arrows: readonly (readonly [from: string, to: string])[]): string[] {
  const between = arrows.filter(([from, to]) => from !== to);
  const left = between.filter(
    ([from, to]) => between.some(([other]) => other === to) && between.some(([, other]) => other === from),
  );
  return left.length < between.length ? circleIn(left) : left.map((arrow) => arrow.join(" imports "));
}
