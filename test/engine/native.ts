import { delimiter, dirname } from "node:path";
import { inject } from "vitest";
import { outputOf } from "../../tools/command.ts";
import { goEnvironment, goFlags, goFolder } from "../../tools/engine/go.ts";
import { readText } from "../../tools/engine/local.ts";
import { schemaPath } from "../../tools/engine/schema.ts";
import { createPage, type Page } from "./page.ts";
import { nodejs } from "./project.ts";

export const guide = readText("docs/native.md");

/** Lets a project find the plugin as the guide shows, but the packed package is beside the project in the workspace. */
export const plugins = (/```yaml\n(.*?)```/s.exec(guide)?.[1] ?? "").replace("node_modules/", "../node_modules/");

/** `Pulumi.yaml` of a project that runs on the plugin. In YAML it also contains the program. */
export const projectFile = (runtime: string, program = "") =>
  `name: scratch
runtime: ${runtime === "nodejs" ? nodejs : runtime}
${plugins}${program}`;

/** What a project in TypeScript imports and needs, to run the same program with either provider. */
export const dynamicProject = { provider: "dynamic", entry: "pulumi-statushub", files: {} };
export const nativeProject = {
  provider: "native",
  entry: "pulumi-statushub/native",
  files: { "Pulumi.yaml": projectFile("nodejs", "main: index.ts") },
};

/** A scratch project in Python, with the SDK from `npm run sdks`. */
export function createPythonPage(program: string): Promise<Page> {
  const path = [inject("python"), inject("pulumi").folder, dirname(process.execPath), process.env.PATH].join(delimiter);
  return createPage({
    program: "",
    files: { "Pulumi.yaml": projectFile("python"), "__main__.py": program },
    env: { PATH: path, PYTHONPATH: inject("pythonSdk") },
  });
}

/**
 * Returns the program that `pulumi import` writes for a state, in a language whose host here is too old to generate
 * programs. Calls the same code of Pulumi directly.
 */
export async function importedProgram(language: "nodejs" | "python", state: string): Promise<string> {
  const program = ["run", ...goFlags(), "./program", schemaPath, language];
  return outputOf("go", program, { cwd: goFolder("pulumi"), env: goEnvironment, input: state });
}
