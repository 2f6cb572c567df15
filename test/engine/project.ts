import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { createLocalEnvironment } from "../../tools/engine/environment.ts";
import { killTree } from "./process-tree.ts";

const limitMilliseconds = 150_000;
const quietSettings = ["--non-interactive", "--color", "never"];

/** Node runs the programs: it strips their types, and Pulumi's SDK has no compiler to load. */
export const nodejs = "{ name: nodejs, options: { typescript: false } }";

export interface ProjectOptions {
  /** The source of `index.ts`, where that is the program. */
  program?: string;
  /** More files of the project's folder, by path. They win over the ones made here. */
  files?: Record<string, string>;
  /** Added to the environment of every command: the address and the key of an emulator. */
  env?: Record<string, string>;
  /** The folder to make the project in. @default the workspace, where node finds the packed package as installed */
  parent?: string;
}

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

/** A scratch project with the packed package installed, a stack `test`, and state and settings of its own. */
export interface Project {
  folder: string;
  /** What every command runs with. */
  environment: NodeJS.ProcessEnv;
  /** Runs the real CLI in the project's folder: `pulumi("up", "--yes")`. Never fails by itself: look at `code`. */
  pulumi(...args: string[]): Promise<Run>;
  /** The same with `--json`, which must succeed: the parsed answer. */
  pulumiJson(...args: string[]): Promise<unknown>;
  /** Starts the CLI and ends it, with all the processes that it has started, when `moment` has come. */
  kill(args: string[], moment: Promise<unknown>): Promise<void>;
  /** Starts the CLI and presses Ctrl-C when `moment` has come: its exit code. */
  interrupt(args: string[], moment: Promise<unknown>): Promise<number | null>;
  /** Writes files of the project: the next version of `index.ts`. */
  write(files: Record<string, string>): Promise<void>;
  /** Removes the project with its state. */
  close(): Promise<void>;
}

/** Makes a project in a folder of its own. */
export async function createProject({ program, files, env, parent }: ProjectOptions): Promise<Project> {
  const folder = await mkdtemp(join(parent ?? inject("workspace"), "project-"));
  const environment = { ...createEnvironment(folder), ...env };
  const pulumi = (...args: string[]) => runPulumi(args, folder, environment);
  const write = (contents: Record<string, string>) => writeFiles(folder, contents);
  await write({
    "Pulumi.yaml": `name: scratch\nruntime: ${nodejs}\nmain: index.ts\n`,
    "package.json": JSON.stringify({ name: "scratch", private: true, type: "module" }),
    ...(program === undefined ? {} : { "index.ts": program }),
    ...files,
  });
  await addStack(folder);
  const start = (args: string[]) => {
    const options = { cwd: folder, env: environment, stdio: "ignore" } as const;
    const child = spawn(inject("pulumi").path, [...args, ...quietSettings], options);
    return { child, ended: once(child, "exit") };
  };
  return {
    folder,
    environment,
    pulumi,
    write,
    async interrupt(args, moment) {
      const { child, ended } = start(args);
      await moment;
      child.kill("SIGINT");
      const [code] = await ended;
      return code;
    },
    async kill(args, moment) {
      const { child, ended } = start(args);
      await moment;
      if (child.pid !== undefined) await killTree(child.pid);
      await ended;
    },
    close: () => rm(folder, { recursive: true, force: true }),
    async pulumiJson(...args) {
      const { code, stdout, stderr } = await pulumi(...args, "--json");
      if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
      return JSON.parse(stdout);
    },
  };
}

/** Copies the stack that the set-up has made, which takes Pulumi half a second. Its state names the project. */
async function addStack(folder: string): Promise<void> {
  const project = /^name: *(.+)$/m.exec(await readFile(join(folder, "Pulumi.yaml"), "utf8"))?.[1] ?? "";
  const { settings, state } = inject("emptyStack");
  await writeFiles(folder, {
    "Pulumi.test.yaml": settings,
    ".backend/.pulumi/meta.yaml": "version: 1\n",
    [`.backend/.pulumi/stacks/${project}/test.json`]: state.replace("/empty/", `/${project}/`),
  });
}

/** Nothing of this machine's own Pulumi, StatusHub, vitest or Node settings reaches the engine, but for what opens a registry. */
function createEnvironment(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PULUMI|STATUSHUB|VITEST|NODE_(?!EXTRA_CA_CERTS))/.test(name),
  );
  const folders = { home: join(folder, ".home"), backend: join(folder, ".backend") };
  return {
    ...createLocalEnvironment(inject("pulumi"), folders, Object.fromEntries(kept)),
    PULUMI_STACK: "test",
    NODE_COMPILE_CACHE: join(inject("workspace"), ".compile-cache"),
    NODE_OPTIONS: `--require="${join(import.meta.dirname, "load-late.cjs")}"`,
  };
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

function runPulumi(args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Run> {
  const options = { cwd, env, timeout: limitMilliseconds, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((resolve, reject) => {
    execFile(inject("pulumi").path, [...args, ...quietSettings], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === "number") resolve({ code, stdout, stderr });
      else reject(new Error(`pulumi ${args.join(" ")} was ended: ${stdout}${stderr}`, { cause: error }));
    });
  });
}
