import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { commentOf, parseSource } from "../../../tools/docs/comment.ts";
import { repositoryRoot } from "../../../tools/engine/local.ts";

/** What the examples take for granted: each is a piece of a program, not a whole one. A declaration of its own wins. */
const surroundings = `
declare const config: import("@pulumi/pulumi").Config;
declare const hub: import("pulumi-statushub").Hub;
declare const api: import("pulumi-statushub").Service;
`;

const imports = `
import * as pulumi from "@pulumi/pulumi";
import * as statushub from "pulumi-statushub";
import { createEmulator } from "pulumi-statushub/emulator";
`;

test("every example in the documentation compiles as it stands", () => {
  const examples = new Map<string, string>();
  for (const path of [...sourceFiles("sdk"), "emulator/index.ts"]) {
    for (const example of examplesIn(path)) examples.set(join(repositoryRoot, `example-${examples.size}.ts`), example);
  }
  for (const page of ["README.md", "docs/native.md", ...globSync("docs/resources/*.md", { cwd: repositoryRoot })]) {
    for (const [, code = ""] of readFileSync(join(repositoryRoot, page), "utf8").matchAll(/```ts\n(.*?)```/gs)) {
      examples.set(join(repositoryRoot, `example-${examples.size}.ts`), code);
    }
  }

  expect(examples.size).toBeGreaterThan(4);
  expect(problemsIn(examples)).toEqual([]);
});

const sourceFiles = (folder: string) => globSync(`${folder}/**/*.ts`, { cwd: repositoryRoot }).sort();

function examplesIn(path: string): string[] {
  const examples = new Set<string>();
  const visit = (node: ts.Node): void => {
    for (const example of commentOf(node).examples) examples.add(example);
    ts.forEachChild(node, visit);
  };
  visit(parseSource(path, readFileSync(join(repositoryRoot, path), "utf8")));
  return [...examples];
}

/** Type-checks code that exists in memory only, with the settings of this repository. */
function problemsIn(examples: Map<string, string>): string[] {
  const { config } = ts.readConfigFile(join(repositoryRoot, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, { ...ts.sys, readDirectory: () => [] }, repositoryRoot);
  const settings = { ...options, noUnusedLocals: false };
  const host = ts.createCompilerHost(settings);
  const files = new Map([[join(repositoryRoot, "surroundings.d.ts"), surroundings]]);
  for (const [path, code] of examples)
    files.set(path, /^import /m.test(code) ? code : `${imports}\n${code}\nexport {};`);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists.call(host, path);
  host.getSourceFile = (path, target, ...rest) => {
    const text = files.get(path);
    return text === undefined
      ? getSourceFile.call(host, path, target, ...rest)
      : ts.createSourceFile(path, text, target);
  };
  const program = ts.createProgram([...files.keys()], settings, host);
  return ts.getPreEmitDiagnostics(program).map((problem) => {
    const text =
      problem.file === undefined ? "" : (examples.get(problem.file.fileName)?.slice(0, 60) ?? problem.file.fileName);
    return `${ts.flattenDiagnosticMessageText(problem.messageText, " ")} in ${text}`;
  });
}
