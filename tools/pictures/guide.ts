import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createEmulator, type Emulator } from "../../emulator/index.ts";
import { accessTo, outputOf, runCommand } from "../command.ts";
import { build } from "../engine/build.ts";
import { createLocalEnvironment } from "../engine/environment.ts";
import { getPulumi } from "../engine/get-pulumi.ts";
import { readText, repositoryRoot } from "../engine/local.ts";
import { requestComment, sendRequest } from "./request.ts";

/** What the jobs on a pull request and on a schedule show, in Markdown, and the sketch of the page in HTML. */
export interface Reports {
  readonly drift: string;
  readonly keep: string;
  readonly preview: string;
  readonly sketch: string;
}

/** Node runs the program, because it strips its types. */
const projectFile = `name: status-page
runtime: { name: nodejs, options: { typescript: false } }
main: index.ts
`;

/**
 * Carries out the guide to reviews: deploys its first program, sends the requests that stand for manual changes, and reports the
 * drift. Then previews its second program.
 */
export async function runGuide(): Promise<Reports> {
  const guide = readText("docs/guides/reviewing.md");
  const programs = [...guide.matchAll(/```ts\n(\/\/ index\.ts\n.*?)```/gs)].map(([, program = ""]) => program);
  const emulator = await createEmulator({ limits: "off" });
  const project = await createProject(emulator);
  try {
    await project.write({ "Pulumi.yaml": projectFile, "index.ts": programs[0] ?? "" });
    await project.pulumi("stack", "init", "prod");
    await project.pulumi("up", "--yes", "--skip-preview");
    for (const [comment] of guide.matchAll(new RegExp(requestComment, "gs"))) await sendRequest(comment, emulator);
    // The guide changes both services, because it doesn't know which of them has which ID.
    const api = emulator.records("services").find(({ name }) => name === "API");
    emulator.edit("services", Number(api?.id), { description: null });
    const drift = await project.report("drift", "--unmanaged", "--markdown");
    const keep = await project.report("drift", "--keep", "--markdown");
    await project.write({ "index.ts": programs[1] ?? "" });
    const preview = await project.report("preview", "--markdown", "--page", "page.html");
    return { drift, keep, preview, sketch: await readFile(join(project.folder, "page.html"), "utf8") };
  } finally {
    await rm(project.folder, { recursive: true, force: true });
    await emulator.close();
  }
}

/** A project in this repository, where Node finds the package by its name. */
async function createProject(emulator: Emulator) {
  await build();
  const pulumi = await getPulumi();
  const parent = join(repositoryRoot, ".statushub");
  await mkdir(parent, { recursive: true });
  const folder = await mkdtemp(join(parent, "pictures-"));
  const folders = { home: join(folder, ".home"), backend: join(folder, ".backend") };
  const options = { cwd: folder, env: { ...createLocalEnvironment(pulumi, folders), ...accessTo(emulator) } };
  return {
    folder,
    async write(files: Readonly<Record<string, string>>): Promise<void> {
      for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text);
    },
    pulumi: (...args: string[]) => outputOf(pulumi.path, [...args, "--non-interactive"], options),
    /** Runs a command of this package that finds differences. */
    async report(...args: string[]): Promise<string> {
      const cli = join(repositoryRoot, "cli/index.ts");
      const { code, stdout, stderr } = await runCommand(process.execPath, [cli, ...args], options);
      if (code !== 2) throw new Error(`pulumi-statushub ${args.join(" ")} ended with ${code}: ${stderr}${stdout}`);
      return stdout;
    },
  };
}
