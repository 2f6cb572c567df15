import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { inject } from "vitest";
import { type CommandOptions, runCommand } from "../../tools/command.ts";
import { createLocalEnvironment } from "../../tools/engine/environment.ts";

export const quietSettings = ["--non-interactive", "--color", "never"];

/** Node runs the programs, because it strips their types; then Pulumi's SDK needn't load a compiler. */
export const nodejs = "{ name: nodejs, options: { typescript: false } }";

/**
 * Settings for the processes of a command, which are short and small: Node loads less, and Go, which looks for garbage when
 * the heap has doubled, waits until it is five times as large.
 */
export const quick = { NODE_OPTIONS: `--require="${join(import.meta.dirname, "load-late.cjs")}"`, GOGC: "400" };

/** `Pulumi.yaml` of a program in TypeScript. */
export const projectOf = (options = "") => `name: scratch\nruntime: ${nodejs}\nmain: index.ts\n${options}`;

export const refreshAlways = { "Pulumi.yaml": projectOf("options:\n  refresh: always\n") };

export interface ProjectOptions {
  /** The source of `index.ts`, if that is the program. */
  program?: string;
  /** More files of the project's folder, by path. They override the generated ones. */
  files?: Record<string, string>;
  /** Added to the environment of every command: the address and the API key of an emulator. */
  env?: Record<string, string>;
  /** The folder in which to create the project. @default the workspace, where Node finds the installed package */
  parent?: string;
}

export interface Run {
  code: number;
  stdout: string;
  stderr: string;
}

export type Project = Awaited<ReturnType<typeof createProject>>;

/** A scratch project with the packed package installed, a stack `test`, and its own state and settings. */
export async function createProject({ program, files, env, parent }: ProjectOptions) {
  const folder = await mkdtemp(join(parent ?? inject("workspace"), "project-"));
  /** The environment of every command. */
  const environment: NodeJS.ProcessEnv = { ...createEnvironment(folder), ...env };
  /** Runs the real CLI in the project's folder: `pulumi("up", "--yes")`. Never throws; check `code`. */
  const pulumi = (...args: string[]) =>
    execute(inject("pulumi").path, [...args, ...quietSettings], { cwd: folder, env: environment });
  /** Writes files of the project: the next version of `index.ts`. */
  const write = (contents: Record<string, string>) => writeFiles(folder, contents);
  await write({
    "Pulumi.yaml": projectOf(),
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
    /** Starts the CLI and presses Ctrl-C at `moment`, with `again` until it ends. Returns its exit code. */
    async interrupt(args: string[], moment: Promise<unknown>, again?: "again"): Promise<number | null> {
      const { child, ended } = start(args);
      await moment;
      child.kill("SIGINT");
      // Two signals that come together would be one.
      const timer = again && setInterval(() => child.kill("SIGINT"), 500);
      const [code] = await ended;
      clearInterval(timer);
      return code;
    },
    /** Starts the CLI and kills it with all its descendants at `moment`. */
    async kill(args: string[], moment: Promise<unknown>) {
      const { child, ended } = start(args);
      await moment;
      if (child.pid !== undefined) await killTree(child.pid);
      await ended;
    },
    close: () => rm(folder, { recursive: true, force: true }),
    /** Runs the CLI with `--json`, which must succeed. Returns the parsed output. */
    async pulumiJson(...args: string[]): Promise<unknown> {
      const { code, stdout, stderr } = await pulumi(...args, "--json");
      if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
      return JSON.parse(stdout);
    },
  };
}

/**
 * Copies the stack that the setup has created, because creating one takes Pulumi half a second. Its state names the
 * project.
 */
async function addStack(folder: string): Promise<void> {
  const project = /^name: *(.+)$/m.exec(await readFile(join(folder, "Pulumi.yaml"), "utf8"))?.[1] ?? "";
  const { settings, state } = inject("emptyStack");
  await writeFiles(folder, {
    "Pulumi.test.yaml": settings,
    ".backend/.pulumi/meta.yaml": "version: 1\n",
    [`.backend/.pulumi/stacks/${project}/test.json`]: state.replace("/empty/", `/${project}/`),
  });
}

/** Adds shell scripts to a project. Returns the environment in which they come before other programs. */
export async function addScripts(
  { folder, write, environment }: Project,
  scripts: Readonly<Record<string, string>>,
): Promise<NodeJS.ProcessEnv> {
  const files = Object.entries(scripts).map(
    ([name, script]) => [join(".bin", name), `#!/bin/sh\n${script}\n`] as const,
  );
  await write(Object.fromEntries(files));
  await Promise.all(files.map(([path]) => chmod(join(folder, path), 0o755)));
  return { ...environment, PATH: [join(folder, ".bin"), environment.PATH].join(delimiter) };
}

/**
 * Keeps this machine's own Pulumi, StatusHub, vitest and Node settings away from the engine, except those for reaching
 * a registry.
 */
function createEnvironment(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(PULUMI|STATUSHUB|VITEST|NODE_(?!EXTRA_CA_CERTS))/.test(name),
  );
  const folders = { home: join(folder, ".home"), backend: join(folder, ".backend") };
  return {
    ...createLocalEnvironment(inject("pulumi"), folders, Object.fromEntries(kept)),
    PULUMI_STACK: "test",
    NODE_COMPILE_CACHE: join(inject("workspace"), ".compile-cache"),
    ...quick,
  };
}

async function writeFiles(folder: string, files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  }
}

/** Runs a program, whatever its exit code, for at most ten minutes. */
export async function execute(
  file: string,
  args: readonly string[],
  where: Pick<CommandOptions, "cwd" | "env">,
): Promise<Run> {
  const { code, stdout, stderr } = await runCommand(file, args, { ...where, timeout: 600_000 });
  if (code === null) throw new Error(`${file} ${args.join(" ")} was ended: ${stdout}${stderr}`);
  return { code, stdout, stderr };
}

/** Kills a process and all its descendants. Pulumi starts its plugins in their own process groups. */
async function killTree(root: number): Promise<void> {
  const { stdout } = await runCommand("ps", ["-A", "-o", "pid=,ppid="]);
  const processes = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [pid: number, parent: number]);
  const tree = [root];
  for (const parent of tree) tree.push(...processes.filter(([, of]) => of === parent).map(([pid]) => pid));
  for (const pid of tree) kill(pid);
}

export function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    // It may have ended meanwhile.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
