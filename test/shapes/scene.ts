import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { inject } from "vitest";
import { accessTo, runCommand } from "../../tools/command.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { stateFile } from "../engine/page.ts";
import { createProject, execute, quietSettings } from "../engine/project.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { node, packageManagers, type Shape } from "./shapes.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Whether to test every shape, or only those that every run tests. */
    allShapes: boolean;
  }
}

export type Scene = Awaited<ReturnType<typeof createScene>>;

/** A project of a shape in its own folder, with its own emulator. */
export async function createScene(shape: Shape) {
  const above = await temporaryFolder();
  const emulator = await temporaryEmulator();
  const files = { ...shape.files, "package.json": JSON.stringify(await manifestOf(shape)) };
  const project = await createProject({ files, env: accessTo(emulator), parent: above });
  if (shape.workspace !== undefined) await project.write({ "../package.json": JSON.stringify(shape.workspace) });

  const run = await runnerOf(shape, project.environment);
  const script = (file: string, ...args: string[]) => run(["node", join(project.folder, file), ...args], above);
  const pulumi = (operation: string, ...options: string[]) =>
    shape.script === undefined
      ? run([...(shape.pulumi ?? ["pulumi"]), operation, ...options, ...quietSettings], project.folder)
      : script(shape.script, operation);
  const { install } = packageManagers[shape.packageManager ?? "npm"];
  return {
    emulator,
    write: project.write,
    readState: () => readFile(join(project.folder, stateFile), "utf8"),
    install: () => run(install, shape.workspace === undefined ? project.folder : above),
    /** Runs the installed command `pulumi-statushub doctor`, which exits with 0 if it finds no problem. */
    doctor: () => run(["npx", "--no-install", "pulumi-statushub", "doctor"], project.folder),
    up: () => pulumi("up", "--yes", "--skip-preview"),
    /** Exits with 0 if there are no changes. */
    preview: (...options: "--refresh"[]) => pulumi("preview", "--expect-no-changes", ...options),
    destroy: () => (shape.removal === undefined ? pulumi("destroy", "--yes", "--skip-preview") : script(shape.removal)),
  };
}

/** Returns a user's package.json that depends on this package as it would be published. */
async function manifestOf({ manifest, typescript, tsNode }: Shape): Promise<object> {
  const { devDependencies } = JSON.parse(await readFile(join(repositoryRoot, "package.json"), "utf8"));
  return {
    name: "scratch",
    version: "0.0.0",
    ...manifest,
    dependencies: {
      "@pulumi/pulumi": devDependencies["@pulumi/pulumi"],
      "pulumi-statushub": `file:${inject("tarball")}`,
    },
    devDependencies: { "@types/node": "^22", typescript, "ts-node": tsNode },
  };
}

/** Runs a command on the shape's Node, whatever its exit code. */
async function runnerOf(shape: Shape, environment: NodeJS.ProcessEnv) {
  const path = [await findNode(shape.node ?? node[24]), environment.PATH].join(delimiter);
  const env = { ...environment, PATH: path, YARN_ENABLE_IMMUTABLE_INSTALLS: "false" };
  return ([program = "", ...args]: string[], cwd: string) => execute(program, args, { cwd, env });
}

/** Returns the folder of this version of Node, which npm keeps in its cache. */
async function findNode(version: string): Promise<string> {
  if (version === process.versions.node) return dirname(process.execPath);
  const args = ["--yes", `--package=node@${version}`, "--", "node", "-p", "process.execPath"];
  const { code, stdout, stderr } = await runCommand("npx", args, { cwd: tmpdir() });
  if (code !== 0) throw new Error(`There is no Node ${version}: ${stderr}`);
  return dirname(stdout.trim());
}
