import { mkdir, symlink } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import type { Emulator } from "../../emulator/index.ts";
import { accessTo } from "../../tools/command.ts";
import { repositoryRoot } from "../../tools/engine/local.ts";
import { sendRequest } from "../../tools/pictures/request.ts";
import { addScripts, createProject, execute, nodejs, type Project } from "../engine/project.ts";
import { temporaryEmulator } from "../temporary-emulator.ts";
import type { Block, Page } from "./pages.ts";

/*
 * A page with a console block is a story: its blocks are carried out one after the other, in a project of their own. A
 * block with a file name is written to that file. The commands of a console block are run and must print what the page
 * shows. A request in an HTML comment stands for a manual change in between:
 *
 *     <!-- request: PUT /hubs/acme/services/1 {"name": "By hand"} -->
 */
export const isStory = ({ blocks }: Page): boolean => blocks.some(({ language }) => language === "console");

export async function runStory({ blocks }: Page): Promise<void> {
  const emulator = await temporaryEmulator({ port: 0 });
  const manifest = { name: "scratch", private: true, type: "module", main: "index.ts" };
  const project = await createProject({
    program: "export {};\n",
    files: { "Pulumi.yaml": `name: status-page\nruntime: ${nodejs}\n`, "package.json": JSON.stringify(manifest) },
    env: accessTo(emulator),
  });
  onTestFinished(project.close);
  const shell = { folder: project.folder, env: await addPrograms(project) };
  if (blocks.some(({ language, text }) => language === "console" && text.includes("pulumi stack init"))) {
    // The variable would override that.
    shell.env.PULUMI_STACK = undefined;
    await run("pulumi stack select test", shell);
  }
  for (const block of blocks) {
    if (block.language === "console") await runSession(block, shell);
    else if (block.language === "hidden") await sendRequestIn(block, emulator);
    else if (block.file !== undefined) await project.write({ [block.file]: block.text });
  }
}

// Runs the tests of a file like pytest, which not every machine has.
const pytest = `
import runpy, sys
names = runpy.run_path(sys.argv[1])
tests = [name for name in names if name.startswith("test_")]
for name in tests:
    names["setup_function"]()
    names[name]()
print(len(tests), "passed")
`;

/** Adds scripts for what a scratch project lacks, such as an offline `npx`. */
async function addPrograms(project: Project): Promise<NodeJS.ProcessEnv> {
  const { folder } = project;
  const node = (file: string) => `exec "${process.execPath}" "${file}" "$@"`;
  const programs: Record<string, string> = {
    npx: '[ "$1" = --no-install ] && shift\nexec "$@"',
    "pulumi-statushub": node(join(inject("workspace"), "node_modules/pulumi-statushub/dist/cli/index.js")),
    vitest: `NO_COLOR=1 ${node(join(repositoryRoot, "node_modules/vitest/vitest.mjs"))}`,
    pytest: `exec python3 -I -c '${pytest}' "$@"`,
    pulumi: quietPulumi(),
  };
  const environment = await addScripts(project, programs);
  await mkdir(join(folder, "node_modules"));
  const modules = [
    join(repositoryRoot, "node_modules/vitest"),
    join(inject("workspace"), "node_modules/pulumi-statushub"),
  ];
  for (const path of modules) await symlink(path, join(folder, "node_modules", basename(path)), "junction");
  return environment;
}

/** A `pulumi` that asks no questions. */
export const quietPulumi = (): string =>
  `case "$1" in up) set -- "$@" --yes --skip-preview ;; destroy|refresh|import) set -- "$@" --yes ;; esac
exec "${inject("pulumi").path}" "$@" --non-interactive --color never`;

async function sendRequestIn({ place, text }: Block, emulator: Emulator): Promise<void> {
  if (!text.startsWith("<!-- request:")) return;
  await sendRequest(text, emulator).catch((error: Error) => expect.fail(`${place}: ${error.message}`));
}

/** Runs each `$ command` of a session, whose output must contain the lines below it; `...` stands for any lines. */
export async function runSession({ place, text }: Block, shell: Shell): Promise<void> {
  for (const step of text.split(/^\$ /m).slice(1)) {
    const [command = "", ...lines] = step.split(/(?<!\\)\n/);
    const { code, printed } = await run(command, shell);
    const shown = lines.join("\n").replace(/^\[exit code (\d+)\]\n/m, "");
    const message = `${place}: ${command}\n${printed}`;
    expect(code, message).toBe(Number(/^\[exit code (\d+)\]$/m.exec(lines.join("\n"))?.[1] ?? 0));
    // In any order, because Pulumi works on resources in parallel.
    for (const part of shown.split(/^\.\.\.$/m)) {
      expect(masked(printed, shell.folder), message).toContain(masked(part, shell.folder));
    }
  }
}

/** Masks what differs from run to run, such as times and ports. Removes line breaks, because pages wrap long lines. */
const masked = (text: string, folder: string) =>
  text
    .replaceAll(folder, "/home/me/status-page")
    .replace(/\b\d+(\.\d+)?(ms|s)\b/g, "0s")
    .replace(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, "TIME")
    .replace(/\bid([= ])\d+/g, "id$11")
    .replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:4180")
    .replace(/^ *@ .*$/gm, "")
    .replace(/\s+/g, " ")
    .trim();

export interface Shell {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  /** Earlier lines that change it for those that follow, such as `export`. */
  readonly before?: string;
}

export async function run(command: string, { folder, env, before = "" }: Shell) {
  const { code, stdout: printed } = await execute("sh", ["-c", `{ ${before}${command}\n} 2>&1`], { cwd: folder, env });
  return { code, printed };
}
