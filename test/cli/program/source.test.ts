import { join } from "node:path";
import fc from "fast-check";
import ts from "typescript";
import { expect, test } from "vitest";
import type { HubContent } from "../../../cli/hub/content.ts";
import { renderModules } from "../../../cli/program/modules.ts";
import { planResources } from "../../../cli/program/resource.ts";
import { repositoryRoot } from "../../../tools/engine/local.ts";
import { execute } from "../../engine/project.ts";
import { temporaryFolder } from "../../temporary-folder.ts";
import { anyPage, manyTimes } from "./any-page.ts";

/** Leaves out scripts whose characters don't take exactly one column. */
const inUsualScripts = (page: HubContent): HubContent =>
  JSON.parse(JSON.stringify(page).replace(/[^\p{ASCII}\p{Script=Latin}\p{Script=Arabic}🚦]/gu, "ж"));

const entries = ["index.ts", "index.js", "main.mjs", "main.ts"];

async function writePrograms(): Promise<string> {
  const pages = fc.sample(anyPage, { numRuns: 40, seed: 7 }).map(inUsualScripts);
  const programs = [...pages, ...pages.slice(0, 2).map((page) => manyTimes(page, 60))].flatMap((page, index) => {
    const { resources } = planResources([page]);
    const entry = { path: entries[index % entries.length] ?? "", isModule: index % 3 === 0 };
    const manifest = JSON.stringify({ type: entry.isModule ? "module" : "commonjs" });
    const modules = renderModules(resources, { folders: index % 2 === 0, entry });
    return [["package.json", manifest], ...modules].map(([path, text]) => [`program-${index}/${path}`, text]);
  });
  return temporaryFolder({ ...Object.fromEntries(programs), "biome.json": JSON.stringify(settings) });
}

const settings = {
  root: true,
  json: { formatter: { enabled: false } },
  formatter: { indentStyle: "space", lineWidth: 120 },
  linter: { enabled: true },
};

test("[ADO-5] the program is formatted, passes a linter, and compiles with strict types", async () => {
  const folder = await writePrograms();

  const biome = join(repositoryRoot, "node_modules/.bin/biome");
  const args = ["check", "--error-on-warnings", "--max-diagnostics=5", folder];
  const { code, stdout, stderr } = await execute(biome, args, { cwd: folder });
  expect(code, stdout + stderr).toBe(0);
  expect(compile(ts.sys.readDirectory(folder, [".ts"]))).toEqual([]);
});

function compile(files: readonly string[]): string[] {
  const program = ts.createProgram(files, {
    strict: true,
    noUnusedLocals: true,
    noEmit: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2024,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: [],
    paths: {
      "pulumi-statushub": [join(repositoryRoot, "sdk/index.ts")],
      "@pulumi/pulumi": [join(repositoryRoot, "node_modules/@pulumi/pulumi/index.d.ts")],
    },
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText, file }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`);
}
