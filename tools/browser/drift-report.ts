import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import type { Emulator } from "../../emulator/index.ts";
import { createLocalEnvironment } from "../engine/environment.ts";
import { getPulumi } from "../engine/get-pulumi.ts";
import { repositoryRoot } from "../engine/local.ts";
import { runStep } from "../engine/step.ts";

/** Adopts hub acme into a stack, changes the page, and returns the output of `pulumi-statushub drift --markdown`. */
export async function reportDrift(emulator: Emulator): Promise<string> {
  await runStep({ title: "Building", command: "npm", args: ["run", "build"], cwd: repositoryRoot, limit: 300 });
  const folder = await mkdtemp(join(tmpdir(), "statushub-drift-"));
  try {
    const folders = { home: join(folder, ".home"), backend: join(folder, ".backend") };
    const account = { STATUSHUB_BASE_URL: emulator.url, STATUSHUB_API_KEY: emulator.apiKey };
    const env = { ...createLocalEnvironment(await getPulumi(), folders), ...account };
    await writeFile(join(folder, "Pulumi.yaml"), "name: status-page\nruntime: nodejs\n");
    await writeFile(join(folder, "package.json"), JSON.stringify({ name: "status-page", main: "index.ts" }));
    await mkdir(join(folder, "node_modules/@pulumi"), { recursive: true });
    await symlink(repositoryRoot, join(folder, "node_modules/pulumi-statushub"), "junction");
    for (const name of ["@pulumi/pulumi", "typescript"]) {
      await symlink(join(repositoryRoot, "node_modules", name), join(folder, "node_modules", name), "junction");
    }
    const command = join(repositoryRoot, "dist/cli/index.js");
    const step = { cwd: folder, env, limit: 120 };
    await runStep({ title: "Making a stack", command: "pulumi", args: ["stack", "init", "prod"], ...step });
    await runStep({ title: "Adopting", command: process.execPath, args: [command, "adopt", "acme", "--yes"], ...step });
    changePage(emulator);
    return await printed([command, "drift", "--unmanaged", "--markdown"], folder, env);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes manual changes, as in the control panel. */
function changePage(emulator: Emulator): void {
  emulator.edit("services", 4, { name: "Public API", description: null });
  emulator.softDelete("services", 7);
}

/** Returns the output of a command that exits with 2, as `drift` does if the page differs. */
const printed = (args: string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd, env, timeout: 120_000 }, (error, stdout) => {
      if (error?.code === 2) resolve(stdout);
      else reject(new Error(`No drift was reported: ${stdout}`, { cause: error }));
    });
  });

/** Renders the report as in a pull request. */
export const renderReport = (markdown: string): string => `<!doctype html>
<style>
  body { margin: 0; padding: 16px; font: 15px/1.5 system-ui, sans-serif; color: #1f2328; background: #f6f8fa; }
  article { padding: 4px 20px 20px; border: 1px solid #d1d9e0; border-radius: 8px; background: white; }
  h2 { margin: 12px 0; padding-bottom: 8px; border-bottom: 1px solid #d1d9e0; font-size: 22px; }
  table { border-collapse: collapse; }
  th, td { padding: 6px 12px; border: 1px solid #d1d9e0; text-align: left; }
  tr:nth-child(even) { background: #f6f8fa; }
  code { padding: 2px 5px; border-radius: 5px; background: #eff1f3; font: 13px ui-monospace, monospace; }
</style>
<article>${new MarkdownIt().render(markdown)}</article>`;
